"""PDFs as other programs make them: their texts, orders and encodings."""

import io
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pikepdf
from fontTools.ttLib import TTFont
from fpdf import FPDF
from pikepdf import Dictionary, Name
from PIL import Image, ImageDraw

from starbond_site.presentation import design
from tests.unit.documents import samples

FONT = Path(__file__).parents[3] / "assets" / "fonts" / design.BANGLA.file
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
_CLUSTER = re.compile("[^ ][\u0981-\u0983\u09bc\u09be-\u09cc\u09d7]*(?:\u09cd.[\u09bc\u09be-\u09cc\u09d7]*)*| ")


def english(pages: Sequence[Sequence[str]]) -> bytes:
    pdf = FPDF()
    pdf.core_fonts_encoding = "cp1252"
    pdf.set_font("Helvetica", size=11)
    for words in pages:
        pdf.add_page()
        pdf.multi_cell(0, 6, " ".join(words))
    return bytes(pdf.output())


def plain(text: str) -> bytes:
    return english([[text]])


def bijoy(pages: Sequence[Sequence[str]], font: str = "SutonnyMJ") -> bytes:
    ascii_digits = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
    content = english([[BIJOY.get(word, word.translate(ascii_digits)) for word in words] for words in pages])
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for held in pdf.objects:
            if isinstance(held, Dictionary) and held.get("/BaseFont") == "/Helvetica":
                held.BaseFont = Name(f"/ABCDEF+{font}")
        return samples.saved(pdf)


def in_order_of_shapes(pages: Sequence[Sequence[str]]) -> bytes:
    """Return pages whose text is in the order in which it is drawn, by shapes that stand for one character each."""
    with tempfile.NamedTemporaryFile(suffix=".ttf") as file:
        font = TTFont(FONT)
        font.flavor = None
        font.save(file.name)
        pdf = FPDF()
        pdf.add_font("Anek", fname=file.name)
        pdf.set_font("Anek", size=12)
        for words in pages:
            pdf.add_page()
            pdf.multi_cell(0, 8, " ".join(drawn(word) for word in words))
        return bytes(pdf.output())


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
    """Return pages whose clusters are marked with their text, each shape by itself, as Chromium writes them."""
    pdf = pikepdf.new()
    font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Courier))
    for words in pages:
        page = pdf.add_blank_page(page_size=(595, 842))
        page.Resources = Dictionary(Font=Dictionary(F1=font))
        drawn_lines = []
        for row, first in enumerate(range(0, len(words), 7)):
            clusters = _CLUSTER.findall(" ".join(words[first : first + 7]))
            marks = [(text.encode("utf-16-be").hex(), " (x) Tj" * len(text)) for text in clusters]
            line = "\n".join(f"/Span << /ActualText <FEFF{mark}> >> BDC{shapes} EMC" for mark, shapes in marks)
            drawn_lines.append(f"1 0 0 1 50 {780 - 20 * row} Tm {line}")
        page.Contents = pdf.make_stream("\n".join(["BT /F1 8 Tf", *drawn_lines, "ET"]).encode())
    return samples.saved(pdf)


def scan(pages: int, words: str = "Scanned page") -> bytes:
    pictures = []
    for page in range(pages):
        picture = Image.new("L", (620, 877), 255)
        ImageDraw.Draw(picture).text((60, 60), f"{words} {page}", fill=0)
        pictures.append(picture)
    return samples.saved(pictures[0], "PDF", save_all=True, append_images=pictures[1:])
