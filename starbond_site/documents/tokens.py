"""Words as the full text search compares them, the same on every database.

Text and query are cut into the same tokens here, in Python, so that SQLite and PostgreSQL answer equally. A token is a
run of letters, marks and digits (Unicode categories L, M and N). Bangla vowel signs and the hasanta are marks: a
tokeniser that ends words at them, as the default of SQLite's FTS5 does, cuts Bangla words into letters.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from starbond_site.documents import names

MAX_TOKEN = 64
"""Characters of a token; what follows is not compared."""
MAX_QUERY = 200
"""Characters of a query that are read."""
MAX_WORDS = 12
"""Of a query; further ones are ignored."""


class _Separators(dict[int, str]):
    """For `str.translate`: keeps letters, marks, digits and what is folded away, separates by everything else."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_part = unicodedata.category(character)[0] in "LMN" or not names.searchable(character)
        self[code] = made = character if is_part else " "
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
    """Return the words of a text, in their order, as `names.searchable` folds them."""
    return [word[:MAX_TOKEN] for word in names.searchable(text).translate(_SEPARATORS).split()]


def query_tokens(query: str) -> tuple[str, ...]:
    """Return the words of a query, each once; the last one is searched as the beginning of a word."""
    found = tokens(query[:MAX_QUERY].encode(errors="ignore").decode())[:MAX_WORDS]
    if not found:
        return ()
    *before, last = found
    return (*dict.fromkeys(word for word in before if word != last), last)


def spans(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for run in _RUN.finditer(text.translate(_MASK)):
        yield run.start(), run.end(), _tokens_of(text[run.start() : run.end()])


@lru_cache(16_384)
def _tokens_of(run: str) -> tuple[str, ...]:
    return tuple(tokens(run))
