"""Reading a table file of months, importing it and reading it back."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from dateutil.relativedelta import relativedelta
from sqlalchemy import Column
from sqlmodel import Field, Session, col, select

from starbond_site.content.table_files import Table, TableMistakes, mistake, month_of
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import ExactDecimal, Record
from starbond_site.shared import local_time
from starbond_site.shared.categories import SHAREHOLDING

GROUPS = ("sponsors", "government", "institutions", "foreign", "public")
"""Those that the exchanges ask for, in their order; sponsors include directors."""
COLUMNS = ("month", *GROUPS)
EARLIEST = date(1970, 12, 31)
ROUNDING = Decimal("0.05")
"""By how much the sum of rounded parts may miss 100."""
PART = re.compile(r"(\d{1,3}(\.\d{1,4})?) ?%?")


def _percent(group: str) -> Column[Decimal]:
    """Return the column of a group; ``public`` alone is a word of SQL."""
    return Column(f"{group}_percent", ExactDecimal(10), nullable=False)


class Shareholding(Record, table=True):
    """What part of the shares each group holds at the end of a month, in per cent."""

    month_end: date = Field(primary_key=True)
    sponsors: Decimal = Field(sa_column=_percent("sponsors"))
    government: Decimal = Field(sa_column=_percent("government"))
    institutions: Decimal = Field(sa_column=_percent("institutions"))
    foreign: Decimal = Field(sa_column=_percent("foreign"))
    public: Decimal = Field(sa_column=_percent("public"))

    @property
    def month(self) -> str:
        """As in a table file, such as 2026-10."""
        return f"{self.month_end:%Y-%m}"

    @property
    def parts(self) -> dict[str, Decimal]:
        """By `GROUPS`."""
        return {name: getattr(self, name) for name in GROUPS}


def parse(content: bytes) -> tuple[Shareholding, ...]:
    """Return the months of a CSV: ``month`` as 2026-10, and the part of each group in per cent.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    table, months = Table(content), dict[date, Shareholding]()
    table.require(COLUMNS)
    for line, cells in table:
        try:
            month = _month(cells, line)
            if month.month_end in months:
                raise TableMistakes(mistake("month_twice", line=line, typed=cells["month"]))
            months[month.month_end] = month
        except TableMistakes as wrong:
            table.mistakes += wrong.mistakes
    table.check()
    if not months:
        raise TableMistakes(mistake("months_none"))
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


def _month(cells: Mapping[str, str], line: int) -> Shareholding:
    typed = cells["month"]
    if (month := month_of(typed)) is None:
        raise TableMistakes(mistake("month_invalid", line=line, typed=repr(typed)))
    end = month + relativedelta(day=31)
    if not local_time.today() >= end > EARLIEST:
        raise TableMistakes(mistake("month_running", line=line, typed=typed))
    parts: dict[str, Decimal] = {}
    for name in GROUPS:
        if (found := PART.fullmatch(cells[name])) is None:
            raise TableMistakes(mistake("part_invalid", line=line, column=name, typed=repr(cells[name])))
        parts[name] = Decimal(found[1])
    if abs(sum(parts.values()) - 100) > ROUNDING:
        raise TableMistakes(mistake("parts_sum", line=line, sum=f"{sum(parts.values()):f}"))
    return Shareholding(month_end=end, **parts)
