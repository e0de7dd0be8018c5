"""The declarations of content files that all packages depend on: lists, languages and the time zone.

Tables, addresses and dates follow from them, so they are read here, below all other packages. `content` reads the same
files with their models and reports every mistake in them; here, what cannot be read counts as empty.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "content"


@cache
def declared(file: str) -> dict[str, Any]:
    """Return the fields of a TOML file of the content; none where it cannot be read."""
    try:
        return tomllib.loads((FOLDER / file).read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return {}


def entries(file: str, table: str) -> list[dict[str, Any]]:
    """Return the entries of a list of tables in a content file; none where it is something else."""
    listed = declared(file).get(table)
    return [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
