"""Names that look like another's, whom the audit could not tell apart.

A small part of the confusables of Unicode (UTS #39): letters of Cyrillic and Greek that look like Latin ones, digits
that look like letters, marks, and what two letters make together. Whoever invites is asked: too much does no harm.
"""

import unicodedata

_LETTERS = str.maketrans(
    "абвгеһіјӏкмнорԛѕтуѵԝхԁαβγεζηικμνορτυχωıl1|0০৪",
    "abbrehijikmhopqstyvwxdabyeznikmvoptuxwiiiioo8",
)


def skeleton(name: str) -> str:
    """Return what a name looks like: equal for two names that look alike."""
    folded = unicodedata.normalize("NFKD", name.casefold()).translate(_LETTERS)
    letters = "".join(sign for sign in folded if unicodedata.category(sign)[0] in "LN" or _is_vowel_sign(sign))
    return letters.replace("rn", "m").replace("vv", "w")


def _is_vowel_sign(sign: str) -> bool:
    """Return whether a mark is a letter of its own, as in Bangla, and no accent."""
    return unicodedata.category(sign)[0] == "M" and not unicodedata.combining(sign)
