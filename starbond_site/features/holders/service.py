"""The private search: whether a dividend waits for a BO account or folio, without a table that says for whom.

A BO number has 16 digits in a known pattern, so that a plain or merely salted hash could be enumerated by whoever gets
the table. The hash is therefore keyed: scrypt (RFC 7914) with `Settings.holders_key`, which stands outside of the
database, as its salt. Its work is the second wall, should the key leak with the table.
"""

import hashlib
import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

from sqlalchemy import delete, exists, insert
from sqlmodel import Field, Session, col, select

from starbond_site.content.table_files import Mistake, TableMistakes, decoded, lines, mistake
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import Record
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import logs
from starbond_site.shared.categories import DIVIDENDS
from starbond_site.shared.digits import in_ascii

WORK = {"n": 2**12, "r": 8, "p": 1}
"""Of scrypt: 4 MiB and some 10 ms for each number, 100 s for the import of 10,000."""
NUMBER = re.compile(r"([0-9]{16})|([A-Z]{0,4})0*([0-9]{1,10})")
"""A BO number of CDBL, or the folio of paper shares, whose leading zeros spreadsheets drop."""
EXPONENT = re.compile(r"\d([., ]\d*)?E\+\d+", re.IGNORECASE)
"""How a spreadsheet shows a BO number."""
FEWEST_ROUNDED = 20
"""BO numbers of which over nine tenths end in 0, since a spreadsheet keeps 15 digits, and not by chance."""
SEPARATORS = ("Cc", "Cf", "Pd", "Zs")
"""Categories of Unicode: blanks, dashes, and what cannot be seen and comes along when something is copied."""
LARGEST_BYTES = 50_000_000
"""Of a file: every import replaces all numbers, so that a register of a million has to fit."""
BATCH = 10_000
OF_KEY = ""
"""Hashed with every import, although no number is empty: its hash shows that the key is still the same."""
_log = logs.get_logger(__name__)


class WaitingNumber(Record, table=True):
    """Somebody for whom a dividend waits, as a keyed hash: neither name nor amount (`digest`)."""

    __tablename__ = "dividend_waiting"

    digest: str = Field(max_length=64, primary_key=True)


def normalized(typed: str) -> str:
    """Return a number as it is compared: with ASCII digits, without separators and leading zeros of a folio.

    Raises:
        Refusal: holder_invalid: it is neither a BO number nor a folio.
    """
    signs = unicodedata.normalize("NFKC", typed[:100]).upper().replace("/", "")
    kept = (sign for sign in signs if unicodedata.category(sign) not in SEPARATORS)
    found = NUMBER.fullmatch(in_ascii("".join(kept)))
    if found is None:
        raise Refusal("holder_invalid")
    return found[1] or found[2] + found[3]


def is_folio(number: str) -> bool:
    """Return whether a normalized number is a folio, and not that of a BO account."""
    return len(number) < 16


def parse(content: bytes, most: int | None = None) -> list[str]:
    """Return the numbers of a text that has one in each line, normalized, each once.

    Args:
        most: numbers; None for any.

    Raises:
        TableMistakes: with every mistake of the file, or the one that a spreadsheet has rounded its numbers.
    """
    numbers: dict[str, None] = {}
    mistakes: list[Mistake] = []
    heading: list[Mistake] = []
    for line, cells in lines(content, LARGEST_BYTES):
        # Two columns are no number with a blank inside: a serial and a folio would become another folio.
        typed = ",".join(filter(None, cells))
        if EXPONENT.fullmatch(typed):
            raise TableMistakes(mistake("holders_rounded"))
        try:
            numbers[normalized(typed)] = None
        except Refusal:
            is_number = line > 1 or any(map(str.isdigit, typed))
            (mistakes if is_number else heading).append(mistake("holder_line", line=line))
    if not numbers and not mistakes:
        # An empty file removes the whole register, a heading or a total alone does not.
        has_words = any(map(str.isalnum, decoded(content, LARGEST_BYTES)))
        mistakes = heading or [mistake("holder_line", line=1)] * has_words
    accounts = [number for number in numbers if not is_folio(number)]
    if len(accounts) >= FEWEST_ROUNDED and sum(number[-1] == "0" for number in accounts) > 0.9 * len(accounts):
        raise TableMistakes(mistake("holders_rounded"))
    if most is not None and len(numbers) > most:
        mistakes.append(mistake("holders_many", count=len(numbers), limit=most))
    if mistakes:
        raise TableMistakes(*mistakes)
    return list(numbers)


def counts(numbers: Collection[str]) -> dict[str, int]:
    """Return how many normalized numbers are those of BO ``accounts``, and how many ``folios``."""
    folios = sum(map(is_folio, numbers))
    return {"accounts": len(numbers) - folios, "folios": folios}


def digest(key: bytes, number: str) -> str:
    """Return what the table holds in place of a normalized number; blocks for some 10 ms."""
    return hashlib.scrypt(number.encode(), salt=key, dklen=32, **WORK).hex()


@cache
def _key_mark(key: bytes) -> str:
    return digest(key, OF_KEY)


def key_of(archive: Archive) -> bytes | None:
    """Return the key; None where the site has none."""
    secret = archive.settings.holders_key
    return secret.get_secret_value().encode() if secret else None


def import_all(archive: Archive, numbers: Iterable[str], actor: Actor, source: str) -> dict[str, int]:
    """Replace all hashes by those of normalized numbers, in one transaction; return how many there are as ``count``.

    Raises:
        Refusal: holders_key_missing: the site has no key.
    """
    if (key := key_of(archive)) is None:
        raise Refusal("holders_key_missing")
    digests = [_key_mark(key)]
    # `hashlib` hashes beside other threads: all processors share the work.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for some in _batches(list(dict.fromkeys(numbers))):
            digests += pool.map(partial(digest, key), some)
    count = len(digests) - 1
    with versions.changing(archive, DIVIDENDS) as session:
        session.execute(delete(WaitingNumber))
        # In their order, so that an index of a million grows at its end alone, and the table says nothing of the file.
        for some in _batches(sorted(digests)) if count else ():
            session.execute(insert(WaitingNumber), [{"digest": each} for each in some])
        audit.add(session, actor, "import waiting dividends", source, audit.DONE, f"{count} numbers")
    return {"count": count}


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield parts, each of which may take a kilobyte of memory for a text."""
    return (texts[start : start + BATCH] for start in range(0, len(texts), BATCH))


def is_offered(session: Session) -> bool:
    """Return whether there is anything to search in."""
    return bool(session.scalar(select(exists(select(WaitingNumber.digest)))))


def waits(archive: Archive, number: str) -> bool:
    """Return whether a dividend waits for a normalized number; the work is the same for both answers. Blocks.

    How long an index takes says nothing of a number, since nobody knows the hash of one.

    Raises:
        Refusal: search_unavailable: the numbers were not imported with the key that the site has now.
    """
    key = key_of(archive) or b""
    digests = wanted, of_key = digest(key, number), _key_mark(key)
    known = select(WaitingNumber.digest).where(col(WaitingNumber.digest).in_(digests))
    found = archive.read(lambda session: session.exec(known).all())
    if of_key not in found:
        # With another key nobody would be found, and everybody told that nothing waits.
        _log.error("private_search_unavailable", has_key=bool(key))
        raise Refusal("search_unavailable")
    return wanted in found
