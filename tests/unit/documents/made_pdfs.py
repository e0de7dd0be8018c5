"""PDFs as other programs make them: their texts, orders and encodings, with phrases at known places."""

import io
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pikepdf
from fontTools.ttLib import TTFont
from fpdf import FPDF
from PIL import Image, ImageDraw

_HARFBUZZ: Any = import_module("uharfbuzz")
"""Its module has no types."""
FONT = next((Path(__file__).parents[3] / "assets" / "fonts").glob("anek-bangla.*.woff2"))
ENGLISH = """
    shareholders dividend annual general meeting board resolved quarter revenue adhesive factory audited statement
    director record date interest bond coupon trustee prospectus approved securities commission exchange profit
""".split()  # noqa: SIM905  a list would be one word a line
BANGLA = """
    বাংলাদেশ বিনিয়োগকারী শেয়ারহোল্ডার লভ্যাংশ বার্ষিক প্রতিবেদন কর্মকর্তা পরিচালনা পর্ষদ আর্থিক বিবরণী কোম্পানি
    সাধারণ সভা সিদ্ধান্ত বিজ্ঞপ্তি মূল্য সংবেদনশীল তথ্য ঘোষণা নিরীক্ষিত মুনাফা উৎপাদন কারখানা সম্পদ চট্টগ্রাম ব্যবস্থাপক
""".split()  # noqa: SIM905
BIJOY = {
    "বাংলাদেশ": "evsjv‡`k", "শেয়ারহোল্ডার": "†kqvi‡nvìvi", "লভ্যাংশ": "jf¨vsk", "বার্ষিক": "evwl©K", "প্রতিবেদন": "cÖwZ‡e`b",
    "কর্মকর্তা": "Kg©KZ©v", "পর্ষদ": "cl©`", "আর্থিক": "Avw_©K", "বিবরণী": "weeiYx", "সংখ্যা": "msL¨v", "গেজেট": "†M‡RU",
    "অতিরিক্ত": "AwZwi³", "প্রকাশিত": "cÖKvwkZ", "সম্পদ": "m¤ú`", "উদ্দেশ্য": "D‡Ïk¨", "আন্তর্জাতিক": "AvšÍR©vwZK",
    "ব্যবস্থাপনা": "e¨e¯’vcbv", "বিশ্ববিদ্যালয়": "wek¦we`¨vjq", "কৌশল": "‡KŠkj", "মুক্তি": "gyw³", "শিক্ষা": "wkÿv",
    "সুন্দর": "my›`i",
    "কর্তৃপক্ষ": "KZ…©cÿ", "রেজিস্টার্ড": "†iwR÷vW©", "বন্ধু": "eÜz", "চাঁদ": "Pvu`", "দ্রুত": "`ªæZ", "সোমবার": "†mvgevi",
}  # fmt: skip
"""Words as SutonnyMJ writes them."""
_BANGLA_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")


@dataclass(frozen=True)
class Made:
    """A PDF, and the phrases that stand in it."""

    name: str
    content: bytes
    planted: tuple[tuple[str, int], ...]
    """Words and page."""
    state: str = "text"


def held_set(*, few: bool = True) -> Iterator[Made]:
    """Yield one PDF of each kind, or thirty."""
    kinds: list[tuple[str, int, Sequence[str], Callable[[Sequence[Sequence[str]]], bytes], int]] = [
        ("english", 7, ENGLISH, _latin, 6),
        ("two columns", 3, ENGLISH, _two_columns, 3),
        ("marked bangla", 6, BANGLA, marked_clusters, 3),
        ("shapes", 4, BANGLA, in_order_of_shapes, 3),
        ("letters", 2, BANGLA, _letters, 3),
        ("bijoy", 4, tuple(BIJOY), bijoy, 3),
    ]
    for place, (name, count, words, draw, pages) in enumerate(kinds):
        for number in range(1 if few else count):
            yield _made(f"{name} {number}", 10 * place + number, pages, words, draw)
    for number in range(1 if few else 3):
        yield Made(f"scan {number}", scan(number + 1), (), "scan")
    yield _made("many pages", 70, 50 if few else 500, ENGLISH, _latin)


