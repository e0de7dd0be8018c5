"""Bangla in the encoding of Bijoy, put into Unicode.

Fonts such as SutonnyMJ draw Bangla shapes for the characters of Windows-1252: "evsjv‡`k" is read as "বাংলাদেশ". Such
text is in the order of its shapes. The assignment is that of the SutonnyMJ font, as the tables of Avro Keyboard
(OmicronLab, ``clsUnicodeToBijoy2000``) and of the converters "UnicodeToBijoy" and "bijoy2unicode" give it for the other
direction; where fonts of different age differ, both characters are read.
"""
# ruff: noqa: E501  marks have no width of their own

import re

from starbond_site.documents.extraction import bangla
from starbond_site.documents.extraction.bangla import REPH

_FONT = re.compile(r"(?<!O)MJ(?![a-z])", re.ASCII)
"""Names of fonts in this encoding: SutonnyMJ, TonnyMJ-Bold, ChandrabatiMatraMJ. Those that end in OMJ are Unicode."""
_LETTERS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ_`abcdefghijklmnopqrstuvwxyz~0123456789|",
        "অইঈউঊঋএঐওঔকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহড়ঢ়য়ৎংঃঁািীুুূ০১২৩৪৫৬৭৮৯।"
        .replace("\u09a1\u09bc", "\u09dc").replace("\u09a2\u09bc", "\u09dd").replace("\u09af\u09bc", "\u09df"),
        strict=True,
    )
)  # fmt: skip
_SHAPES = {
    # Vowel signs; some have one shape for narrow and one for broad letters.
    "†": "ে", "‡": "ে", "ˆ": "ৈ", "‰": "ৈ", "Š": "ৗ", "„": "ৃ", "…": "ৃ", "ƒ": "ূ", "‚": "ূ", "“": "ু", "–": "ু", "æ": "ু",
    # Hasanta, reph, and what stands below or behind a consonant.
    "&": "্", "©": REPH, "¨": "্য", "ª": "্র", "«": "্র", "Ö": "্র", "¬": "্ল", "\xad": "্ল", "ø": "্ল", "¡": "্ব", "¦": "্ব",
    "^": "্ব", "Ÿ": "্ব", "œ": "্ন", "è": "্ণ", "¥": "্ম", "§": "্ম", "¢": "্ভ", "£": "্ভ্র", "ú": "্প", "—": "্ত", "Í": "্ত",
    "‘": "্তু", "’": "্থ", "‹": "্ক", "Œ": "্ক্র", "¿": "্ত্র",
    # First parts of clusters.
    "š": "ন্", "›": "ন্", "¤": "ম্", "¯": "স্", "®": "ষ্", "”": "চ্", "•": "ঙ্", "˜": "দ্", "™": "দ্",
    # Whole clusters.
    "°": "ক্ক", "±": "ক্ট", "²": "ক্ষ্ম", "³": "ক্ত", "´": "ক্ম", "µ": "ক্র", "¶": "ক্ষ", "ÿ": "ক্ষ", "·": "ক্স", "¸": "গু", "»": "গ্ধ",
    "¼": "ঙ্ক", "½": "ঙ্গ", "¾": "জ্জ", "À": "জ্ঝ", "Á": "জ্ঞ", "Â": "ঞ্চ", "Ã": "ঞ্ছ", "Ä": "ঞ্জ", "Å": "ঞ্ঝ", "Æ": "ট্ট", "Ç": "ড্ড",
    "È": "ণ্ট", "É": "ণ্ঠ", "Ê": "ণ্ড", "Ð": "ণ্ড", "Ë": "ত্ত", "Ì": "ত্থ", "Î": "ত্র", "Ï": "দ্দ", "×": "দ্ধ", "Ø": "দ্ব", "Ù": "দ্ম",
    "Ú": "ন্ঠ", "Û": "ন্ড", "Ü": "ন্ধ", "Ý": "ন্স", "Þ": "প্ট", "ß": "প্ত", "à": "প্প", "á": "প্স", "â": "ব্জ", "ã": "ব্দ", "ä": "ব্ধ",
    "å": "ভ্র", "ç": "ম্ফ", "é": "ল্ক", "ê": "ল্গ", "ë": "ল্ট", "ì": "ল্ড", "í": "ল্প", "î": "ল্ফ", "ï": "শু", "ð": "শ্চ", "ñ": "শ্ছ",
    "ò": "ষ্ণ", "ó": "ষ্ট", "ô": "ষ্ঠ", "õ": "ষ্ফ", "ö": "স্খ", "÷": "স্ট", "ù": "স্ফ", "û": "হু", "ü": "হৃ", "ý": "হ্ন", "þ": "হ্ম",
    # Quotation marks and dashes, whose own characters are shapes here.
    "Ñ": "–", "Ò": "“", "Ó": "”", "Ô": "‘", "Õ": "’",
}  # fmt: skip
_TABLE = str.maketrans(_LETTERS | _SHAPES)
_SYMBOLIC = {0xF000 + code: bytes([code]).decode("cp1252", "ignore") for code in range(0x20, 0x100)}
"""Fonts with a symbol encoding give their characters from U+F020 on."""
_A_WITH_SIGN = re.compile("অা")


def is_encoding_of(font: str) -> bool:
    return _FONT.search(font) is not None


def converted(text: str) -> str:
    """Return text of a Bijoy font in Unicode; text that is Unicode already stays."""
    if bangla.LETTER.search(text):
        return text
    shapes = text.translate(_SYMBOLIC).translate(_TABLE)
    return _A_WITH_SIGN.sub("আ", bangla.reordered(shapes))
