"""The sealed filings on the desk: the form, the lists, and the section of the overview."""

from collections.abc import Sequence
from datetime import timedelta

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits
from starbond_site.presentation.desk.parts import countdown, duration, folded, moment, section, table, way
from starbond_site.presentation.forms import Field, Given, file_field, form
from starbond_site.sealed import release
from starbond_site.sealed.records import CANCELLED, RELEASED, Sealed

PATH = f"{DESK}/sealed"


def sealed_page(
    site: Site,
    waiting: Sequence[Sealed],
    ended: Sequence[Sealed],
    given: Given,
    *,
    may_prepare: bool,
    needs_approval: bool,
) -> Node:
    """Return the page with the form and the lists."""
    words = site.interface.sealed
    return [
        h.p[words.lead, needs_approval and f" {words.lead_approval}"],
        may_prepare and section(words.form, "form-sealed", _form(site, given)),
        section(words.waiting, "waiting", _table(site, words.waiting, waiting) if waiting else h.p[words.waiting_none]),
        ended and section(words.ended, "ended", _table(site, words.ended, ended)),
    ]


def section_of(site: Site, waiting: Sequence[Sealed]) -> Element:
    """Return the section of the overview."""
    words = site.interface.sealed
    shown = _table(site, words.waiting, waiting) if waiting else h.p[words.waiting_none]
    return folded(words.title, "sealed", shown, h.p[way(site, PATH, words.link)], is_open=bool(waiting))


def address(site: Site, number: int | None, rest: str = "") -> str:
    """Return the address of the page of a filing, or of what is below it."""
    return localized(f"{PATH}/{number}{rest}", site.language)


def release_time(site: Site, filing: Sealed) -> Node:
    """Return the moment of the release, and while it is to come how much is left."""
    words, until = site.interface.sealed, filing.release_at
    shown = moment(site, until, with_seconds=True)
    if state_of(filing) not in ("sealed", "approval"):
        return shown
    return [shown, h.br, countdown(site, until - local_time.now(), words.due)]


def state(site: Site, filing: Sealed) -> Node:
    """Return the state of a filing as a label, with the reason of a refused release."""
    name = state_of(filing)
    text = site.interface.sealed.states[name].format(time=duration(site, release.lateness(filing)))
    kind = {"released": "public", "late": "public", "refused": "withdrawn", "overdue": "withdrawn"}.get(name, name)
    reason = name == "refused" and f" {site.errors.say(filing.problem, **filing.problem_values)}"
    return [h.span(class_=f"desk__state desk__state--{kind}")[text], reason]


def state_of(filing: Sealed) -> str:
    """Return the name of a state, as `SealedWords.states` has it."""
    if filing.state == RELEASED:
        return "late" if release.lateness(filing) else "released"
    if filing.state == CANCELLED:
        return "cancelled"
    if filing.problem:
        return "refused"
    if filing.waits_for_approval:
        return "approval"
    return "sealed" if filing.release_at > local_time.now() else "overdue"


def moment_field(site: Site) -> Field:
    """Return the field of the moment, to the second."""
    words = site.interface.sealed
    return Field(
        name="moment",
        label=words.moment,
        kind="datetime-local",
        hint=words.moment_hint,
        is_required=True,
        attributes={"step": 1},
    )


def _form(site: Site, given: Given) -> Node:
    """Return the form."""
    words, upload = site.interface.sealed, site.interface.upload_form
    lists = [(id, site.title_of(id)) for id in site.listed]
    first = site.interface.desk.please_choose
    # No browser proposes to others who use it what may not be known yet.
    unproposed = {"autocomplete": "off"}
    # Today and a whole hour, so that a moment of today needs its hour and minute alone.
    whole_hour = local_time.now().replace(minute=0, second=0, microsecond=0)
    inside = [
        Field(name="list", label=words.list, options=lists, please_choose=first).written(given),
        moment_field(site).written(given, local_time.typed(whole_hour + timedelta(hours=1))),
        Field(name="title", label=upload.title, hint=upload.title_hint, attributes=unproposed).written(given),
        file_field(site, Field(name="file", label=words.file, hint=words.file_hint), given),
    ]
    action, encoding = localized(PATH, site.language), "multipart/form-data"
    return form(action, inside, words.button, enctype=encoding, aria_label=words.form)


def _table(site: Site, label: str, found: Sequence[Sealed]) -> Element:
    words = site.interface.sealed
    heads = (words.number, words.document, words.list, words.moment, words.state)
    return table(label, heads, [_row(site, filing) for filing in found])


def _row(site: Site, filing: Sealed) -> tuple[Node, ...]:
    link = [h.a(href=address(site, filing.id))[filing.shown_name], filing.title and [h.br, filing.name]]
    number = digits(filing.id, site.interface.dates)
    return number, link, site.title_of(filing.category), release_time(site, filing), state(site, filing)
