"""Converts the name in the language switch of English pages, the one Bangla word there, to an SVG outline.

As text it would cost every English page a request for the Bangla typeface, and phones without one of their own a search
for it before their first paint (70 ms on a cheap one). The site's ``components/outlined_word.py`` shows the outline.
"""

import json
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from art.catalogue import SITE
from art.paths import ASSETS, CONTENT

FILE = CONTENT / "word_outlines.json"
UNITS = 100
"""Units per em in the file, as the site's ``content/word_outlines.py`` reads it."""


def write() -> Path:
    """Write the outline of the word and return its file.

    Letters are placed one after another: enough for a word without conjuncts. Look at the result after a change.
    """
    word = SITE.other_language
    (file,) = (ASSETS / "fonts").glob("anek-bangla.*.woff2")
    font = TTFont(file)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = UNITS / font["head"].unitsPerEm
    pen, bounds, offset = SVGPathPen(None, ntos=lambda number: f"{number:.0f}"), BoundsPen(glyphs), 0.0
    for letter in word:
        glyph = glyphs[names[ord(letter)]]
        for each in (pen, bounds):
            glyph.draw(TransformPen(each, (scale, 0, 0, -scale, offset * scale, 0)))
        offset += glyph.width
    left, top, right, bottom = (round(side) for side in bounds.bounds)
    outline = {"box": [left, top, right - left, bottom - top], "outline": pen.getCommands()}
    FILE.write_text(json.dumps({word: outline}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(outline['outline'])} characters for {word}")
    return FILE
