"""Initials of a person's name, in any script."""

import unicodedata

VIRAMAS = frozenset({"\u09cd", "\u094d"})
"""Signs that join two consonants to one conjunct: Bangla and Devanagari."""
JOINERS = frozenset({"\u200c", "\u200d"})


def initials(name: str) -> str:
    """Return the first letter of the first and of the last part of a name: ``RC``, ``রে. চৌ.``.

    A letter is what a reader takes for one (an orthographic syllable): a Bangla consonant with its conjuncts and vowel
    signs. Where a script has no capitals, points keep two of them from being read as a word. Abbreviated titles
    (``Dr.``) are no part of a name.
    """
    words = [word for word in name.split() if not word.endswith(".")] or name.split()
    parts = words if len(words) < 3 else (words[0], words[-1])
    letters = [first_letter(word).upper() for word in parts]
    return "".join(letters) if all(map(str.isupper, letters)) else " ".join(f"{letter}." for letter in letters)


def first_letter(word: str) -> str:
    """Return the first orthographic syllable of a word; empty for no word."""
    length = min(1, len(word))
    while length < len(word):
        letter = word[length]
        if not (unicodedata.category(letter).startswith("M") or letter in JOINERS or _joined(word[:length])):
            break
        length += 1
    return word[:length]


def _joined(before: str) -> bool:
    """Return whether what comes next is part of the conjunct that is open."""
    return before.rstrip("".join(JOINERS))[-1:] in VIRAMAS
