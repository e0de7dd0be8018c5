"""Tries every seeded fault and says which ones no test sees: ``python -m tests.seeded [PART ...]``, or ``make seeded``.

``PART`` of a name, a file or a test chooses some. The named tests run once without any fault; then faults are applied
one at a time, in two copies of the tree side by side, of which each runs the one test that must fail.
"""

import collections
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.seeded import Fault, faults
from tests.seeded.runs import run_pytest
from tests.serving import ROOT

SEEN, UNSEEN, ERROR = "seen", "UNSEEN", "ERROR"
SITE, COMPONENTS = "tests/browser/", "tests/browser/components/"


def main(*parts: str) -> int:
    """Print a table and a total; return 1 where a fault is not seen or cannot be tried."""
    wanted = parts or ("",)
    chosen = [one for one in faults() if any(part in f"{one.name} {one.file} {one.test}" for part in wanted)]
    if not chosen:
        sys.exit("No fault has this in its name, file or test.")
    # The longest first: those that build the site, then those that build the components.
    chosen.sort(key=lambda fault: (not fault.test.startswith(SITE), fault.test.startswith(COMPONENTS)))
    found: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="seeded-", ignore_cleanup_errors=True) as folder:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        copies.put(first := _copied(Path(folder) / "first"))
        nodes = dict.fromkeys(fault.test for fault in chosen if not fault.problem)
        code, before = run_pytest(first, [*nodes]) if nodes else (0, "")
        if code not in (0, 1):
            sys.exit(f"The tests cannot run: {before[-2000:]}")
        copies.put(shutil.copytree(first, Path(folder) / "second", symlinks=True))

        def tried(fault: Fault) -> tuple[Fault, str, float]:
            copy, started = copies.get(), time.monotonic()
            try:
                return fault, _tried(copy, fault, before), time.monotonic() - started
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(2) as pool:
            for fault, result, seconds in pool.map(tried, chosen):
                found[result.partition(":")[0]] += 1
                print(f"{result:70.70}  {seconds:4.0f} s  {fault.name} ({fault.promise})", flush=True)
    print(f"{len(chosen)} faults: " + ", ".join(f"{number} {result}" for result, number in found.most_common()))
    return 0 if found[SEEN] == len(chosen) else 1


def _copied(copy: Path) -> Path:
    """Copy what Git keeps or would keep, as it stands here."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    return copy


def _tried(copy: Path, fault: Fault, before: str) -> str:
    """Return what became of a fault; for a seen one with the line that saw it.

    Args:
        copy: of the tree.
        fault: to apply there, and to take back.
        before: what pytest said of all tests without a fault; one that failed may have been slow, and is tried again.
    """
    if fault.problem:
        return f"{ERROR}: {fault.problem}"
    failed = re.search(rf"^(FAILED|ERROR) {re.escape(fault.test)}", before, re.MULTILINE)
    if failed and run_pytest(copy, [fault.test])[0]:
        return f"{ERROR}: its test fails without the fault"
    file = copy / fault.file
    sound, status = file.read_text("utf-8"), file.stat()
    file.write_text(sound.replace(fault.old, fault.new), "utf-8")
    code, output = run_pytest(copy, ["-x", fault.test])
    file.write_text(sound, "utf-8")
    # Python compiles a file again where this time is another one.
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    if code == 0:
        return UNSEEN
    said = next(iter(re.findall(r"^E +(\S.*)", output, re.MULTILINE)), output.strip()[-100:])
    return f"{SEEN}: {said}" if re.search(r"^FAILED ", output, re.MULTILINE) else f"{ERROR}: pytest says {said}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
