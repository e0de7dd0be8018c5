"""Draws the one Bangla word of English pages, the name in the language switch, as outlines of the Bangla typeface.

As text it would cost every English page a request, and phones without a Bangla typeface of their own a search for one
before their first paint (70 ms on a cheap one). `starbond_site.components.drawn_word` shows what this writes.
"""

import json
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from starbond_site import content, design
from starbond_site.content.drawn_words import FILE, UNITS, DrawnWord

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "fonts"


def write() -> Path:
    """Write the outlines of the word and return their file.

    The letters stand one after another: enough for a word without conjuncts, and whoever changes it looks at it.
    """
    word = content.read("en").interface.language.other
    font = TTFont(FOLDER / design.BANGLA.file)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = UNITS / font["head"].unitsPerEm
    pen, bounds, way = SVGPathPen(None, ntos=lambda number: f"{number:.0f}"), BoundsPen(glyphs), 0.0
    for letter in word:
        glyph = glyphs[names[ord(letter)]]
        for each in (pen, bounds):
            glyph.draw(TransformPen(each, (scale, 0, 0, -scale, way * scale, 0)))
        way += glyph.width
    left, top, right, bottom = (round(side) for side in bounds.bounds)
    drawn = DrawnWord(box=(left, top, right - left, bottom - top), outline=pen.getCommands())
    FILE.write_text(json.dumps({word: drawn.model_dump()}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(drawn.outline)} characters for {word}")
    return FILE
