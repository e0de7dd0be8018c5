"""Subsets the served typefaces from their sources: the glyphs that this site can need, with coordinates on a coarser grid.

A Bangla typeface is heavy for its conjuncts, of which it has far more than the language. This one keeps the conjuncts of
every consonant cluster in ``fonts/bangla-clusters.txt``, with every vowel sign: all clusters of the 110,751 words in the
spelling dictionaries of both Bengals (Debian's ``hunspell-bn``), and of this site's own words. A cluster beyond them,
as in a foreign name, is written with a visible hasanta: readable, if less pretty.

The first view of a page in Bangla fetches one file: it holds the Latin letters too, in one weight and without kerning. The
second, for bold, is fetched after the first view. It has the same conjuncts, so that no title is drawn worse in it, and every
glyph as wide as its regular one (3 % narrower on average than drawn), so that nothing moves when it arrives. All faces stand on
a grid of 1,000 units for an em (2,000 in the sources), and kerning of twelve such units and less goes; in the Bangla faces
outlines are drawn with fewer points. With more than 40,000 bytes the Bangla file would take phones another
round trip before the first picture of the home page, and with more than 14,200 the Latin one.

The sources are those of ``@fontsource/anek-bangla`` 5.0.18 and ``@fontsource-variable/anek-latin`` 5.3.0 (the latter cut
to ``design.LATIN.characters``).
"""

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import uharfbuzz
from fontTools import varLib
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.merge import Merger
from fontTools.otlLib.optimize import gpos
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.ttLib.tables.otBase import ValueRecord
from fontTools.ttLib.tables.otTables import PairPos
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.varStore import VarStoreInstancer

SOURCES = Path(__file__).resolve().parent / "fonts"
SERVED = SOURCES.parents[1] / "assets" / "fonts"
CLUSTERS = SOURCES / "bangla-clusters.txt"
GRID = 1000
"""Units per em. Not fewer: a browser that prints writes widths of variable and synthetic bold faces in these units, and PDF
readers that take them for thousandths of an em would find a space after every letter."""
TRIFLE = 12
"""Kerning values below these units are removed: 0.2 pixels in running text."""
BEND = 4
"""Largest deviation of a simplified outline, in units: 0.07 pixels in running text, 0.2 in the largest heading."""
DATED = 3_818_000_000
"""Creation date written into both faces, in seconds since 1904; the true date would change the hash in the file name."""
CONSONANTS = [*(chr(code) for code in range(0x995, 0x9BA)), "\u09dc", "\u09dd", "\u09df"]
VOWEL_SIGNS = ["", *(chr(code) for code in (0x9BE, 0x9BF, 0x9C0, 0x9C1, 0x9C2, 0x9C3, 0x9C7, 0x9C8, 0x9CB, 0x9CC))]
MEASURES = {
    "hhea": ("ascent", "descent", "lineGap"),
    "OS/2": ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent", "fsSelection"),
}
"""Tables with the line metrics; the Bangla face keeps those of its Bangla letters."""
REGULAR, BOLDEST = 400, 700
BANGLA_SOURCES = {REGULAR: "AnekBangla-Regular.woff2", 600: "AnekBangla-SemiBold.woff2"}
BANGLA_SERVED = {REGULAR: "anek-bangla", 600: "anek-bangla-bold"}
"""By weight: the source of the Bangla letters, and the name that is served."""
REPHA, YAPHALA = "র্", "্য"
"""Signs that can follow any consonant."""


def write() -> None:
    """Write all typefaces; enter a new name in `starbond_site.presentation.design` before the next step."""
    _serve(_latin(), "anek-latin")
    for weight, name in BANGLA_SERVED.items():
        with tempfile.TemporaryDirectory() as folder:
            bangla = _bangla(Path(folder), weight)
        _draw_with_fewer_points(bangla)
        _serve(bangla, name)


def syllables(clusters: Iterable[str]) -> Iterator[str]:
    """Yield every consonant and cluster with every vowel sign."""
    single = [form for letter in CONSONANTS for form in (letter, REPHA + letter, letter + YAPHALA)]
    for letters in (*single, *clusters):
        for sign in VOWEL_SIGNS:
            yield letters + sign


