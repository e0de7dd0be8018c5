"""Links JSX files into the frontend, where `rx.asset` with ``shared=True`` puts those of a module of their folder.

``rx.asset`` looks through all frames and all modules for its caller, for each of some seventy files: two thirds of the
processor's time of every start (docs/reflex.md).
"""

from pathlib import Path

from reflex.assets import _link_shared_asset

PACKAGE = Path(__file__).parents[1]
EXTERNAL = f"external/{PACKAGE.name}"


def link() -> None:
    """Link every JSX file of the package into the assets of the app in the working directory."""
    for file in PACKAGE.rglob("*.jsx"):
        place = Path("assets", EXTERNAL, file.relative_to(PACKAGE))
        place.parent.mkdir(parents=True, exist_ok=True)
        _link_shared_asset(place, file)


def library(file: str) -> str:
    """Return the import path of a linked file, named from the package, as components name their ``library``."""
    return f"$/public/{EXTERNAL}/{file}"