def _made(
    name: str, seed: int, pages: int, words: Sequence[str], draw: Callable[[Sequence[Sequence[str]]], bytes]
) -> Made:
    """Write pages of random words, and remember three of them and a number of each fifth page."""
    chance = random.Random(seed)
    numbers = [f"{seed}{page:03}" for page in range(1, pages + 1)]
    texts = [[*chance.choices(words, k=60), number] for number in numbers]
    if words is not ENGLISH:
        texts = [[*text[:-1], text[-1].translate(_BANGLA_DIGITS)] for text in texts]
    chosen = range(0, pages, max(1, pages // 5))
    planted = tuple((" ".join([*texts[page][10:13], numbers[page]]), page + 1) for page in chosen)
    return Made(name, draw(texts), planted)


def _document() -> FPDF:
    pdf = FPDF()
    pdf.core_fonts_encoding = "cp1252"
    pdf.set_font("Helvetica", size=11)
    return pdf


def _latin(pages: Sequence[Sequence[str]]) -> bytes:
    pdf = _document()
    for words in pages:
        pdf.add_page()
        pdf.multi_cell(0, 6, " ".join(words))
    return bytes(pdf.output())


def plain(text: str) -> bytes:
    """Return one page of English."""
    return _latin([[text]])


def _two_columns(pages: Sequence[Sequence[str]]) -> bytes:
    pdf = _document()
    for words in pages:
        pdf.add_page()
        with pdf.text_columns(ncols=2, gutter=10, text_align="J") as columns:
            columns.write(" ".join([*words, *words[:30]]))
    return bytes(pdf.output())


def bijoy(pages: Sequence[Sequence[str]], font: str = "SutonnyMJ") -> bytes:
    """Return pages in a font with the encoding of Bijoy."""
    ascii_digits = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
    content = _latin([[BIJOY.get(word, word.translate(ascii_digits)) for word in words] for words in pages])
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for held in pdf.objects:
            if isinstance(held, pikepdf.Dictionary) and held.get("/BaseFont") == "/Helvetica":
                held.BaseFont = pikepdf.Name(f"/ABCDEF+{font}")
        made = io.BytesIO()
        pdf.save(made)
    return made.getvalue()


@cache
def _font() -> bytes:
    font, made = TTFont(FONT), io.BytesIO()
    font.flavor = None
    font.save(made)
    return made.getvalue()


def _letters(pages: Sequence[Sequence[str]]) -> bytes:
    """Return pages whose shapes stand for one character each, in the order of Unicode."""
    with tempfile.NamedTemporaryFile(suffix=".ttf") as file:
        file.write(_font())
        file.flush()
        pdf = FPDF()
        pdf.add_font("Anek", fname=file.name)
        pdf.set_font("Anek", size=12)
        for words in pages:
            pdf.add_page()
            pdf.multi_cell(0, 8, " ".join(words))
        return bytes(pdf.output())


def in_order_of_shapes(pages: Sequence[Sequence[str]]) -> bytes:
    """Return pages whose text is in the order in which it is drawn."""
    return _letters([[drawn(word) for word in words] for words in pages])


def drawn(word: str) -> str:
    """Return a word in the order of its shapes: signs before their cluster, reph behind it."""
    made: list[str] = []
    cluster = ""
    for letter in word:
        joins = letter == "\u09cd" or letter == "\u09bc" or (cluster and cluster[-1] == "\u09cd")
        if not joins and letter not in "\u09bf\u09c7\u09c8\u09cb\u09cc":
            made.append(cluster)
            cluster = ""
        if letter in "\u09bf\u09c7\u09c8":
            cluster = letter + cluster
        elif letter in "\u09cb\u09cc":
            cluster = "\u09c7" + cluster + {"\u09cb": "\u09be", "\u09cc": "\u09d7"}[letter]
        else:
            cluster += letter
    made.append(cluster)
    return "".join(_reph_behind(part) for part in made)


def _reph_behind(cluster: str) -> str:
    sign = cluster[0] if cluster[:1] and cluster[0] in "\u09bf\u09c7\u09c8" else ""
    rest = cluster[len(sign) :]
    if rest.startswith("\u09b0\u09cd") and len(rest) > len("\u09b0\u09cd"):
        rest = rest[2:] + "\u09b0\u09cd"
    return sign + rest


def marked_clusters(pages: Sequence[Sequence[str]]) -> bytes:
    """Return shaped pages whose clusters are marked with their text, as Chromium writes them."""
    face = _HARFBUZZ.Face(_font())
    font = _HARFBUZZ.Font(face)
    size, em = 12, face.upem
    pdf = pikepdf.new()
    file = pdf.make_stream(_font(), Length1=len(_font()))
    box = pikepdf.Array([0, -300, 1000, 1000])
    descriptor = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor, FontName=pikepdf.Name("/Anek"), Flags=4, FontBBox=box, ItalicAngle=0,
            Ascent=800, Descent=-200, CapHeight=700, StemV=80, FontFile2=file,
        )
    )  # fmt: skip
    widths = pikepdf.Array(
        [0, pikepdf.Array([round(font.get_glyph_h_advance(g) * 1000 / em) for g in range(face.glyph_count)])]
    )
    below = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.CIDFontType2, BaseFont=pikepdf.Name("/Anek"), W=widths,
        CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
        FontDescriptor=descriptor, CIDToGIDMap=pikepdf.Name.Identity,
    )  # fmt: skip
    shown = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type0, BaseFont=pikepdf.Name("/Anek"),
            Encoding=pikepdf.Name("/Identity-H"), DescendantFonts=pikepdf.Array([pdf.make_indirect(below)]),
        )
    )  # fmt: skip
    for words in pages:
        page = pdf.add_blank_page(page_size=(595, 842))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=shown))
        lines = [" ".join(words[first : first + 7]) for first in range(0, len(words), 7)]
        drawn_lines = [_line(font, line, 780 - 20 * row, size, em) for row, line in enumerate(lines)]
        page.Contents = pdf.make_stream("\n".join(["BT /F1 12 Tf", *drawn_lines, "ET"]).encode())
    made = io.BytesIO()
    pdf.save(made)
    return made.getvalue()


