"""Entering, removing and reading the figures of statements."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

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
from starbond_site.shared.categories import FIGURES, WITH_FIGURES, FigureName, Period, Unit

EARLIEST = date(1970, 1, 1)
REASON_CHARACTERS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of one period as a statement gives them."""

    period: Period
    period_end: date
    values: Mapping[FigureName, Decimal]
    unit: Unit | None = None
    """Of the figures that are not per share; millions where none is given."""
    restated: bool = False
    reason: str = ""
    """Why a figure left its range."""
    reason_bn: str = ""
    """In Bangla; without it readers of Bangla get the other text."""


def enter(
    archive: Archive, document_id: int, given: Figures, actor: Actor, *, seen: int | None = None
) -> tuple[Figure, ...]:
    """Enter figures of a public document; those of the same period that it has already are replaced.

    Args:
        seen: version of all figures that the form was opened with; None where it does not say.

    Raises:
        Refusal: nothing was entered.
    """
    _check(given)
    with versions.changing(archive, FIGURES, seen) as session:
        _public_document(session, document_id)
        others = [figure for figure in of_public_documents(session) if figure.document_id != document_id]
        known = effective(session)
        entered = tuple(
            _checked(given, name, value, document_id, known, others) for name, value in given.values.items()
        )
        for figure in entered:
            _write(session, figure, actor)
    return entered


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


def periods(session: Session) -> Iterable[tuple[str, date, set[int]]]:
    """Return the kind and last day of every period, the newest first, with the ids of documents that report on it."""
    found: dict[tuple[str, date], set[int]] = {}
    for figure in of_public_documents(session):
        found.setdefault((figure.period, figure.period_end), set()).add(figure.document_id)
    return [(*period, numbers) for period, numbers in found.items()]


def _check(given: Figures) -> None:
    known = content.read().figures
    if not known.kinds:
        raise Refusal("figures_missing")
    if not given.values:
        raise Refusal("no_figure")
    rules.check_unit(map(known.kind, given.values), given.unit)
    if not EARLIEST <= given.period_end <= local_time.today():
        raise Refusal("figure_period", field="ends", day=given.period_end, first=EARLIEST)
    for text in (given.reason, given.reason_bn):
        if len(text) > REASON_CHARACTERS or not is_printable(text):
            raise Refusal("figure_reason_invalid", field="reason", limit=REASON_CHARACTERS)
    if given.reason_bn.strip() and not given.reason.strip():
        raise Refusal("figure_reason_alone", field="reason")


def _public_document(session: Session, document_id: int) -> None:
    document = session.get(Document, document_id)
    if document is None or not document.is_public:
        raise Refusal("document_not_public", number=document_id)
    if document.category not in WITH_FIGURES:
        raise Refusal("figure_list", number=document_id, category=document.category, lists=", ".join(WITH_FIGURES))


def _checked(
    given: Figures,
    name: FigureName,
    value: Decimal,
    document_id: int,
    known: Sequence[Figure],
    others: Iterable[Figure],
) -> Figure:
    kind = content.read().figures.kind(name)
    figure = Figure(
        document_id=document_id,
        period=given.period.value,
        period_end=given.period_end,
        name=name.value,
        value=value,
        unit=rules.unit_of(kind, given.unit).value,
        restated=given.restated,
        reason=given.reason.strip(),
        reason_bn=given.reason_bn.strip(),
    )
    _refuse_contradiction(figure, [other for other in others if other.key == figure.key])
    left = rules.deviation(kind, figure, rules.before(known, figure))
    later = next((other for other in known if rules.is_a_year_before(figure, other)), None)
    if later and not later.reason:
        # What is entered for an earlier year makes the change of the year after it.
        left = left or rules.deviation(kind, later, figure)
    if left and not figure.reason:
        raise left
    return figure


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
