"""Reading a table file of months, importing it and reading it back."""

import csv
import io
import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from sqlmodel import Session, col, select

from starbond_site.content.table_files import Mistake, TableMistakes, decoded, mistake
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.features.shareholding.records import GROUPS, Shareholding
from starbond_site.shared import local_time
from starbond_site.shared.categories import SHAREHOLDING

COLUMNS = ("month", *GROUPS)
ROUNDING = Decimal("0.05")
"""By how much the sum of rounded parts may miss 100."""
PART = re.compile(r"[0-9]{1,3}(\.[0-9]{1,4})?")


def parse(content: bytes) -> tuple[Shareholding, ...]:
    """Return the months of a CSV in UTF-8: ``month`` as 2026-10, and the part of each group in per cent.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    rows = csv.DictReader(io.StringIO(decoded(content), newline=""), strict=True)
    mistakes: list[Mistake] = []
    months: dict[date, Shareholding] = {}
    try:
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            raise TableMistakes(*(mistake("table_column_missing", column=n, known=", ".join(COLUMNS)) for n in missing))
        for row in rows:
            try:
                month = _month(row, rows.line_num)
                if month.month_end in months:
                    raise TableMistakes(mistake("month_twice", line=rows.line_num, typed=row["month"]))
                months[month.month_end] = month
            except TableMistakes as wrong:
                mistakes += wrong.mistakes
    except csv.Error:
        mistakes.append(mistake("table_csv", line=rows.line_num))
    if mistakes or not months:
        raise TableMistakes(*(mistakes or [mistake("months_none")]))
    return tuple(months.values())


def import_all(archive: Archive, months: Sequence[Shareholding], actor: Actor, source: str) -> dict[str, int]:
    """Add months, and change those that are there, in one transaction; return how many are so, and the same."""
    with versions.changing(archive, SHAREHOLDING) as session:
        before = {month.month_end: month.parts for month in session.exec(select(Shareholding))}
        changed = [month for month in months if before.get(month.month_end) != month.parts]
        for month in changed:
            session.merge(month)
        named = ", ".join(month.month for month in changed)
        audit.add(session, actor, "import shareholding", source, audit.DONE, f"{len(changed)} months: {named}")
    return {"changed": len(changed), "same": len(months) - len(changed)}


def read(session: Session) -> tuple[Shareholding, ...]:
    """Return all months, the newest first."""
    return tuple(session.exec(select(Shareholding).order_by(col(Shareholding.month_end).desc())))


def _month(row: Mapping[str | None, str | None], line: int) -> Shareholding:
    if None in row:
        raise TableMistakes(mistake("table_cells", line=line))
    typed = (row["month"] or "").strip()
    found = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", typed)
    if found is None:
        raise TableMistakes(mistake("month_invalid", line=line, typed=repr(typed)))
    year, number = int(found[1]), int(found[2])
    end = date(year, number, monthrange(year, number)[1]) if year > 1970 else date.max
    if end > local_time.today():
        raise TableMistakes(mistake("month_running", line=line, typed=typed))
    parts: dict[str, Decimal] = {}
    for name in GROUPS:
        text = (row[name] or "").strip()
        if not PART.fullmatch(text):
            raise TableMistakes(mistake("part_invalid", line=line, column=name, typed=repr(text)))
        parts[name] = Decimal(text)
    if abs(sum(parts.values()) - 100) > ROUNDING:
        raise TableMistakes(mistake("parts_sum", line=line, sum=f"{sum(parts.values()):f}"))
    return Shareholding(month_end=end, **parts)
