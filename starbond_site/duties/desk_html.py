"""What is due and late on the desk, which the page Disclosures does not say (docs/voice.md)."""

from collections.abc import Iterable, Sequence

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits, long_date
from starbond_site.duties.html import period
from starbond_site.duties.overview import DutyStatus, Overview, State
from starbond_site.presentation.desk.parts import document_link, folded, note, section, table, way
from starbond_site.presentation.forms import Given, form

PATH = f"{DESK}/duties"


def section_of(site: Site, overview: Sequence[Overview]) -> Element:
    words = site.interface.desk_duties
    late = [(duty, status) for duty in overview for status in duty.late]
    shown = _table(site, late) if late else h.p[words.none_late]
    return folded(words.title, "duties", shown, h.p[way(site, PATH, words.all)], is_open=bool(late))


def page(site: Site, overview: Sequence[Overview], given: Given) -> Node:
    """Return what is late and due, with forms that name documents; those named; and rules that no lawyer has read."""
    words = site.interface.desk_duties
    open_states = (State.LATE, State.DUE)
    found = [(duty, status) for duty in overview for status in duty.statuses if status.state in open_states]
    found.sort(key=lambda one: (one[1].state is not State.LATE, one[1].period is not None and one[1].period.due))
    named = [(duty, status) for duty in overview for status in duty.statuses if status.is_named]
    unchecked = [_title(site, duty) for duty in overview if not duty.duty.checked]
    return [
        h.p[words.lead],
        _table(site, found, given) if found else h.p[words.none_late],
        bool(named) and section(words.named, "named", _named(site, named)),
        bool(unchecked) and note(f"{site.interface.disclosures.unchecked} {'; '.join(unchecked)}"),
    ]


def _table(site: Site, found: Iterable[tuple[Overview, DutyStatus]], given: Given | None = None) -> Element:
    """Return a row for each period.

    Args:
        given: into a form that was refused; without it there are no forms.
    """
    words, desk = site.interface.disclosures, site.interface.desk_duties
    heads = (words.duty, words.period, words.due, words.state, *((words.document,) if given else ()))
    rows = [
        (
            _title(site, duty),
            period(site, duty.duty, status),
            status.period and long_date(status.period.due, site.interface.dates),
            _state(site, status),
            *((_form(site, duty, status, given),) if given else ()),
        )
        for duty, status in found
    ]
    return table(desk.title, heads, rows)


def _named(site: Site, found: Iterable[tuple[Overview, DutyStatus]]) -> Element:
    """Return the documents that people named, each with the button that lets the rule decide again."""
    words, desk = site.interface.disclosures, site.interface.desk_duties
    rows = []
    for duty, status in found:
        hidden = {"duty": duty.duty.id, "period": status.period_id}
        action, title = localized(f"{PATH}/forget", site.language), _title(site, duty)
        of_period = period(site, duty.duty, status)
        button = h.button(".button", aria_label=f"{desk.forget}: {title}, {of_period}")[desk.forget]
        link = status.filing and document_link(site, status.filing.id, status.filing.shown_name)
        rows.append((title, of_period, [link, form(action, None, button, hidden=hidden, style="desk__inline")]))
    return table(desk.named, (words.duty, words.period, words.document), rows)


def _title(site: Site, duty: Overview) -> str:
    known = site.duties.duty(duty.duty.id)
    return (known or duty.duty).title


def _state(site: Site, status: DutyStatus) -> Node:
    words = site.interface
    if status.state is not State.LATE:
        return words.disclosures.due_on
    days = digits(words.desk_duties.late.format(count=status.late_by.days), words.dates)
    return h.span(".desk__left--late")[days if status.late_by else words.desk_duties.missing]


def _form(site: Site, duty: Overview, status: DutyStatus, given: Given) -> Element:
    words, hidden = site.interface.desk_duties, {"duty": duty.duty.id, "period": status.period_id}
    typed = given.typed.get("document", "") if all(given.typed.get(name) == hidden[name] for name in hidden) else ""
    label = f"{words.number}: {_title(site, duty)}, {period(site, duty.duty, status)}"
    number = h.input(".input", name="document", inputmode="numeric", required=True, value=typed, aria_label=label)
    assign = h.button(".button")[words.assign]
    return form(localized(f"{PATH}/name", site.language), number, assign, hidden=hidden, style="desk__inline")
