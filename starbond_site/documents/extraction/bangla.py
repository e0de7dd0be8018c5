"""Bangla text in the order of its shapes, as many PDFs give it, put into the order of Unicode.

Unicode stores a syllable as it is spoken (Unicode Standard, section 12.2): consonants, then the vowel sign, also where
the sign is drawn before them; and a reph, drawn above the end of a cluster, before it. A PDF that names the shapes one
by one gives them as they stand on the paper. Without this step "কি" would be read as "িক", and never be found.
"""

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
