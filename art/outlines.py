"""Converts the names in the language switch that are in Bangla letters to SVG outlines.

As text such a name would cost every page in another language a request for the Bangla typeface, and phones without one of their own a search
for it before their first paint (70 ms on a cheap one). The site's ``components/header.py`` shows the outline.
"""

import json
import re
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from art.catalogue import SITE
from art.paths import ASSETS, CONTENT

FILE = CONTENT / "word_outlines.json"
BANGLA = re.compile("[\u0980-\u09ff]")
UNITS = 100
"""Units per em in the file, as the site's ``components/header.py`` reads it."""


def write() -> Path:
    """Write the outlines of the words and return their file.

    Letters are placed one after another: enough for a word without conjuncts. Look at the result after a change.
    """
    (file,) = (ASSETS / "fonts").glob("anek-bangla.*.woff2")
    font = TTFont(file)
    outlines = {word: _outline(word, font) for word in SITE.languages if BANGLA.search(word)}
    FILE.write_text(json.dumps(outlines, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for word, outline in outlines.items():
        print(f"{FILE.name}: {len(outline['outline'])} characters for {word}")
    return FILE


def _outline(word: str, font: TTFont) -> dict[str, Any]:
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = UNITS / font["head"].unitsPerEm
    pen, bounds, offset = SVGPathPen(None, ntos=lambda number: f"{number:.0f}"), BoundsPen(glyphs), 0.0
    for letter in word:
        glyph = glyphs[names[ord(letter)]]
        for each in (pen, bounds):
            glyph.draw(TransformPen(each, (scale, 0, 0, -scale, offset * scale, 0)))
        offset += glyph.width
    left, top, right, bottom = (round(side) for side in bounds.bounds)
    return {"box": [left, top, right - left, bottom - top], "outline": pen.getCommands()}
