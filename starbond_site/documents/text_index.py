"""The index of the full text: which page holds which words.

Text and query are cut into the same tokens here, in Python, so that SQLite and PostgreSQL answer equally. A token is a
run of letters, marks and digits (Unicode categories L, M and N). Bangla vowel signs and the hasanta are marks: a
tokeniser that ends words at them, as the default of SQLite's FTS5 does, cuts Bangla words into letters.

The index is derived from the pages and can be built again at any time (`rebuild`). SQLite keeps the tokens in FTS5
without the text and without positions, PostgreSQL as a ``tsvector`` made of the tokens themselves. Whoever changes
`tokens` adds a migration that calls `rebuild`.

An entry has the number of its document and page. Entries of newer documents, and of earlier pages of one document, have
higher numbers: a search reads them in falling order, and stops at as many documents as it shows.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice

from sqlalchemy import Connection, text
from sqlmodel import Session

from starbond_site.documents import names

MAX_TOKEN = 64
"""Characters of a token; what follows is not compared."""
MAX_QUERY = 200
"""Characters of a query that are read."""
MAX_WORDS = 12
"""Of a query; further ones are ignored."""
_PAGES = 10_000
"""Numbers of a document, more than `extraction.MAX_PAGES`; statements below have it as 10000."""
_BATCH = 500
MAX_COMPARED = 12
"""Of one document that are compared, to find the one where the words stand beside each other."""
_CREATE = {
    # The tokens are separated by blanks. The tokeniser "ascii" keeps every other character beyond ASCII as it is, while
    # "unicode61 categories 'L* N* Co Mn Mc Cf'" ends words at letters that are younger than its Unicode 6.1.
    "sqlite": (
        """
        CREATE VIRTUAL TABLE page_index
        USING fts5(words, content='', columnsize=0, detail=none, prefix='2 3', tokenize='ascii')
        """,
    ),
    "postgresql": (
        "CREATE TABLE page_index (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
        "CREATE INDEX page_index_words ON page_index USING gin (words)",
    ),
}
_SEARCH = {
    # FTS5 returns the entries of a word in the order of their numbers, one by one.
    "sqlite": (
        """
        SELECT rowid AS id FROM page_index WHERE page_index MATCH :query AND EXISTS (
          SELECT 1 FROM document
          WHERE document.id = page_index.rowid / 10000 AND withdrawn_at IS NULL AND replaced_at IS NULL
        ) ORDER BY rowid DESC LIMIT 20000
        """,
    ),
    # A GIN index knows no order: all entries of a word are read and sorted. Where a word is so common that this would
    # take long, the newest entries have enough of it: they are compared first, one by one.
    "postgresql": (
        """
        SELECT id FROM (SELECT id, words FROM page_index ORDER BY id DESC LIMIT 1500) AS found
        WHERE words @@ CAST(:query AS tsquery) AND EXISTS (
          SELECT 1 FROM document
          WHERE document.id = found.id / 10000 AND withdrawn_at IS NULL AND replaced_at IS NULL
        ) ORDER BY id DESC
        """,
        """
        WITH found AS MATERIALIZED (SELECT id FROM page_index WHERE words @@ CAST(:query AS tsquery))
        SELECT id FROM found WHERE EXISTS (
          SELECT 1 FROM document
          WHERE document.id = found.id / 10000 AND withdrawn_at IS NULL AND replaced_at IS NULL
        ) ORDER BY id DESC LIMIT 20000
        """,
    ),
}
_INSERT = {
    "sqlite": "INSERT INTO page_index (rowid, words) VALUES (:id, :words)",
    "postgresql": "INSERT INTO page_index (id, words) VALUES (:id, array_to_tsvector(string_to_array(:words, ' ')))",
}
_REMOVE = {
    "sqlite": "INSERT INTO page_index (page_index, rowid, words) VALUES ('delete', :id, :words)",
    "postgresql": "DELETE FROM page_index WHERE id = :id",
}
_CLEAR = {
    "sqlite": "INSERT INTO page_index (page_index) VALUES ('delete-all')",
    "postgresql": "DELETE FROM page_index",
}
Entry = tuple[int, str]
"""Number and tokens of a page, the tokens separated by blanks."""


class _Separators(dict[int, str]):
    """For `str.translate`: keeps letters, marks, digits and what is folded away, separates by everything else."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_part = unicodedata.category(character)[0] in "LMN" or not names.searchable(character)
        self[code] = made = character if is_part else " "
        return made


