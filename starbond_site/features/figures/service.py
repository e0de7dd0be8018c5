"""Entering, removing and reading the figures of statements."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content.languages import is_printable
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.records import IS_PUBLIC, Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.figures import rules
from starbond_site.features.figures.records import Figure
from starbond_site.shared import local_time
from starbond_site.shared.categories import FIGURES, WITH_FIGURES, FigureName, Period

EARLIEST = date(1970, 1, 1)
REASON_CHARACTERS = 500


def figures_of(
    values: Mapping[FigureName, Decimal],
    unit: str = "",
    **common: Any,  # noqa: ANN401  columns of several types
) -> list[Figure]:
    """Return figures that no document has yet.

    Args:
        unit: of those that are not per share; millions where none is given.
        common: further columns, which all of them have alike.
    """
    kinds = {name: content.read().figures.kind(name) for name in values}
    units = {name: unit if unit in kind.units else kind.units[0].value for name, kind in kinds.items()}
    return [
        Figure(document_id=0, name=name.value, value=value, unit=units[name], **common)
        for name, value in values.items()
    ]


def enter(
    archive: Archive, document_id: int, figures: Sequence[Figure], actor: Actor, *, seen: int | None = None
) -> None:
    """Enter figures of one period of a public document; those of it that it has already are replaced.

    Args:
        seen: version of all figures that the form was opened with; None where it does not say.

    Raises:
        Refusal: nothing was entered.
    """
    _check(figures)
    with versions.changing(archive, FIGURES, seen) as session:
        _public_document(session, document_id)
        others = [figure for figure in of_public_documents(session) if figure.document_id != document_id]
        known = effective(session)
        explained: list[Figure] = []
        for figure in figures:
            figure.document_id = document_id
            same = [other for other in others if other.key == figure.key]
            if _needs_reason(figure, known, same) or any(other.value_in(figure.unit) != figure.value for other in same):
                explained.append(figure)
        for figure in figures:
            # A reason is about what it explains, and about all where nothing has to be explained.
            if explained and figure not in explained:
                figure.reason = figure.reason_bn = ""
            _write(session, figure, actor)


def remove(
    archive: Archive,
    document_id: int,
    actor: Actor,
    *,
    period: Period,
    period_end: date,
    seen: int | None = None,
) -> int:
    wanted = select(Figure).filter_by(document_id=document_id, period=period.value, period_end=period_end)
    with versions.changing(archive, FIGURES, seen) as session:
        rows = session.exec(wanted).all()
        for row in rows:
            audit.add(session, actor, "remove figure", row.subject, audit.DONE, f"{row.value:f} {row.unit}")
            session.delete(row)
    return len(rows)


def stored(archive: Archive, document_id: int | None = None) -> tuple[Figure, ...]:
    """Return the figures of all public documents, or of one, the newest periods first."""
    found = archive.read(of_public_documents)
    return tuple(figure for figure in found if document_id in (None, figure.document_id))


def effective(session: Session) -> tuple[Figure, ...]:
    """Return the public value of every figure, the newest periods first.

    Where several documents give the same figure, a restated one counts more, then the newest document.
    """
    best: dict[tuple[str, str, date], Figure] = {}
    for figure in of_public_documents(session):
        other = best.get(figure.key)
        if other is None or (figure.restated, figure.document_id) > (other.restated, other.document_id):
            best[figure.key] = figure
    return tuple(best.values())


def of_public_documents(session: Session) -> tuple[Figure, ...]:
    """Return the figures of public documents, while they stand in a list of statements."""
    public = (
        select(Figure)
        .join(Document, col(Document.id) == col(Figure.document_id))
        .where(*IS_PUBLIC, col(Document.category).in_([category.value for category in WITH_FIGURES]))
        .order_by(col(Figure.period_end).desc(), col(Figure.id))
    )
    return tuple(session.exec(public))


def periods(session: Session) -> Iterable[tuple[str, date, set[int], int]]:
    """Return every period, the newest first, as `hooks.Hooks.periods` has them."""
    found: dict[tuple[str, date], set[int]] = {}
    restating: dict[tuple[str, date], int] = {}
    for figure in of_public_documents(session):
        period = figure.period, figure.period_end
        found.setdefault(period, set()).add(figure.document_id)
        if figure.restated:
            restating[period] = max(figure.document_id, restating.get(period, 0))
    return [(*period, numbers, restating.get(period, 0)) for period, numbers in found.items()]


def _check(figures: Sequence[Figure]) -> None:
    if not content.read().figures.kinds:
        raise Refusal("figures_missing")
    if not figures:
        raise Refusal("no_figure")
    first = figures[0]
    if not EARLIEST <= first.period_end <= local_time.today():
        raise Refusal("figure_period", field="ends", day=first.period_end, first=EARLIEST)
    for text in (first.reason, first.reason_bn):
        if len(text) > REASON_CHARACTERS or not is_printable(text):
            raise Refusal("figure_reason_invalid", field="reason", limit=REASON_CHARACTERS)
    if first.reason_bn and not first.reason:
        raise Refusal("figure_reason_alone", field="reason")


def _public_document(session: Session, document_id: int) -> None:
    document = session.get(Document, document_id)
    if document is None or not document.is_public:
        raise Refusal("document_not_public", number=document_id)
    if document.category not in WITH_FIGURES:
        raise Refusal("figure_list", number=document_id, category=document.category, lists=", ".join(WITH_FIGURES))


def _needs_reason(figure: Figure, known: Sequence[Figure], same: Sequence[Figure]) -> bool:
    """Return whether a figure leaves its range.

    Raises:
        Refusal: it does without a reason, or contradicts another statement.
    """
    kind = content.read().figures.kind(figure.name)
    _refuse_contradiction(figure, same)
    left = rules.deviation(kind, figure, rules.before(known, figure))
    later = next((other for other in known if rules.is_a_year_before(figure, other)), None)
    if later and not later.reason:
        # What is entered for an earlier year makes the change of the year after it.
        left = left or rules.deviation(kind, later, figure)
    if left and not figure.reason:
        raise left
    return bool(left)


def _refuse_contradiction(figure: Figure, same: Sequence[Figure]) -> None:
    """Refuse a value that differs from another statement's, unless one of them is marked as restated."""
    if any(each.restated for each in (figure, *same)):
        return
    for other in same:
        if other.value_in(figure.unit) != figure.value:
            raise Refusal(
                "figure_contradicts",
                field="restated",
                number=other.document_id,
                value=f"{other.value} {other.unit}",
                name=figure.name,
                period=figure.period,
                day=figure.period_end,
            )


def _write(session: Session, figure: Figure, actor: Actor) -> None:
    key = figure.model_dump(include={"document_id", "period", "period_end", "name"})
    found = session.exec(select(Figure).filter_by(**key)).first()
    before = f", was {found.value:f} {found.unit}" if found else ""
    session.add(found.sqlmodel_update(figure.model_dump(exclude={"id"})) if found else figure)
    restated = ", restated" if figure.restated else ""
    detail = f"{figure.value:f} {figure.unit}{restated}{before}{'; ' if figure.reason else ''}{figure.reason}"
    audit.add(session, actor, "set figure", figure.subject, audit.DONE, detail)