def _latin() -> TTFont:
    """Return the Latin face with two masters, its regular and its boldest weight, where the source has a third between.

    Outlines of 600 differ by up to 11 units, 0.2 pixels in running text, and the variations (``gvar``) are half as long.
    """
    design = DesignSpaceDocument()
    design.addAxisDescriptor(name="Weight", tag="wght", minimum=REGULAR, default=REGULAR, maximum=BOLDEST)
    for weight in (REGULAR, BOLDEST):
        master = _latin_source(weight)
        scale_upem(master, GRID)
        design.addSourceDescriptor(location={"Weight": weight}, font=master)
    return varLib.build(design)[0]


def _bangla(folder: Path, weight: int) -> TTFont:
    """Return a Bangla face with the needed conjuncts and the Latin letters.

    Raises:
        RuntimeError: a syllable comes out with other glyphs than in the source.
    """
    bangla, latin = folder / "bangla.ttf", folder / "latin.ttf"
    source, letters = _bangla_source(weight), _latin_source(weight)
    if weight != REGULAR:
        _as_wide_as(_bangla_source(REGULAR), source)
        _as_wide_as(_latin_source(REGULAR), letters)
    source.save(bangla)
    del letters["GPOS"]
    letters.save(latin)
    cut = TTFont(bangla)
    texts = list(syllables(CLUSTERS.read_text("utf-8").split()))
    before = _shaped(bangla, texts)
    drawn = {cut.getGlyphName(number) for line in before for number, _ in line}
    keep = _with_parts(cut, drawn | set(cut.getBestCmap().values()))
    # Closing the set over the rules would bring every conjunct back.
    options = Options(layout_features=["*"], layout_closure=False, notdef_outline=True, hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(glyphs=keep)
    subsetter.subset(cut)
    cut.save(bangla)
    merged = Merger().merge([str(bangla), str(latin)])
    for table, fields in MEASURES.items():
        for field in fields:
            setattr(merged[table], field, getattr(cut[table], field))
    merged.save(bangla)
    for text, old, new in zip(texts, before, _shaped(bangla, texts), strict=True):
        if [width for _, width in old] != [width for _, width in new]:
            message = f"{text} is not drawn as in the whole typeface"
            raise RuntimeError(message)
    return merged


def _bangla_source(weight: int) -> TTFont:
    return _plain(TTFont(SOURCES / BANGLA_SOURCES[weight]))


def _latin_source(weight: int) -> TTFont:
    return _plain(instantiateVariableFont(TTFont(SOURCES / "AnekLatin-Text.woff2"), {"wght": weight}))


def _as_wide_as(regular: TTFont, bold: TTFont) -> None:
    """Scale every glyph of a bold face to the width of the regular one, and place marks and kern as that does.

    Text then has the same width in both, so that a bold face that arrives late moves nothing. Scaled are outlines and
    not the space beside them, because the head line of Bangla letters must meet from glyph to glyph.
    """
    drawn = bold["glyf"]
    for name in bold.getGlyphOrder():
        old, (new, _) = bold["hmtx"][name][0], regular["hmtx"][name]
        glyph = drawn[name]
        if old and new and glyph.numberOfContours > 0:
            glyph.coordinates.scale((new / old, 1))
            glyph.coordinates.toInt()
            glyph.recalcBounds(drawn)
        bold["hmtx"][name] = (new, getattr(glyph, "xMin", 0))
    for table in ("GDEF", "GPOS"):
        bold[table] = regular[table]


def _shaped(file: Path, texts: Iterable[str]) -> list[list[tuple[int, int]]]:
    """Return the ids and advance widths of the glyphs of every text after shaping."""
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file))))
    lines = []
    for text in texts:
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
        glyphs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        lines.append([(glyph.codepoint, position.x_advance) for glyph, position in glyphs])
    return lines


def _with_parts(font: TTFont, names: set[str]) -> set[str]:
    """Return glyphs with those that they are substituted from: a conjunct comes from half forms that are never shown."""
    rules = list(_rules(font))
    found, size = set(names), 0
    while len(found) > size:
        size = len(found)
        found |= {part for made, parts in rules if made in found for part in parts}
    return found


