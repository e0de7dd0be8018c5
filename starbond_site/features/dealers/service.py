"""Importing and reading dealers. A file is imported whole or not at all."""

from collections.abc import Iterable

from sqlmodel import Session, select

from starbond_site import content
from starbond_site.content.dealers import COLUMNS, Dealer, parse
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.features.dealers.records import DealerRecord
from starbond_site.shared.categories import DEALERS


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
