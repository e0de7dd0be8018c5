"""Tries every seeded fault and says which ones no test sees: ``python -m tests.seeded [PART]``, or ``make seeded``.

``PART`` of a name, a file or a test chooses some.

Faults are applied one at a time, in two copies of the tree side by side. First the named tests have to pass without any.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.seeded import Fault, faults
from tests.serving import ROOT

LONGEST_SECONDS = 900
"""Of one test, a build of the site included."""
SEEN, UNSEEN, BROKEN = "seen", "UNSEEN", "ERROR"
SITE, HARNESS = "tests/browser/", "tests/browser/components/"


def main() -> int:
    """Print a table and a total; return 1 where a fault is not seen or cannot be tried."""
    chosen = [fault for fault in faults() if not sys.argv[1:] or sys.argv[1] in f"{fault.name} {fault.file} {fault.test}"]
    if not chosen:
        sys.exit("No fault has such a name.")
    queues = {kind: collections.deque[Fault]() for kind in ("site", "harness", "rules")}
    for fault in chosen:
        queues[_kind(fault)].append(fault)
    results: list[tuple[Fault, str, float]] = []
    with tempfile.TemporaryDirectory(prefix="seeded-", ignore_cleanup_errors=True) as folder:
        # A copy builds either the site or that of the components; both take what concerns rules.
        threads = [
            threading.Thread(target=_work, args=(Path(folder) / own, [queues[own], queues["rules"]], results.append))
            for own in ("site", "harness")
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = collections.Counter(result.partition(":")[0] for _, result, _ in results)
    print(f"{len(chosen)} faults: " + ", ".join(f"{number} {result}" for result, number in found.most_common()))
    return 0 if found[SEEN] == len(chosen) else 1


def _kind(fault: Fault) -> str:
    return "harness" if fault.test.startswith(HARNESS) else "site" if fault.test.startswith(SITE) else "rules"


def _work(copy: Path, queues: Iterable[collections.deque[Fault]], add: Callable[[tuple[Fault, str, float]], None]) -> None:
    """Try faults in a copy of the tree until none is left, after their tests have passed without them."""
    _copy_tree(copy)
    for queue in queues:
        sound, output = _passes(copy, [fault for fault in queue if not fault.problem])
        if not sound:
            print(output)
        while True:
            try:
                fault = queue.popleft()
            except IndexError:
                break
            started = time.monotonic()
            result = _tried(copy, fault) if sound else f"{BROKEN}: the tests fail without a fault"
            seconds = time.monotonic() - started
            add((fault, result, seconds))
            print(f"{result:60.60}  {seconds:4.0f} s  {fault.name} ({fault.promise})", flush=True)


def _copy_tree(copy: Path) -> None:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def _passes(copy: Path, chosen: list[Fault]) -> tuple[bool, str]:
    """Return whether the tests of some faults pass without any, and what pytest said."""
    if not chosen:
        return True, ""
    nodes = dict.fromkeys(fault.arguments[0] for fault in chosen)
    code, output = _pytest(copy, [*nodes], LONGEST_SECONDS * 4)
    return code == 0, output


def _tried(copy: Path, fault: Fault) -> str:
    """Return what became of a fault; a seen one with the line that saw it."""
    if fault.problem:
        return f"{BROKEN}: {fault.problem}"
    file = copy / fault.file
    sound, times = file.read_text("utf-8"), file.stat()
    file.write_text(sound.replace(fault.old, fault.new), "utf-8")
    code, output = _pytest(copy, fault.arguments, LONGEST_SECONDS)
    file.write_text(sound, "utf-8")
    # Python compiles a file again where its time of change is another one.
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    if code == 0:
        return UNSEEN
    said = re.findall(r"^E +(\S.*)", output, re.MULTILINE)
    if code != 1 or not re.search(r"\d+ failed", output):
        return f"{BROKEN}: pytest ended with {code}: {said[0] if said else output.strip()[-200:]}"
    return f"{SEEN}: {said[0] if said else ''}"


def _pytest(copy: Path, arguments: list[str], seconds: float) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "--tb=short", *arguments]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        return -1, f"no end within {seconds} s"
    return done.returncode, done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
