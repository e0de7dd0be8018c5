"""What the older formats of Word, Excel and PowerPoint say of themselves ([MS-OLEPS], read by olefile)."""

from pathlib import Path
from typing import Any

import olefile

from starbond_site.documents.preflight import MAX_TEXT


def properties(path: Path, _kind: str) -> dict[str, Any]:
    """Return the names of people in the properties; comments and changes of these formats are not read."""
    with path.open("rb") as file, olefile.OleFileIO(file) as compound:
        found = compound.get_metadata()
    names = (_text(getattr(found, name)) for name in ("author", "last_saved_by"))
    return {"authors": list(dict.fromkeys(filter(None, names)))}


def sample(_path: Path, _kind: str) -> dict[str, Any]:
    """Return nothing: the text of these formats is not read."""
    return {}


def _text(value: object) -> str:
    words = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")
    return " ".join(words.replace("\0", "").split())[:MAX_TEXT]
