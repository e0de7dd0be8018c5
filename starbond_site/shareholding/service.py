"""Reading a table file of months, importing it and reading it back."""

import csv
import io
import re
from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.categories import SHAREHOLDING
from starbond_site.documents import audit, database, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.shareholding.records import Shareholding

GROUPS = ("sponsors", "government", "institutions", "foreign", "public")
"""Those that the exchanges ask for, in their order; sponsors include directors."""
COLUMNS = ("month", *GROUPS)
ROUNDING = Decimal("0.05")
"""By how much the sum of rounded parts may miss 100."""
PART = re.compile(r"[0-9]{1,3}(\.[0-9]{1,4})?")


class TableMistakes(ValueError):  # noqa: N818  whoever made the file can correct it
    """What is wrong with a table file, a sentence each with its line."""

    def __init__(self, mistakes: Iterable[str]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.mistakes))


@dataclass(frozen=True, slots=True)
class Month:
    """The parts of all groups at the end of a month, in per cent."""

    end: date
    parts: Mapping[str, Decimal]
    """By `GROUPS`."""


def parse(content: bytes) -> tuple[Month, ...]:
    """Return the months of a CSV in UTF-8: ``month`` as 2026-10, and the part of each group in per cent.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        lines = [(rows.line_num, row) for row in rows]
    except (UnicodeDecodeError, csv.Error) as wrong:
        raise TableMistakes([f"This is not CSV in UTF-8: {wrong}."]) from wrong
    if missing := set(COLUMNS) - set(rows.fieldnames or ()):
        names = ", ".join(name for name in COLUMNS if name in missing)
        raise TableMistakes([f"Line 1: missing columns: {names}. Needed are: {', '.join(COLUMNS)}."])
    mistakes: list[str] = []
    months: dict[date, Month] = {}
    for line, row in lines:
        try:
            month = _month(row)
            if month.end in months:
                raise ValueError(f"the month {row['month']} stands in an earlier line too")
            months[month.end] = month
        except ValueError as wrong:
            mistakes.append(f"Line {line}: {wrong}.")
    if mistakes or not months:
        raise TableMistakes(mistakes or ["The file has no month."])
    return tuple(months.values())


def import_all(archive: Archive, months: Iterable[Month], actor: Actor, source: str) -> int:
    """Add months, and change those that are there, in one transaction; return how many are new or changed."""
    with database.writing(archive.engine) as session:
        versions.raise_version(session, SHAREHOLDING)
        before = {month.end: month for month in map(_read, session.exec(select(Shareholding)))}
        changed = [month for month in months if before.get(month.end) != month]
        for month in changed:
            session.merge(
                Shareholding(month_end=month.end, **{name: f"{part:f}" for name, part in month.parts.items()})
            )
        named = ", ".join(f"{month.end:%Y-%m}" for month in changed)
        audit.add(session, actor, "import shareholding", source, audit.DONE, f"{len(changed)} months: {named}")
    archive.announce(SHAREHOLDING)
    return len(changed)


def read(archive: Archive) -> tuple[Month, ...]:
    """Return all months, the newest first; blocks."""
    with database.reading(archive.engine) as session:
        return stored(session)


def stored(session: Session) -> tuple[Month, ...]:
    return tuple(map(_read, session.exec(select(Shareholding).order_by(col(Shareholding.month_end).desc()))))


def _month(row: Mapping[str | None, str | None]) -> Month:
    """Return a row as a month; raises `ValueError` with the sentence."""
    if None in row:
        raise ValueError("it has more cells than the first line has columns")
    found = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", (row["month"] or "").strip())
    if found is None:
        raise ValueError(f"{row['month']!r} is no month; write it as 2026-10")
    year, number = int(found[1]), int(found[2])
    end = date(year, number, monthrange(year, number)[1]) if year > 1970 else date.max
    if end > local_time.today():
        raise ValueError(f"the month {row['month']} has not ended")
    parts: dict[str, Decimal] = {}
    for name in GROUPS:
        text = (row[name] or "").strip()
        if not PART.fullmatch(text):
            raise ValueError(f"{name}: {text!r} is no part in per cent; write it as 30.25")
        parts[name] = Decimal(text)
    if abs(sum(parts.values()) - 100) > ROUNDING:
        raise ValueError(f"the parts make {sum(parts.values()):f} %, not 100")
    return Month(end, parts)


def _read(row: Shareholding) -> Month:
    return Month(row.month_end, {name: Decimal(getattr(row, name)) for name in GROUPS})
