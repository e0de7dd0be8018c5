"""Bangla text in the order of its shapes, as many PDFs give it, put into the order of Unicode; also that of Bijoy.

Unicode stores a syllable as it is spoken (Unicode Standard, section 12.2): consonants, then the vowel sign, also where
the sign is drawn before them; and a reph, drawn above the end of a cluster, before it. A PDF that names the shapes one
by one gives them as they stand on the paper. Without this step "কি" would be read as "িক", and never be found.

Fonts such as SutonnyMJ draw Bangla shapes for the characters of Windows-1252: "evsjv‡`k" is read as "বাংলাদেশ". The
assignment is that of the SutonnyMJ font, as the tables of Avro Keyboard (OmicronLab, ``clsUnicodeToBijoy2000``) and of
the converters "UnicodeToBijoy" and "bijoy2unicode" give it for the other direction; where fonts of different age
differ, both characters are read.
"""
# ruff: noqa: E501  marks have no width of their own

import re
import unicodedata

from starbond_site.documents.names import normalized

LETTER = re.compile("[\u0980-\u09ff]")
HASANTA = "\u09cd"
REPH = "\ue000"
"""Stands for a reph that is still behind its cluster; private use, and in no result."""
_CONSONANT = "[\u0995-\u09b9\u09ce\u09dc\u09dd\u09df\u09f0\u09f1]\u09bc?"
_CLUSTER = f"{_CONSONANT}(?:{HASANTA}[\u200c\u200d]?{_CONSONANT})*"
_BEFORE = "[\u09bf\u09c7\u09c8]"
"""Vowel signs that are drawn before their consonant: ি, ে, ৈ."""
_AFTER = "[\u09be\u09c0-\u09c4\u09d7]"
_SYLLABLE = re.compile(f"({_BEFORE})?({_CLUSTER})({_AFTER}?)({REPH})?({_AFTER}?)")
_DOUBLE_HASANTA = re.compile(f"{HASANTA}{{2,}}")
_EARLY_CANDRABINDU = re.compile("\u0981([\u09be-\u09cc\u09d7])")
_DRAWN_REPH = re.compile(f"(?<=[\u0995-\u09b9\u09bc\u09be\u09c0-\u09c4\u09ce\u09d7])\u09b0{HASANTA}(?!\u200d)")
_MISPLACED = re.compile(f"(?:^|(?<=[^\u0995-\u09b9\u09bc\u09ce\u09dc-\u09df\u09f0\u09f1\u09cd\u200c\u200d])){_BEFORE}")
"""A sign without a consonant before it: Unicode has none."""
_WORD_END = re.compile(f"(?<=[\u0995-\u09b9\u09bc]){_BEFORE}(?![\u0980-\u09ff\u200c\u200d])")
"""A sign at the end of a word: in the order of shapes there is none."""
_WORD = re.compile("[\u0980-\u09ff]+")
KNOWN = frozenset(
    unicodedata.normalize("NFC", word)
    for word in """
    থেকে করে এটি যে সে কে হয়ে দিয়ে নিয়ে কিছু যদি তিনি কোনো জন্যে ভিত্তিতে সালে টাকা প্রতি এবং ও এই না হয় করা হবে জন্য
    কোম্পানি লিমিটেড পরিচালক পরিচালনা পর্ষদ বার্ষিক আর্থিক প্রতিবেদন বিবরণী বিজ্ঞপ্তি বিনিয়োগ বিনিয়োগকারী শেয়ার
    শেয়ারহোল্ডার সাধারণ সভা তারিখ নির্বাহী কর্মকর্তা নিরীক্ষা নিরীক্ষিত হিসাব বোর্ড কমিটি সিদ্ধান্ত তথ্য সংবেদনশীল মূল্য ঘোষণা
    কমিশন সিকিউরিটিজ লভ্যাংশ মেয়াদ ব্যবস্থাপনা বাংলাদেশ ঢাকা জুন ডিসেম্বর সেপ্টেম্বর মিলিয়ন কোটি হাজার
    """.split()  # noqa: SIM905  a list would be one word a line
)
"""Words that nearly every filing has, most of them with a sign or a reph that is drawn elsewhere than it is spoken."""


def reordered(text: str) -> str:
    """Return text in the order of shapes in the order of Unicode; a reph is `REPH` there."""
    text = _DOUBLE_HASANTA.sub(HASANTA, text)
    text = _SYLLABLE.sub(_in_order, text).replace(REPH, "\u09b0" + HASANTA)
    return normalized("NFC", _EARLY_CANDRABINDU.sub("\\1\u0981", text))


def repaired(text: str) -> str:
    """Return the text of a page in the order of Unicode, whichever order it is in.

    The order with more known words is right. Where a page has none of them, the signs tell: only the order of shapes
    has them before any consonant, only that of Unicode at the end of a word.
    """
    other = reordered(_DRAWN_REPH.sub(REPH, text))
    gained = _known(other) - _known(text)
    if gained:
        return other if gained > 0 else text
    if len(_MISPLACED.findall(text)) <= len(_WORD_END.findall(text)):
        return text
    return other


def _known(text: str) -> int:
    return sum(word in KNOWN for word in _WORD.findall(normalized("NFC", text)))


def _in_order(syllable: re.Match[str]) -> str:
    before, cluster, sign, reph, late = syllable.groups()
    lead = REPH if reph else ""
    return lead + cluster + (before or "") + sign + (late or "")


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


def is_bijoy(font: str) -> bool:
    # ``ABCDEF+`` stands before the name of an embedded part of a font (ISO 32000-1, 9.6.4).
    return _FONT.search(font.rpartition("+")[2]) is not None


def of_bijoy(text: str) -> str:
    """Return text of a Bijoy font in Unicode; text that is Unicode already stays."""
    if LETTER.search(text):
        return text
    shapes = text.translate(_SYMBOLIC).translate(_TABLE)
    return _A_WITH_SIGN.sub("আ", reordered(shapes))
