"""Cuts the face of the language switch out of the Bangla font: English pages need one word of it, not 54 kB.

What it writes carries a hash of its content in its name; ``design.LANGUAGE_NAME`` names it.
"""

import hashlib
import io
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from starbond_site import content, design

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "fonts"
STEM = "anek-bangla-name"


def write() -> Path:
    """Write the face with the glyphs that the word needs, joined as its language joins them, and return its file."""
    word = content.read("en").interface.language.other
    options = subset.Options(flavor="woff2", layout_features=["*"], hinting=False, name_IDs=[], notdef_outline=False)
    font = TTFont(FOLDER / design.BANGLA.file, recalcTimestamp=False)
    cut = subset.Subsetter(options)
    cut.populate(text=word)
    cut.subset(font)
    font.flavor = options.flavor
    written = io.BytesIO()
    font.save(written)
    file = FOLDER / f"{STEM}.{hashlib.sha256(written.getvalue()).hexdigest()[:8]}.woff2"
    for old in FOLDER.glob(f"{STEM}.*"):
        old.unlink()
    file.write_bytes(written.getvalue())
    print(f"{file.name}: {file.stat().st_size:,} bytes for {word}")
    return file
