"""Words as the search compares them: folded, without endings, nearly the same, and by their sound."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache

from starbond_site.documents.names import SAME_LETTERS, searchable

LONGEST_ENDING = 3
LEAST_MISSPELT, LEAST_SPOKEN, LEAST_STEM = 4, 3, 2
"""Letters of words that are compared by letter and by sound, and of what is left without an ending."""
DIGIT = re.compile(r"\d")
PARTS = re.compile(r"\d+(?:\.\d+)?|[^\d\s.]+")
_LETTERS = (
    "k=কখq g=গঘ n=ঙংঞন c=চছ j=জঝযz t=টঠতৎথ d=ডঢদধ p=প f=ফ b=বভv m=ম r=র l=ল s=স h=হ ks=x =wy\u0983\u09bc\u09cd "
    "o=অও\u09cb a=আ\u09be i=ই\u09bf u=উ\u09c1 e=এ\u09c7 oi=ঐ\u09c8 ou=ঔ\u09cc ri=ঋ\u09c3"
)
"""Letters that people write for the same sound, Bangla and Latin, behind those by which it is compared."""
_PLAIN = (group.split("=") for group in _LETTERS.split())
_SOUNDS = str.maketrans({letter: sound for sound, letters in _PLAIN for letter in letters})
_WITH_MARKS = {"ড\u09bc": "র", "ঢ\u09bc": "র", "য\u09bc": "", "\u09cdয": ""}
_PAIRS = ((r"ph", "f"), (r"ng", "n"), (r"ee", "i"), (r"oo", "u"), (r"(?<=[^aeiou])h+", ""), (r"(.)\1+", r"\1"))
_VOWELS = str.maketrans("", "", "aeiou")


def folded(text: str) -> str:
    """Return a text in the spelling that is compared, with blanks for what separates words."""
    text = searchable(text).translate(str.maketrans(SAME_LETTERS))
    return "".join(each if each == "." or unicodedata.category(each)[0] in "LMN" else " " for each in text)


def parts(text: str) -> list[str]:
    """Return the numbers and words of a text."""
    return PARTS.findall(folded(text))


def stem(word: str, endings: Iterable[str]) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= LEAST_STEM:
            return word[: -len(ending)]
    return word


def is_nearly(word: str, held: str) -> bool:
    """Return whether a word is the beginning of another, that one with an ending, or misspelt."""
    if word.startswith(held):
        return LEAST_MISSPELT <= len(held) >= len(word) - LONGEST_ENDING
    return held.startswith(word) or is_misspelt(word, held)


def is_misspelt(one: str, other: str) -> bool:
    """Return whether two words differ by one letter: another one, one more, one less, or two exchanged."""
    if not -1 <= len(one) - len(other) <= 1 or min(len(one), len(other)) < LEAST_MISSPELT or DIGIT.search(one + other):
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[start:], other[start:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return len(left) <= 1 >= len(right) or (len(left) == 2 == len(right) and left == right[::-1])


class Sounds:
    """Words by how they sound: people also type Bangla in Latin letters, as they hear it, and English in Bangla."""

    def __init__(self, words: Mapping[str, str], endings: Iterable[str]) -> None:
        """Take words, each with what it stands for."""
        self._endings = sorted({_sound(ending) for ending in endings}, key=len, reverse=True)
        self._words = defaultdict[tuple[bool, str], dict[str, str]](dict)
        """By whether they are in Latin letters and by consonants, then by sound."""
        for word, meant in sorted(words.items()):
            self._words[word.isascii(), _consonants(_sound(word))].setdefault(_sound(word), meant)

    def nearest(self, word: str) -> str:
        """Return what stands for the word with the same consonants and the most similar vowels, or nothing."""
        said = _sound(word)
        for each in (said, stem(said, self._endings)) if len(word) >= LEAST_SPOKEN else ():
            consonants = _consonants(each)
            latin = {} if word.isascii() else self._words.get((True, consonants), {})
            near = latin | self._words.get((False, consonants), {})
            for found in get_close_matches(each, near, n=1):
                return near[found]
        return ""


@lru_cache(maxsize=16_384)
def _sound(word: str) -> str:
    for letter, plain in _WITH_MARKS.items():
        word = word.replace(letter, plain)
    word = word.translate(_SOUNDS)
    for pair, single in _PAIRS:
        word = re.sub(pair, single, word)
    return word


def _consonants(sound: str) -> str:
    """Return a sound without the vowels behind its first letter, of which "a" and "o" are taken for each other."""
    return sound[:1].replace("o", "a") + sound[1:].translate(_VOWELS)
