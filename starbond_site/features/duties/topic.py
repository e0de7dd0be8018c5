"""The HTML of duties: the page Disclosures, and ``/desk/duties``.

The first is one table, a duty with its rule at the left, its periods and their documents. What is late or unchecked is
for the desk, `starbond duties` and its mails (docs/voice.md): there a document is named that the rule does not find.
"""

from collections.abc import Iterable, Sequence
from datetime import date

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.content.reporting import Duty
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.duties.overview import DutyStatus, PeriodState, day_of
from starbond_site.features.duties.service import DutyService
from starbond_site.presentation.desk.desk_html import document_link, duration, folded, note, section, table, way
from starbond_site.presentation.form_fields import FormInput, form
from starbond_site.presentation.html_parts import column_heads
from starbond_site.shared.roles import Role
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest

SHOWN = 8
"""Periods of a duty, the newest ones."""


def requested(archive: Archive, site: Site) -> str:
    return disclosures(site, DutyService(archive).overview())


def disclosures(site: Site, overview: Sequence[DutyStatus]) -> str:
    words = site.interface.disclosures
    heads = (words.duty, words.period, words.due, words.state, words.document)
    return str(
        h.table(aria_label=words.duty)[
            column_heads(heads),
            [_duty(site, duty, overview, heads[1:]) for duty in site.duties.duties],
        ]
    )


def _duty(site: Site, duty: Duty, overview: Sequence[DutyStatus], heads: Sequence[str]) -> Element:
    words, own = site.interface.disclosures, [status for status in overview if status.duty.id == duty.id]
    rows = [_row(site, status, heads) for status in own[:SHOWN]]
    rows = rows or [[h.td(".muted", colspan=len(heads))[words.none_yet]]]
    head = h.th(".duty", scope="rowgroup", rowspan=len(rows))[
        h.strong[duty.title],
        h.p[duty.rule],
        h.p(".duty__source")[f"{words.source.format(source=duty.source)} ", _list_link(site, duty)],
    ]
    return h.tbody[[h.tr[not number and head, cells] for number, cells in enumerate(rows)]]


def _list_link(site: Site, duty: Duty) -> Node:
    text = site.interface.disclosures.open_list.format(list=site.category(duty.list).title)
    pages = [page for page in site.investors.pages if duty.list in page.categories]
    return bool(pages) and h.a(href=site.address(pages[0].path))[text]


def _row(site: Site, status: DutyStatus, heads: Sequence[str]) -> list[Element]:
    cells = (
        period(site, status),
        status.period and site.long_date(status.period.due),
        _state(site, status),
        status.filing and _document(site, status.filing),
    )
    # The heading of each cell is repeated for narrow windows, where rows are blocks.
    return [h.td(data_head=head)[cell] for head, cell in zip(heads, cells, strict=True)]


def period(site: Site, status: DutyStatus) -> str:
    words = site.interface.disclosures
    if status.period is None:
        return words.newest if status.duty.rhythm == "event" else words.standing
    template = {"year": words.year, "quarter": words.quarter, "month": words.month, "meeting": words.meeting}[
        status.duty.rhythm
    ]
    return template.format(date=status.period.shown(site))


def _state(site: Site, status: DutyStatus) -> Node:
    words = site.interface.disclosures
    texts = {
        PeriodState.FULFILLED: words.fulfilled,
        PeriodState.RUNNING: words.running,
        PeriodState.COMING: words.coming,
    }
    label = h.span(class_=f"duty__state duty__state--{status.state}")[texts.get(status.state, words.due_on)]
    return status.period is not None and label


def _document(site: Site, filing: Document) -> Node:
    day = site.long_date(day_of(filing))
    link = h.a(href=site.address(f"/documents/{filing.id}"))[filing.shown_name]
    return h.div[link, h.p(".muted")[day]]


PATH = f"{DESK}/duties"


