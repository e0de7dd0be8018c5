"""Importing and reading dealers. A file is imported whole or not at all."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlmodel import Session, select

from starbond_site import content
from starbond_site.content.dealers import COLUMNS, Dealer, parse
from starbond_site.content.table_files import TableMistakes
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.features.dealers.records import DealerRecord
from starbond_site.shared.categories import DEALERS


@dataclass(frozen=True, slots=True)
class Imported:
    """How many dealers an import added, changed, removed and left as they were."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    same: int = 0


def columns(site: content.Site) -> list[str]:
    """Return what a table file calls the `COLUMNS`, which may be the words of a country for its places."""
    places = site.company.dealer_places
    named = places.columns if places else {}
    return [named.get(name, name) for name in COLUMNS]


def parsed(table: bytes, *, is_whole: bool) -> tuple[Dealer, ...]:
    """Return the dealers of a table file.

    Args:
        is_whole: whether those that it does not have are to be removed: then it may have none.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    company = content.read().company
    dealers = parse(table, company.country, company.dealer_places)
    if not (dealers or is_whole):
        raise TableMistakes(("dealers_none", {}))
    return dealers


def import_all(archive: Archive, dealers: Iterable[Dealer], actor: Actor, source: str, *, replace: bool) -> Imported:
    """Add dealers, and change those that are there already, in one transaction; blocks."""
    with versions.changing(archive, DEALERS) as session:
        kept = {_dealer(row).key: row for row in session.exec(select(DealerRecord))}
        added = changed = same = 0
        for dealer in dealers:
            values = dealer.model_dump(include=set(COLUMNS))
            row = kept.pop(dealer.key, None)
            if row is None:
                session.add(DealerRecord(**values))
                added += 1
            elif row.model_dump(include=set(COLUMNS)) == values:
                same += 1
            else:
                row.sqlmodel_update(values)
                changed += 1
        gone = list(kept.values()) if replace else []
        for row in gone:
            session.delete(row)
        done = Imported(added, changed, len(gone), same)
        detail = f"added {added}, changed {changed}, removed {len(gone)}, same {same}"
        audit.add(session, actor, "replace dealers" if replace else "import dealers", source, audit.DONE, detail)
    return done


def read(session: Session) -> tuple[Dealer, ...]:
    return tuple(sorted((_dealer(row) for row in session.exec(select(DealerRecord))), key=lambda dealer: dealer.key))


def _dealer(row: DealerRecord) -> Dealer:
    """Return a row as it is; what was imported was checked then."""
    return Dealer.model_construct(**row.model_dump())
