#!/bin/sh
# Installs what the tests need besides Python packages: a Chromium on the machine, else Playwright's, else the system's package.
set -eu
cd "$(dirname "$0")/.."

if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; then
    exit 0
fi
if .venv/bin/python -m playwright install chromium >/dev/null 2>&1; then
    exit 0
fi
if command -v apt-get >/dev/null 2>&1; then
    run=""
    [ "$(id -u)" = 0 ] || run="sudo"
    $run apt-get update -qq
    $run apt-get install -y -qq --no-install-recommends chromium >/dev/null
    exit 0
fi
echo "Please install Chromium; the tests could not." >&2
exit 1
