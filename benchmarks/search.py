"""Measures the full text search at 10,000 documents of 50 pages, on SQLite and on PostgreSQL.

The pages are synthetic: words of a made-up vocabulary, English and Bangla, whose frequency falls as in natural text
(Zipf), so that some words stand on nearly every page and others on one alone. Reading PDFs is not part of it. A
PostgreSQL is measured where one is installed.
"""

import random
import statistics
import tempfile
import time
from bisect import bisect
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import accumulate
from pathlib import Path

from sqlalchemy import insert, text

from benchmarks.records import fill
from benchmarks.table import Options, Row, alone, at_most, plain
from starbond_site.documents import archive as archives
from starbond_site.documents import database, text_index, text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Extraction, PageText
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings
from tests.faults import services

CATEGORY = "AllNotice"
DOCUMENTS, PAGES = 10_000, 50
WORDS = 160
"""On a page."""
VOCABULARY = 60_000
POOL = 10_000
"""Different pages; each document takes them in another order."""
LIMIT = 100
"""Milliseconds that a search may take."""
BATCH = 100
"""Documents that are written together."""
_SYLLABLES = ("ka", "re", "to", "mi", "sho", "lan", "per", "dis", "con", "ad", "va", "ge", "nu", "st", "ing", "qua")
_BANGLA = ("কা", "রি", "তো", "মে", "শো", "লন", "পর", "দি", "কন", "আ", "বা", "গে", "নু", "স্ত", "ঙ্ক", "ক্ষ")


def measure(options: Options) -> Iterator[Row]:
    """Fill each database, then search it; the fastest run of each query counts, since the machine has other work."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        yield from _measure("SQLite", {"data_dir": str(folder / "sqlite")}, options)
        if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
            yield Row("PostgreSQL", "not installed")
            return
        server = stack.enter_context(services.postgresql())
        settings = {"data_dir": str(folder / "postgresql"), "STARBOND_DATABASE_URL": server.url}
        yield from _measure("PostgreSQL", settings, options)


def _measure(name: str, settings: dict[str, str], options: Options) -> Iterator[Row]:
    """Fill one database and search it."""
    vocabulary = _Vocabulary()
    data = Path(settings.pop("data_dir"))
    fill(data, CATEGORY, DOCUMENTS, timedelta(), **settings)
    archive = archives.connect(Settings.model_validate({"data_dir": data} | settings))
    started = time.monotonic()
    _fill_pages(archive, vocabulary)
    yield plain(f"{name}: {DOCUMENTS:,} documents of {PAGES} pages indexed within", time.monotonic() - started, "s")
    yield plain(f"{name}: size of the database", _megabytes(archive), "MB")
    for kind, queries in vocabulary.queries().items():
        times = [min(_milliseconds(archive, query) for _ in range(options.runs)) for query in queries]
        yield plain(f"{name}: {kind}, median", statistics.median(times), "ms")
        yield at_most(f"{name}: {kind}, slowest of {len(times)}", max(times), LIMIT, "ms")
    archive.close()


def _megabytes(archive: Archive) -> float:
    """Return the size of the database, after its statistics were brought up to date as a server does by itself."""
    if archive.engine.dialect.name == "sqlite":
        return sum(file.stat().st_size for file in archive.settings.data_dir.glob("starbond.db*")) / 1e6
    with archive.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("SET statement_timeout = 0"))
        connection.execute(text("VACUUM ANALYZE"))
        return connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one() / 1e6


class _Vocabulary:
    """Words, by falling frequency."""

    def __init__(self) -> None:
        self._random = random.Random(17)
        made: dict[str, None] = {}
        while len(made) < VOCABULARY:
            parts = _BANGLA if len(made) % 3 == 0 else _SYLLABLES
            made["".join(self._random.choices(parts, k=self._random.randint(2, 5)))] = None
        self.words = list(made)
        self._pages: list[str] = []
        self._made = 0
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(VOCABULARY)))

    def page(self) -> str:
        """Return a page of text with a number of its own."""
        if len(self._pages) == POOL:
            self._made += 1
            return f"{self._pages[self._made % POOL]} {self._made}"
        total, draw = self._weights[-1], self._random.random
        self._pages.append(" ".join([self.words[bisect(self._weights, draw() * total)] for _ in range(WORDS)]))
        return self._pages[-1]

    def queries(self) -> dict[str, list[str]]:
        """Return queries by kind."""
        common, middle, rare = self.words[:60], self.words[300:3000:100], self.words[30_000:60_000:1_500]
        return {
            "a common word": common[::3],
            "the beginning of a common word": [word[:3] for word in common[::3]] + [word[:2] for word in common[::3]],
            "a word of middle frequency": middle,
            "a rare word": rare,
            "two common words": [f"{first} {second}" for first, second in zip(common[::2], common[1::2], strict=True)],
            "a rare and a common word": [f"{one} {two}" for one, two in zip(rare, common, strict=False)],
            "three words of middle frequency": [" ".join(middle[index : index + 3]) for index in range(0, 24, 3)],
            "six common words": [" ".join(common[index : index + 6]) for index in range(0, 54, 6)],
            "words that nothing holds": ["zzzzzz", f"{common[0]} zzzzzz", f"{common[0]} {common[1]} qqqq"],
        }


def _fill_pages(archive: Archive, vocabulary: _Vocabulary) -> None:
    """Write pages and index."""
    for first in range(1, DOCUMENTS + 1, BATCH):
        numbers = range(first, min(first + BATCH, DOCUMENTS + 1))
        rows, entries = [], []
        for number in numbers:
            pages = [(page, vocabulary.page()) for page in range(1, PAGES + 1)]
            rows += [{"document_id": number, "page": page, "text": words} for page, words in pages]
            entries += text_index.entries(number, pages)
        read = [
            {"document_id": number, "state": "text", "pages": PAGES, "picture_key": None, "at": local_time.now()}
            for number in numbers
        ]
        with database.writing(archive.engine) as session:
            connection = session.connection()
            if connection.dialect.name == "postgresql":
                database.wait_for_ever(connection)
            connection.execute(insert(Extraction), read)
            connection.execute(insert(PageText), rows)
            text_index.add(connection, entries)


def _milliseconds(archive: Archive, query: str) -> float:
    started = time.perf_counter()
    text_search.search(archive, query)
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    alone(measure, __doc__)
