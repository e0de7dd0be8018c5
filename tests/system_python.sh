#!/bin/sh
# Tries what reads the files of strangers with the system's python3 too, which operators run (docs/operating.md), where the
# environment has another version. Takes half a minute of processor time, most of it to install that environment.
set -eu
cd "$(dirname "$0")/.."
system=/usr/bin/python3
if ! $system -c 'import sys; sys.exit(sys.version_info < (3, 11))' || [ "$($system -V)" = "$(.venv/bin/python -V)" ]; then
    exit 0
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
make --silent setup VENV="$folder" PYTHON=$system
grep -E '^(pytest|pytest-asyncio|hypothesis)==' requirements-dev.txt >"$folder/tests.txt"
"$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$folder/tests.txt"
cd tests/unit
"$folder/bin/python" -m pytest documents/test_inspection.py
