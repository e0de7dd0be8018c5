# The commands that everyone uses; `make help` lists them.
PORT ?= 3000
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
export PORT
# Without Python's caches every process compiles all modules again: half of the time in which a server starts.
unexport PYTHONDONTWRITEBYTECODE

# On one's own machine whoever sits there may publish, unless something else was chosen (docs/who-may-publish.md).
ifeq ($(strip $(value STARBOND_UPLOADS)$(value STARBOND_UPLOAD_KEY)$(value STARBOND_URL)),)
run dev: export STARBOND_UPLOADS := local
# The private search of dividends: this machine has a key of its own, which no file of the data folder holds.
run dev demo: export STARBOND_HOLDERS_KEY ?= $(shell test -s .holders-key || \
	(umask 077; $(PYTHON) -c 'import secrets; print(secrets.token_hex())' > .holders-key); cat .holders-key)
endif

.PHONY: help run demo dev deploy setup words verifier test quick thorough faults seeded load check bench art pictures upgrade-drill screenshots clean
.PHONY: python system

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed."; exit 1; }

$(BIN)/pip: | python
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt pyproject.toml | $(BIN)/pip
	@echo "Installing the packages, about 30 seconds ..."
	@$(PIP) --requirement requirements.txt --editable .
	touch $@

# uv takes a quarter of the time; where it cannot reach its packages, pip does the same.
$(VENV)/.installed-tests: REQUIREMENTS := --requirement requirements.txt --requirement requirements-dev.txt --editable .
$(VENV)/.installed-tests: requirements.txt requirements-dev.txt pyproject.toml | $(BIN)/pip
	$(PIP) uv==0.13.9 && $(BIN)/uv pip install --quiet --python $(BIN)/python $(REQUIREMENTS) || $(PIP) $(REQUIREMENTS)
	touch $(VENV)/.installed $@

# What the tests need of the system, PARTS or all of them: it is installed or named before anything else is done.
system: | python
	@$(PYTHON) -m tests.system $(PARTS)

setup: $(VENV)/.installed ## create the environment

run: setup ## serve the production build at http://localhost:PORT
	@$(BIN)/python -m starbond_site.serve

demo: setup ## fill an empty data folder with three years of the sample company
	@$(BIN)/python -m starbond_site.admin demo

deploy: setup ## build beside the running site, then replace what is served in one step
	@$(BIN)/python -m starbond_site.admin deploy

dev: setup ## serve with hot reload
	$(BIN)/python -m starbond_site.serve --upgrade-only
	$(BIN)/reflex run --frontend-port $(PORT) --backend-host 127.0.0.1

test: system $(VENV)/.installed-tests ## run every test, or PARTS="rules faults"; about 20 minutes on two cores
	$(BIN)/python -m tests $(PARTS)

quick: PARTS := rules
quick: test ## run the rules alone, without a browser or a build; about 80 seconds

thorough: system $(VENV)/.installed-tests ## run every test in its long version, and the soak
	THOROUGH=1 FAULT_SECONDS=30 START_COUNT=10 SERVER_KILLS=50 STAGE_KILLS=1000 SEALED_RELEASES=20 CUT_LINE_MB=45 $(BIN)/python -m tests
	$(BIN)/python -m benchmarks.load soak

faults: PARTS := faults
faults: system $(VENV)/.installed-tests ## let parts of a running site fail for FAULT_SECONDS (30) each, as a table
	THOROUGH=1 FAULT_SECONDS=$(or $(FAULT_SECONDS),30) $(BIN)/python -m pytest -q -s tests/faults/test_stack.py tests/faults/test_embedded.py

words: setup ## write the models of interface.toml and errors.toml, after a word was added or removed
	@$(BIN)/python -m tests.words

verifier: $(VENV)/.installed-tests ## write the script of evidence packs, after verify.js was changed
	@$(BIN)/python -m tests.verifier

check: $(VENV)/.installed-tests ## ruff, pyright, rules about lines, the layers of imports, dead code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/ast-grep scan --error
	$(BIN)/ast-grep test --skip-snapshot-tests
	$(BIN)/lint-imports --no-logo
	$(BIN)/vulture

bench: system $(VENV)/.installed-tests ## measure, as a table
	$(BIN)/python -m benchmarks

seeded: $(VENV)/.installed-tests ## apply small faults one at a time and say which no test sees; ONLY=part of a name, file or test
	$(BIN)/python -m tests.seeded $(ONLY)

load: $(VENV)/.installed-tests ## connect many visitors, as a table
	$(BIN)/python -m benchmarks.load

pictures: setup ## make the pictures, marks and previews beside the content, or in FOLDER, those of the site (art/README.md)
	$(PIP) --requirement art/requirements-import.txt
	$(BIN)/python -m art import $(or $(FOLDER),starbond_site/content) $(if $(REPLACE),--replace)
	$(BIN)/python -m art social

art: ## render the pictures that are missing or changed
	$(PYTHON) -m venv art/.venv
	art/.venv/bin/pip install --quiet --disable-pip-version-check --requirement art/requirements.txt
	art/.venv/bin/python -m art

upgrade-drill: system $(VENV)/.installed-tests ## try another version of Reflex: make upgrade-drill REFLEX=0.10.0
	$(BIN)/python -m tests.upgrade_drill $(REFLEX)

screenshots: $(VENV)/.installed-tests ## photograph every template at four widths into docs/screenshots, and all on one sheet
	$(BIN)/python -m benchmarks.screenshots

clean: ## remove what builds leave behind; data stays
	rm -rf .web .states .pytest_cache .ruff_cache
