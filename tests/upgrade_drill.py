"""Tries the site with another version of Reflex in a scratch environment: ``make upgrade-drill REFLEX=0.10.0``.

Runs the contract tests of the adapter, then the main journeys on the full and on the plain build, and prints which
seams changed. The working tree and its environment stay as they are. ``docs/reflex.md`` describes the seams.
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.build_time import copy
from tests.serving import ROOT

CONTRACTS = ("tests/unit/reflex_adapter",)
JOURNEYS = (
    "tests/browser/test_navigation.py", "tests/browser/test_line_back.py", "tests/browser/test_upload.py",
    "tests/browser/test_contact.py",
)  # fmt: skip
PINNED = re.compile(r"^reflex(?:-base|-components-core)?==.*\n", re.MULTILINE)
"""Reflex, and the packages that it brings in versions of its own."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)(?: - (.*))?$", re.MULTILINE)
TOTAL = re.compile(r"^(?=.*\b(?:passed|failed|error)).* in [\d.]+s.*$", re.MULTILINE)


def main() -> int:
    """Run the drill; return 0 when everything passed."""
    version = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="upgrade-drill-") as folder:
        tree, environment = Path(folder) / "site", Path(folder) / "environment"
        copy(ROOT, tree)
        python = _install(version, tree, environment)
        results = [_run("contract tests", python, tree, CONTRACTS)]
        for build, tests in (("full", JOURNEYS), ("plain", ("-m", "not full_build", *JOURNEYS))):
            results.append(_build(python, tree, build) and _run(f"journeys, {build} build", python, tree, tests, build))
    return 0 if all(results) else 1


def _install(version: str, tree: Path, environment: Path) -> Path:
    """Create the environment with that version of Reflex; return its Python.

    Raises:
        subprocess.CalledProcessError: pip found no set of packages; its message stands on standard error.
    """
    requirements = tree / "requirements.txt"
    requirements.write_text(f"reflex=={version}\n" + PINNED.sub("", requirements.read_text("utf-8")), "utf-8")
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    packages = ["--requirement", "requirements.txt", "--requirement", "requirements-dev.txt"]
    _say(f"Installing Reflex {version} ...")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(pip, cwd=tree, check=True)
    return python


def _build(python: Path, tree: Path, build: str) -> bool:
    """Build the scratch tree; print the end of the log and return False where that fails."""
    command = [python, "-m", "starbond_site.serve", "--build-only"]
    done = subprocess.run(command, cwd=tree, env=_environment(build), capture_output=True, text=True, check=False)
    _say(f"{build} build: {'done' if done.returncode == 0 else (done.stdout + done.stderr)[-3000:]}")
    return done.returncode == 0


def _environment(build: str) -> dict[str, str]:
    # Another version of Reflex pins other versions of the frontend's packages.
    return os.environ | {"STARBOND_BUILD": build, "REFLEX_FROZEN_LOCKFILE": "false"}


def _run(what: str, python: Path, tree: Path, tests: tuple[str, ...], build: str = "full") -> bool:
    """Run tests in the scratch tree, print what failed, and return whether all passed."""
    command = [python, "-m", "pytest", "-q", "--tb=no", "-rfE", *tests]
    done = subprocess.run(command, cwd=tree, env=_environment(build), capture_output=True, text=True, check=False)
    total = TOTAL.findall(done.stdout)
    _say(f"{what}: {total[-1] if total else done.stdout[-2000:] + done.stderr[-2000:]}")
    for test, reason in FAILED.findall(done.stdout):
        _say(f"  changed: {test.removeprefix('tests/')} {reason}")
    return done.returncode == 0


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
