"""Importing and reading dealers. A file is imported whole or not at all."""

from collections.abc import Iterable

from sqlalchemy import Column, Float, String
from sqlmodel import Field, Session, select

from starbond_site import content
from starbond_site.content.dealers import COLUMNS, LENGTHS, Dealer, parse
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import NumberedRecord
from starbond_site.shared.categories import DEALERS

NAMED = {"region": "division", "area": "district", "town": "upazila"}
"""Names of columns in the database, which stand in migrations and keep the words of the first company."""


def _text(name: str, suffix: str = "") -> Column[str]:
    return Column(f"{NAMED.get(name, name)}{suffix}", String(LENGTHS.get(name, 16)), nullable=False)


class DealerRecord(NumberedRecord, table=True):
    """One dealer, with the fields of `Dealer`."""

    __tablename__ = "dealer"

    region: str = Field(sa_column=_text("region"))
    area: str = Field(sa_column=_text("area"))
    town: str = Field(sa_column=_text("town"))
    name: str = Field(sa_column=_text("name"))
    address: str = Field(sa_column=_text("address"))
    telephone: str = Field(sa_column=_text("telephone"))
    whatsapp: str = Field(default="", sa_column=_text("whatsapp"))
    latitude: float | None = Field(default=None, sa_column=Column(Float(53)))
    longitude: float | None = Field(default=None, sa_column=Column(Float(53)))
    region_bn: str = Field(default="", sa_column=_text("region", "_bn"))
    area_bn: str = Field(default="", sa_column=_text("area", "_bn"))
    town_bn: str = Field(default="", sa_column=_text("town", "_bn"))
    name_bn: str = Field(default="", sa_column=_text("name", "_bn"))
    address_bn: str = Field(default="", sa_column=_text("address", "_bn"))


def columns(site: content.Site) -> list[str]:
    """Return what a table file calls the `COLUMNS`, which may be the words of a country for its places."""
    places = site.company.dealer_places
    named = places.columns if places else {}
    return [named.get(name, name) for name in COLUMNS]


def parsed(table: bytes, *, replace: bool) -> tuple[Dealer, ...]:
    """Return the dealers of a table file.

    Args:
        replace: whether those that it does not have are to be removed: then it may have none.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    company = content.read().company
    dealers = parse(table, company.country, company.dealer_places)
    if not (dealers or replace):
        raise TableMistakes(("dealers_none", {}))
    return dealers


def import_all(
    archive: Archive, dealers: Iterable[Dealer], actor: Actor, source: str, *, replace: bool
) -> dict[str, int]:
    """Add dealers, and change those that are there already, in one transaction; blocks.

    Returns:
        How many it added, changed, removed and left as they were, by these words and ``same``.
    """
    done = {"added": 0, "changed": 0, "removed": 0, "same": 0}
    with versions.changing(archive, DEALERS) as session:
        kept = {_dealer(row).key: row for row in session.exec(select(DealerRecord))}
        for dealer in dealers:
            values, row = dealer.model_dump(include=set(COLUMNS)), kept.pop(dealer.key, None)
            is_same = row is not None and row.model_dump(include=set(COLUMNS)) == values
            session.add(row.sqlmodel_update(values) if row else DealerRecord(**values))
            done["same" if is_same else "changed" if row else "added"] += 1
        gone = list(kept.values()) if replace else []
        for row in gone:
            session.delete(row)
        done["removed"] = len(gone)
        detail = ", ".join(f"{name} {count}" for name, count in done.items())
        audit.add(session, actor, "replace dealers" if replace else "import dealers", source, audit.DONE, detail)
    return done


def read(session: Session) -> tuple[Dealer, ...]:
    return tuple(sorted((_dealer(row) for row in session.exec(select(DealerRecord))), key=lambda dealer: dealer.key))


def _dealer(row: DealerRecord) -> Dealer:
    """Return a row as it is; what was imported was checked then."""
    return Dealer.model_construct(**row.model_dump())
