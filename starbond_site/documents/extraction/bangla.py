"""Bangla text in the order of its shapes, as many PDFs give it, put into the order of Unicode.

Unicode stores a syllable as it is spoken (Unicode Standard, section 12.2): consonants, then the vowel sign, also where
the sign is drawn before them; and a reph, drawn above the end of a cluster, before it. A PDF that names the shapes one
by one gives them as they stand on the paper. Without this step "কি" would be read as "িক", and never be found.
"""

import re
import unicodedata

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


def reordered(text: str) -> str:
    """Return text in the order of shapes in the order of Unicode; a reph is `REPH` there."""
    text = _DOUBLE_HASANTA.sub(HASANTA, text)
    text = _SYLLABLE.sub(_in_order, text).replace(REPH, "\u09b0" + HASANTA)
    return unicodedata.normalize("NFC", _EARLY_CANDRABINDU.sub("\\1\u0981", text))


def repaired(text: str) -> str:
    """Return the text of a page in the order of Unicode, whichever order it is in.

    The words tell: only the order of shapes has signs before any consonant, only that of Unicode has them at the end of
    a word. A program writes all its pages in one order, so that the majority decides.
    """
    if len(_MISPLACED.findall(text)) <= len(_WORD_END.findall(text)):
        return text
    return reordered(_DRAWN_REPH.sub(REPH, text))


def _in_order(syllable: re.Match[str]) -> str:
    before, cluster, sign, reph, late = syllable.groups()
    lead = REPH if reph else ""
    return lead + cluster + (before or "") + sign + (late or "")
