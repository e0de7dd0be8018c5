"""The figures on the page of results: which periods have any, and for each its figures with their change."""

from collections.abc import Iterable
from datetime import date

from sqlmodel import Session

from starbond_site.content import Site
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.figures import service
from starbond_site.features.figures.topic import amount, change_of, unit_name
from starbond_site.presentation.elements import DASH
from starbond_site.shared.categories import FIGURES


def periods(session: Session) -> Iterable[tuple[str, date, set[int]]]:
    """Return the kind and last day of every period, the newest first, with the ids of documents that report on it."""
    found: dict[tuple[str, date], set[int]] = {}
    for figure in service.of_public_documents(session):
        found.setdefault((figure.period, figure.period_end), set()).add(figure.document_id)
    return [(*period, numbers) for period, numbers in found.items()]


def heads(site: Site) -> list[str]:
    """Return the names of all figures, with their units."""
    return [f"{kind.short} ({unit_name(site, kind.units[0])})" for kind in site.figures.kinds]


def cells(site: Site, snapshot: Snapshot, period: str, end: date) -> list[tuple[str, str]]:
    """Return the figures of a period in the order of `heads`, each with its change; empty texts for an unknown one."""
    rows = snapshot.rows(FIGURES)
    of_period = {figure.name: figure for figure in rows if (figure.period, figure.period_end) == (period, end)}
    found: list[tuple[str, str]] = []
    for kind in site.figures.kinds:
        if (figure := of_period.get(kind.id)) is None:
            found.append(("", ""))
            continue
        changed = change_of(site, kind, figure, rows)
        notes = (changed if changed != DASH else "", site.interface.figures.restated if figure.restated else "")
        found.append((amount(site, kind, figure), ", ".join(filter(None, notes))))
    return found
