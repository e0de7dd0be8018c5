"""Words as the full text search compares them, the same on every database.

Text and query are cut into the same tokens here, in Python, so that SQLite and PostgreSQL answer equally. A token is a
run of letters, marks and digits (Unicode categories L, M and N). Bangla vowel signs and the hasanta are marks: a
tokeniser that ends words at them, as the default of SQLite's FTS5 does, cuts Bangla words into letters.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

MAX_TOKEN = 64
"""Characters of a token; what follows is not compared."""
MAX_QUERY = 200
"""Characters of a query that are read."""
MAX_WORDS = 12
"""Of a query; further ones are ignored."""
_KHANDA_TA = re.compile("\u09a4\u09cd\u200d")
"""As it was written before Unicode 4.1 had a letter for it (Unicode Standard, section 12.2)."""


class _Separators(dict[int, str]):
    """For `str.translate`: keeps letters and marks, unifies digits, removes joiners, separates by everything else."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if category == "Nd":
            made = str(unicodedata.digit(character))
        elif category[0] in "LMN":
            made = character
        elif category == "Cf" and character != "\u200b":
            # Joiners (U+200C, U+200D), soft hyphens and marks of direction; U+200B is a space without width.
            made = ""
        else:
            made = " "
        self[code] = made
        return made


class _Mask(dict[int, str]):
    """For `str.translate`: a blank for what separates words, one character for each other one."""

    def __missing__(self, code: int) -> str:
        self[code] = made = " " if _SEPARATORS[code] == " " else "x"
        return made


_SEPARATORS = _Separators()
_MASK = _Mask()
_RUN = re.compile("x+")


def tokens(text: str) -> list[str]:
    """Return the words of a text, in their order, as they are compared.

    NFKC (which also unifies the two spellings of Bangla letters with a dot below), case folded, digits of any script as
    ASCII, without joiners.
    """
    folded = unicodedata.normalize("NFKC", _KHANDA_TA.sub("\u09ce", text)).casefold()
    return [word[:MAX_TOKEN] for word in unicodedata.normalize("NFKC", folded).translate(_SEPARATORS).split()]


def query_tokens(query: str) -> tuple[str, ...]:
    """Return the words of a query, each once; the last one is searched as the beginning of a word."""
    found = tokens(query[:MAX_QUERY].encode(errors="ignore").decode())[:MAX_WORDS]
    if not found:
        return ()
    *before, last = found
    return (*dict.fromkeys(word for word in before if word != last), last)


def spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield beginning, end and tokens of every word of a text."""
    for run in _RUN.finditer(text.translate(_MASK)):
        yield run.start(), run.end(), _tokens_of(text[run.start() : run.end()])


@lru_cache(16_384)
def _tokens_of(run: str) -> tuple[str, ...]:
    return tuple(tokens(run))