def _line(font: Any, line: str, y: float, size: int, em: int) -> str:  # noqa: ANN401
    """Return the operators of a line, each shape by itself."""
    buffer = _HARFBUZZ.Buffer()
    buffer.add_str(line)
    buffer.guess_segment_properties()
    _HARFBUZZ.shape(font, buffer)
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    starts = [*sorted({info.cluster for info in infos}), len(line)]
    x, open_cluster, made = 50.0, None, []
    for info, position in zip(infos, positions, strict=True):
        if info.cluster != open_cluster:
            if open_cluster is not None:
                made.append("EMC")
            end = starts[starts.index(info.cluster) + 1]
            text = line[info.cluster : end].encode("utf-16-be").hex().upper()
            made.append(f"/Span << /ActualText <FEFF{text}> >> BDC")
            open_cluster = info.cluster
        left, up = x + position.x_offset * size / em, y + position.y_offset * size / em
        made.append(f"1 0 0 1 {left:.3f} {up:.3f} Tm <{info.codepoint:04X}> Tj")
        x += position.x_advance * size / em
    return "\n".join([*made, "EMC"])


def scan(pages: int, words: str = "Scanned page") -> bytes:
    """Return pages that are pictures."""
    pictures = []
    for page in range(pages):
        picture = Image.new("L", (620, 877), 255)
        ImageDraw.Draw(picture).text((60, 60), f"{words} {page}", fill=0)
        pictures.append(picture)
    made = io.BytesIO()
    pictures[0].save(made, "PDF", save_all=True, append_images=pictures[1:])
    return made.getvalue()
