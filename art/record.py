"""What every render was made from, so that nothing is rendered twice.

``art/rendered.json`` is committed while the masters are not: a fresh copy of the repository, which has the derived
files only, knows that they are up to date.
"""

import json
from pathlib import Path

from art.places import MANIFEST, MASTERS, ROOT

RECORD = ROOT / "art" / "rendered.json"


def recorded() -> dict[str, str]:
    """Return the fingerprint of everything rendered so far, by name."""
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


def note(name: str, fingerprint: str) -> None:
    """Remember what a render was made from."""
    entries = recorded() | {name: fingerprint}
    RECORD.write_text(json.dumps(dict(sorted(entries.items())), indent=0) + "\n", encoding="utf-8")


def fresh(name: str, fingerprint: str, pictures: tuple[str, ...], master: Path | None = None) -> bool:
    """Whether a render need not be repeated: same fingerprint, and its master or all its derived pictures exist."""
    if recorded().get(name) != fingerprint:
        return False
    if (master or MASTERS / f"{name}.png").exists():
        return True
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return bool(pictures) and all(picture in manifest and not manifest[picture]["drawn"] for picture in pictures)
