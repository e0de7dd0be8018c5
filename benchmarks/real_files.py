"""What becomes of real files: for each extension how many are accepted, and the codes of those that are refused.

``python -m benchmarks.real_files FOLDER...`` inspects every file below the folders as an upload is, each content once,
and prints a table in Markdown. Run it in two working trees, and compare their tables; with ``--each`` it also names
every file that is refused.
"""

import argparse
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import cast

from starbond_site.documents import file_types
from starbond_site.documents.inspection import nesting
from starbond_site.documents.look import Look
from starbond_site.documents.refusals import Refusal

ACCEPTED = "accepted"


class _LookHere:
    """Inspects in this process: another one for each file takes longer than the inspection."""

    def __init__(self, path: Path) -> None:
        self.type = partial(nesting.inspect_file, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--each", action="store_true", help="name the files that are refused")
    given = parser.parse_args()
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in _files(given.folders):
        try:
            file_types.detect_type(path, path.name, cast("Look", _LookHere(path)))
            code = ACCEPTED
        except Refusal as refusal:
            code = refusal.code
            if given.each:
                print(code, path)
        found[path.suffix.lower()][code] += 1
    print("| files | read | accepted | refused |\n| --- | ---: | ---: | --- |")
    for extension, codes in sorted(found.items()):
        refused = ", ".join(f"{code} {count}" for code, count in codes.most_common() if code != ACCEPTED)
        print(f"| `{extension}` | {codes.total()} | {codes[ACCEPTED]} | {refused} |")


def _files(folders: list[Path]) -> Iterator[Path]:
    """Yield the files with an extension that is accepted, each content once."""
    seen: set[bytes] = set()
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.suffix.lower() in file_types.EXTENSIONS and path.is_file() and not path.is_symlink():
            digest = hashlib.sha256(path.read_bytes()).digest()
            if digest not in seen and path.stat().st_size:
                seen.add(digest)
                yield path


if __name__ == "__main__":
    main()