def _rules(font: TTFont) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the substitutions (GSUB) of a face: input glyphs and result."""
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            rule = getattr(table, "ExtSubTable", table)
            for first, ligatures in getattr(rule, "ligatures", {}).items():
                yield from ((each.LigGlyph, [first, *each.Component]) for each in ligatures)
            for old, new in getattr(rule, "mapping", {}).items():
                yield from ((each, [old]) for each in ([new] if isinstance(new, str) else new))


def _draw_with_fewer_points(font: TTFont) -> None:
    """Simplify every outline, by at most `BEND` units."""
    glyphs, bend = font["glyf"], BEND * font["head"].unitsPerEm / GRID
    for name in font.getGlyphOrder():
        if glyphs[name].numberOfContours <= 0:
            continue
        drawn = TTGlyphPen(None)
        glyphs[name].draw(Qu2CuPen(Cu2QuPen(drawn, bend / 2), bend / 2, all_cubic=True), glyphs)
        glyphs[name] = min(drawn.glyph(), glyphs[name], key=lambda glyph: len(glyph.coordinates))


def _drop_trifles(font: TTFont) -> None:
    """Remove kerning below the limit above, variations of it between weights below that, and pairs kerned as their classes."""
    axes = font["fvar"].axes if "fvar" in font else []
    changes = VarStoreInstancer(font["GDEF"].table.VarStore, axes, {"wght": 1.0}) if axes else {}
    for value in _kerning(font):
        device = getattr(value, "XAdvDevice", None)
        # The two halves of the number under which the store keeps the change.
        change = changes[(device.StartSize << 16) + device.EndSize] if device else 0
        if abs(change) <= TRIFLE:
            value.XAdvDevice = None
            if abs(value.XAdvance) <= TRIFLE:
                value.XAdvance = 0
    for rules in _pair_rules(font):
        for rule in rules:
            for left, pairs in zip(rule.Coverage.glyphs, getattr(rule, "PairSet", []), strict=False):
                by_class = next((other for other in rules if other.Format == 2 and left in other.Coverage.glyphs), None)
                pairs.PairValueRecord = [
                    pair for pair in pairs.PairValueRecord
                    if _parts(pair.Value1) != _parts(by_class and _of_classes(by_class, left, pair.SecondGlyph))
                ]  # fmt: skip
    gpos.compact(font, 5)


def _of_classes(rule: PairPos, left: str, right: str) -> ValueRecord | None:
    """Return the kerning that a rule has for the classes of two glyphs."""
    first, second = rule.ClassDef1.classDefs.get(left, 0), rule.ClassDef2.classDefs.get(right, 0)
    return rule.Class1Record[first].Class2Record[second].Value1


def _parts(value: ValueRecord | None) -> dict[str, object]:
    return {name: part for name, part in vars(value).items() if part} if value else {}


def _kerning(font: TTFont) -> Iterator[ValueRecord]:
    for rule in (rule for rules in _pair_rules(font) for rule in rules):
        pairs = [pair for pairs in getattr(rule, "PairSet", []) for pair in pairs.PairValueRecord]
        pairs += [pair for left in getattr(rule, "Class1Record", []) for pair in left.Class2Record]
        yield from (pair.Value1 for pair in pairs if pair.Value1 and hasattr(pair.Value1, "XAdvance"))


def _pair_rules(font: TTFont) -> Iterator[list[PairPos]]:
    """Yield the rules about pairs of each lookup (GPOS): the first that holds a pair decides."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        rules = [getattr(table, "ExtSubTable", table) for table in lookup.SubTable]
        yield [rule for rule in rules if isinstance(rule, PairPos)]


def _plain(font: TTFont) -> TTFont:
    font.flavor = None
    return font


def _serve(font: TTFont, name: str) -> None:
    """Write a face under a name with the hash of its content, and delete the previous file."""
    scale_upem(font, GRID)
    _drop_trifles(font)
    font.recalcTimestamp = False  # the same sources make the same bytes
    font["head"].modified = font["head"].created = DATED
    font.flavor = "woff2"
    file = SERVED / f"{name}.woff2"
    font.save(file)
    content = file.read_bytes()
    for old in SERVED.glob(f"{name}.*.woff2"):
        # The name holds the hash of what was written; a file of another content is a person's.
        if hashlib.sha256(old.read_bytes()).hexdigest()[:8] == old.name.split(".")[1]:
            old.unlink()
        else:
            print(f"assets/fonts/{old.name}: kept, since a person put it there")
    file = file.rename(SERVED / f"{name}.{hashlib.sha256(content).hexdigest()[:8]}.woff2")
    print(f"{file.name}: {len(content)} bytes, {len(font.getGlyphOrder())} glyphs")
