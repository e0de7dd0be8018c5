"""``python -m art``: draws and renders what is missing or changed, then derives the files the site serves.

``python -m art import FOLDER`` makes photographs of people the site's pictures instead, without any of the rest.
"""

import sys
from pathlib import Path


def main() -> None:
    """Run what was asked for; each way loads only what it needs."""
    match sys.argv[1:]:
        case ["import", folder, *consent] if not set(consent) - {"--replace"}:
            from art import importing

            if not Path(folder).is_dir():
                sys.exit(f"There is no folder {folder}.")
            report = importing.import_folder(Path(folder), replace=bool(consent))
            print(importing.summary(report))
            sys.exit(bool(report.mistakes))
        case ["import", *_]:
            sys.exit("usage: python -m art import FOLDER [--replace]")
        case steps:
            from art.steps import run

            run(steps)


if __name__ == "__main__":
    main()