def _show(asked: DeskRequest) -> list[Node]:
    """Return what is late and due, with forms that name documents; those named; and rules that no lawyer has read."""
    site, words, overview = asked.site, asked.site.interface.desk_duties, DutyService(asked.archive).overview()
    open_states = (PeriodState.LATE, PeriodState.DUE)
    found = [status for status in overview if status.state in open_states]
    found.sort(key=lambda one: (one.state is not PeriodState.LATE, one.period.due if one.period else date.min))
    named = [status for status in overview if status.is_named]
    unchecked = [duty.title for duty in site.duties.duties if not duty.checked]
    return [
        asked.done({"named": words.done, "forgotten": words.forgotten}),
        h.p[words.lead],
        _table(site, found, asked.given) if found else h.p[words.none_late],
        bool(named) and section(words.named, "named", _named(site, named)),
        bool(unchecked) and note(f"{site.interface.disclosures.unchecked} {'; '.join(unchecked)}"),
    ]


def _name(sent: DeskForm) -> None:
    duty, of_period = sent.fields.get("duty", ""), sent.fields.get("period", "")
    if (document := sent.integer("document")) is None:
        raise Refusal("document_not_public", number=sent.fields.get("document") or "–")
    DutyService(sent.archive).name_document(duty, of_period, document, sent.actor)


def _forget(sent: DeskForm) -> None:
    DutyService(sent.archive).forget_document(sent.fields.get("duty", ""), sent.fields.get("period", ""), sent.actor)


def _table(site: Site, found: Iterable[DutyStatus], given: FormInput | None = None) -> Element:
    """Return a row for each period.

    Args:
        given: into a form that was refused; without it there are no forms.
    """
    words, desk = site.interface.disclosures, site.interface.desk_duties
    heads = (words.duty, words.period, words.due, words.state, *((words.document,) if given else ()))
    rows = [
        (
            _title(site, status),
            period(site, status),
            status.period and site.long_date(status.period.due),
            _lateness(site, status),
            *((_form(site, status, given),) if given else ()),
        )
        for status in found
    ]
    return table(desk.title, heads, rows)


def _named(site: Site, found: Iterable[DutyStatus]) -> Element:
    """Return the documents that people named, each with the button that lets the rule decide again."""
    words, desk = site.interface.disclosures, site.interface.desk_duties
    rows = []
    for status in found:
        hidden = {"duty": status.duty.id, "period": status.period_id}
        action, title = site.address(f"{PATH}/forget"), _title(site, status)
        of_period = period(site, status)
        button = h.button(".button", aria_label=f"{desk.forget}: {title}, {of_period}")[desk.forget]
        named = [document_link(site, status.filing), form(action, None, button, hidden=hidden, style="desk__inline")]
        rows.append((title, of_period, named))
    return table(desk.named, (words.duty, words.period, words.document), rows)


def _title(site: Site, status: DutyStatus) -> str:
    return (site.duties.duty(status.duty.id) or status.duty).title


def _lateness(site: Site, status: DutyStatus) -> Node:
    words = site.interface
    if status.state is not PeriodState.LATE:
        return words.disclosures.due_on
    late = words.desk_duties.late.format(time=duration(site, status.late_by))
    return h.span(".desk__left--late")[late if status.late_by else words.desk_duties.missing]


def _form(site: Site, status: DutyStatus, given: FormInput) -> Element:
    words, hidden = site.interface.desk_duties, {"duty": status.duty.id, "period": status.period_id}
    typed = given.typed.get("document", "") if all(given.typed.get(name) == hidden[name] for name in hidden) else ""
    label = f"{words.number}: {_title(site, status)}, {period(site, status)}"
    number = h.input(".input", name="document", inputmode="numeric", required=True, value=typed, aria_label=label)
    assign = h.button(".button")[words.assign]
    return form(site.address(f"{PATH}/name"), number, assign, hidden=hidden, style="desk__inline")


PAGE = DeskPage(
    path=PATH,
    label=lambda site: site.interface.desk_duties.title,
    show=_show,
    actions={"name": Action(_name, "named"), "forget": Action(_forget, "forgotten")},
)


def summary(asked: DeskRequest) -> Node:
    """Return what is late; nothing for those who prepare no document, and where nothing has to be disclosed. Blocks."""
    if Role.PREPARE not in asked.principal.roles or not asked.site.duties.duties:
        return None
    site, words = asked.site, asked.site.interface.desk_duties
    late = [status for status in DutyService(asked.archive).overview() if status.state is PeriodState.LATE]
    shown = _table(site, late) if late else h.p[words.none_late]
    return folded(words.title, "duties", shown, h.p[way(site, PATH, words.all)], is_open=bool(late))
