"""Entering, importing, removing and reading the figures of statements."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content.addresses import HAS_BANGLA_TEXTS, LANGUAGES, is_printable
from starbond_site.content.table_files import NO_THOUSANDS, Mistake, Table, TableMistakes, cleaned, day_of, mistake
from starbond_site.documents import audit, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import IS_PUBLIC, Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.figures.records import Figure
from starbond_site.features.figures.topic import unit_name
from starbond_site.presentation.numbers import number
from starbond_site.shared import local_time
from starbond_site.shared.categories import FIGURES, WITH_FIGURES, FigureName, Period, Unit
from starbond_site.shared.digits import in_ascii

EARLIEST = date(1970, 1, 1)
REASON_CHARACTERS = 500
REQUIRED = ("name", "period", "period_end", "value")
COLUMNS = (*REQUIRED, "unit", "restated", "reason", *(("reason_bn",) if HAS_BANGLA_TEXTS else ()), "document")
"""Of a table file."""
DERIVED = ("statement", "period_start", "concept", "measure", "decimals")
"""What an export has besides them."""
RESTATED = {**dict.fromkeys(("yes", "true", "1", "হ্যাঁ"), True), **dict.fromkeys(("", "no", "false", "0", "না"), False)}


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
    with versions.changing(archive, FIGURES, seen=seen) as session:
        _public_document(session, document_id)
        for figure in figures:
            figure.document_id = document_id
        known = _Entered(of_public_documents(session), figures)
        explained = [figure for figure in figures if _needs_reason(figure, known)]
        for figure in figures:
            # A reason is about what it explains, and about all where nothing has to be explained.
            if explained and figure not in explained:
                figure.reason = figure.reason_bn = ""
            _write(session, figure, actor)


def parse(content: bytes) -> list[tuple[int, Figure]]:
    """Return the figures of a CSV, each with its line; words are ids or those of the page, in every language.

    Raises:
        TableMistakes: with every mistake of the file.
    """
    table, words, found = Table(content, NO_THOUSANDS), _words(), dict[tuple[int, str, str, date], tuple[int, Figure]]()
    table.require((*REQUIRED, "document"), COLUMNS, ("reason_bn", *DERIVED))
    for line, cells in table:
        try:
            figure = _typed(cells, words)
            _check([figure])
            if (first := found.setdefault(figure.place, (line, figure))[0]) != line:
                table.mistakes.append(mistake("figure_twice", line=line, known=first))
        except Refusal as refusal:
            table.mistakes.append(refusal.in_line(line))
    if not found:
        table.mistakes.append(mistake("no_figure"))
    table.check()
    return list(found.values())


def check(archive: Archive, table: Sequence[tuple[int, Figure]]) -> None:
    """Raise `TableMistakes` where a figure of a table could not be entered."""
    archive.read(lambda session: _changed(session, table))


def import_all(archive: Archive, table: Sequence[tuple[int, Figure]], actor: Actor, source: str) -> dict[str, int]:
    """Enter the figures of a table in one transaction, by the rules of `enter`, each with its own reason.

    Raises:
        TableMistakes: nothing was entered.
    """
    with versions.changing(archive, FIGURES) as session:
        changed = _changed(session, table)
        for figure in changed:
            _write(session, figure, actor)
        audit.add(session, actor, "import figures", source, audit.DONE, f"{len(changed)} figures")
    return {"changed": len(changed), "same": len(table) - len(changed)}


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
    with versions.changing(archive, FIGURES, seen=seen) as session:
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
    return _effective(of_public_documents(session))


def _effective(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    best: dict[tuple[str, str, date], Figure] = {}
    for figure in figures:
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


def _words() -> dict[str, dict[str, str]]:
    """Return what the cells of a table may say by column, in small letters, and the id that it stands for."""
    words: dict[str, dict[str, str]] = {"name": {}, "period": {}, "unit": {}}
    for site in map(content.read, LANGUAGES):
        periods = site.interface.desk_figures.periods
        for kind in site.figures.kinds:
            words["name"] |= {name.casefold(): kind.id for name in (kind.id, kind.title, kind.short)}
        for each in Period:
            words["period"] |= {name.casefold(): each.value for name in (each, periods[each])}
        for unit in Unit:
            words["unit"] |= {name.casefold(): unit.value for name in (unit, unit_name(site, unit))}
    return words


def _typed(cells: Mapping[str, str], words: Mapping[str, Mapping[str, str]]) -> Figure:
    """Return the figure of a line of a table."""

    def chosen(column: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401  what the words stand for
        if (typed := cells.get(column, "").casefold()) not in known:
            offered = ", ".join(dict.fromkeys(map(str, known.values())))
            raise Refusal("table_word_unknown", column=column, typed=repr(cells.get(column, "")), known=offered)
        return known[typed]

    name, period = (chosen(column, words[column]) for column in ("name", "period"))
    kind, document = content.read().figures.kind(name), in_ascii(cells["document"])
    units = {typed: unit for typed, unit in words["unit"].items() if unit in kind.units}
    if (ends := day_of(cells["period_end"])) is None:
        raise Refusal("day_invalid")
    if not re.fullmatch("[0-9]{1,9}", document):
        raise Refusal("document_not_public", number=repr(document))
    # What the file has no column for is not set, so that it stays as it is (`_keep`).
    more: dict[str, Any] = {column: cells[column] for column in ("reason", "reason_bn") if column in cells}
    if "restated" in cells:
        more["restated"] = chosen("restated", RESTATED)
    return Figure(
        document_id=int(document),
        name=name,
        period=period,
        period_end=ends,
        value=number(cells["value"], kind.short),
        unit=chosen("unit", {"": kind.units[0].value} | units),
        **more,
    )


def _changed(session: Session, table: Sequence[tuple[int, Figure]]) -> list[Figure]:
    """Return the figures of a table that are new or differ from those that are there.

    Raises:
        TableMistakes: some of these cannot be entered, once all others are.
    """
    stored, mistakes, changed = of_public_documents(session), list[Mistake](), list[Figure]()
    before = {figure.place: figure for figure in stored}
    for _, figure in table:
        if known := before.get(figure.place):
            _keep(known, figure)
    after = _Entered(stored, [figure for _, figure in table])
    for line, figure in table:
        if (known := before.get(figure.place)) and known.says(figure):
            continue
        changed.append(figure)
        try:
            if known and known.is_rounded(figure):
                raise Refusal("figure_rounded", value=f"{known.value_in(figure.unit):f}", unit=figure.unit)
            _public_document(session, figure.document_id)
            _needs_reason(figure, after)
        except Refusal as refusal:
            mistakes.append(refusal.in_line(line))
    if mistakes:
        raise TableMistakes(*mistakes)
    return changed


def _keep(known: Figure, figure: Figure) -> None:
    """Take from what is stored what the file has no columns for; a reason in Bangla goes with the one in English."""
    columns = {"restated", "reason", "reason_bn"} - figure.model_fields_set
    if "reason" not in columns and figure.reason != cleaned(known.reason):
        columns.discard("reason_bn")
    figure.sqlmodel_update(known.model_dump(include=columns))


class _Entered:
    """What stands when figures are entered, the newest periods first, by what each is compared with."""

    def __init__(self, stored: Sequence[Figure], given: Sequence[Figure]) -> None:
        by_place = {figure.place: figure for figure in (*stored, *given)}
        figures = sorted(by_place.values(), key=lambda figure: figure.period_end, reverse=True)
        self.same, self.known = defaultdict[Any, list[Figure]](list), defaultdict[Any, list[Figure]](list)
        for figure in figures:
            self.same[figure.key].append(figure)
        for figure in _effective(figures):
            self.known[figure.name, figure.period].append(figure)


def _needs_reason(figure: Figure, entered: _Entered) -> bool:
    """Return whether a figure leaves its range, or differs from another statement.

    Args:
        entered: this one is among them.

    Raises:
        Refusal: it does without a reason, or contradicts another statement.
    """
    kind, known = content.read().figures.kind(figure.name), entered.known[figure.name, figure.period]
    same = [other for other in entered.same[figure.key] if other.document_id != figure.document_id]
    _refuse_contradiction(figure, same)
    left = figure.deviation(kind, figure.before(known))
    later = next((other for other in known if figure.is_a_year_before(other)), None)
    if later and not later.reason:
        # What is entered for an earlier year makes the change of the year after it.
        left = left or later.deviation(kind, figure)
    if left and not figure.reason:
        raise left
    return bool(left) or any(other.value_in(figure.unit) != figure.value for other in same)


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