_SEPARATORS = _Separators()
_RUN = re.compile("[^ ]+")


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
    for run in _RUN.finditer(text.translate(_SEPARATORS)):
        yield run.start(), run.end(), _tokens_of(text[run.start() : run.end()])


@lru_cache(16_384)
def _tokens_of(run: str) -> tuple[str, ...]:
    return tuple(tokens(run))


def is_index(table: str) -> bool:
    """Return whether a table belongs to the index: it has no model, and is not copied."""
    return re.fullmatch("page_index(_[a-z]+)?", table) is not None


def create(connection: Connection) -> None:
    for statement in _CREATE[connection.dialect.name]:
        connection.execute(text(statement))


def drop(connection: Connection) -> None:
    connection.execute(text("DROP TABLE page_index"))


def entries(document_id: int, pages: Sequence[tuple[int, str]]) -> list[Entry]:
    made = ((_number(document_id, page), dict.fromkeys(tokens(words))) for page, words in pages)
    return [(number, " ".join(words)) for number, words in made if words]


def add(connection: Connection, added: Sequence[Entry]) -> None:
    _run(connection, _INSERT, added)


def remove(connection: Connection, removed: Sequence[Entry]) -> None:
    """Remove entries, which FTS5 wants to see as they were added."""
    _run(connection, _REMOVE, removed)


def rebuild(connection: Connection) -> int:
    """Build the index from the pages of all documents; return their number."""
    connection.execute(text(_CLEAR[connection.dialect.name]))
    every = text("SELECT document_id, page, text FROM page_text ORDER BY document_id, page")
    pages = connection.execute(every.execution_options(yield_per=_BATCH))
    count = 0
    for rows in pages.partitions(_BATCH):
        count += len(rows)
        add(connection, [entry for document, page, words in rows for entry in entries(document, [(page, words)])])
    return count


def search(session: Session, wanted: tuple[str, ...], *, is_prefix: bool) -> Iterator[tuple[int, list[int]]]:
    """Yield the newest public documents that hold all words on one page, each with its first such pages.

    Args:
        wanted: words as `query_tokens` returns them, at least one.
    """
    connection = session.connection()
    dialect = connection.dialect.name
    if dialect == "postgresql":
        # The planner knows too little of rare words to choose the index.
        connection.execute(text("SET LOCAL enable_seqscan = off"))
    given = {"query": _query(dialect, wanted, is_prefix=is_prefix)}
    yielded: set[int] = set()
    for statement in _SEARCH[dialect]:
        with connection.execute(text(statement), given) as found:
            for document, numbers in groupby(map(int, found.scalars()), lambda number: number // _PAGES):
                if document not in yielded:
                    yielded.add(document)
                    yield document, [_PAGES - 1 - number % _PAGES for number in islice(numbers, MAX_COMPARED)]


def _query(dialect: str, wanted: tuple[str, ...], *, is_prefix: bool) -> str:
    """Return a query in the language of the database; tokens have no character with a meaning there."""
    if dialect == "sqlite":
        return " AND ".join(f'"{word}"' for word in wanted) + ("*" if is_prefix else "")
    return " & ".join(f"'{word}'" for word in wanted) + (":*" if is_prefix else "")


def _number(document_id: int, page: int) -> int:
    return document_id * _PAGES + _PAGES - 1 - page


def _run(connection: Connection, statements: dict[str, str], given: Sequence[Entry]) -> None:
    if given:
        rows = [{"id": number, "words": words} for number, words in given]
        connection.execute(text(statements[connection.dialect.name]), rows)
