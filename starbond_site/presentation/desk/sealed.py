"""The sealed filings on the desk: the form, the lists, and the section of the overview."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits
from starbond_site.documents.archive import Archive
from starbond_site.documents.details import in_utc
from starbond_site.documents.sealed import filings, moments, release
from starbond_site.documents.sealed.records import CANCELLED, RELEASED, Sealed
from starbond_site.presentation.desk.parts import Field, choice, field, file_field, moment, note, section, table
from starbond_site.presentation.document_page import list_of

PATH = f"{DESK}/sealed"
CLOCK = "/desk-clock.js"
"""Counts the seconds down; without it the text stays as the server wrote it."""
_UNITS = (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1))


@dataclass(frozen=True)
class Given:
    """What a form was sent with, and what was wrong with it."""

    typed: Mapping[str, str]
    problems: Mapping[str, str]


NOTHING = Given({}, {})


def sealed_page(site: Site, archive: Archive, given: Given = NOTHING, *, may_prepare: bool = True) -> str:
    """Return the page with the form and the lists; reads the database.

    Args:
        site: words.
        archive: where the filings are.
        given: what was refused.
        may_prepare: whether the visitor may seal, and not only approve.
    """
    words = site.interface.sealed
    lead = f"<p>{escape(words.lead)}"
    lead += f" {escape(words.lead_approval)}</p>" if archive.settings.two_person_release else "</p>"
    form = section(words.form, _form(site, given), "form") if may_prepare else ""
    return lead + form + _waiting(site, archive) + _ended(site, archive)


def section_of(site: Site, archive: Archive) -> str:
    """Return the section of the overview; reads the database."""
    words = site.interface.sealed
    link = f'<p><a class="button" href="{localized(PATH, site.language)}">{escape(words.link)}</a></p>'
    found = filings.waiting(archive)
    shown = _table(site, words.waiting, found) + _clock() if found else ""
    return section(words.title, shown + link, "sealed")


def address(site: Site, number: int, rest: str = "") -> str:
    """Return the address of the page of a filing, or of what is below it."""
    return localized(f"{PATH}/{number}{rest}", site.language)


def time_left(site: Site, until: datetime) -> str:
    """Return how much is left until a moment, with what the clock needs to count on."""
    words, seconds = site.interface.sealed, (until - local_time.now()).total_seconds()
    text = words.left.format(time=duration(site, timedelta(seconds=seconds))) if seconds > 0 else words.due
    units = "|".join(words.units[name] for name, _ in _UNITS)
    clock = {"until": in_utc(until), "units": units, "left": words.left, "due": words.due}
    clock["digits"] = site.interface.dates.digits
    data = "".join(f' data-{name}="{escape(value)}"' for name, value in clock.items())
    return f'<span class="desk__clock"{data}>{escape(text)}</span>'


def duration(site: Site, length: timedelta) -> str:
    """Return a length of time in its two greatest units, rounded up to a second."""
    left, parts = max(0, -int(-length.total_seconds() // 1)), list[str]()
    for name, seconds in _UNITS:
        number, left = divmod(left, seconds)
        if number or parts or name == "s":
            parts.append(site.interface.sealed.units[name].format(number=number))
    return digits(" ".join(parts[:2]), site.interface.dates)


def state(site: Site, filing: Sealed) -> str:
    """Return the state of a filing as a label, with the reason of a refused release."""
    name = state_of(filing)
    text = site.interface.sealed.states[name].format(time=duration(site, release.lateness(filing)))
    kind = {"released": "public", "late": "public", "refused": "withdrawn", "overdue": "withdrawn"}.get(name, name)
    label = f'<span class="desk__state desk__state--{kind}">{escape(text)}</span>'
    if name == "refused":
        label += f" {escape(site.errors.say(filing.problem, **filing.problem_values))}"
    return label


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


def moment_field(site: Site, given: Given) -> str:
    """Return the field of the moment, to the second."""
    words = site.interface.sealed
    item = Field(
        name="moment",
        label=words.moment,
        kind="datetime-local",
        hint=words.moment_hint,
        is_required=True,
        attributes=' step="1"',
    )
    return field(item, given.typed, given.problems)


def next_hour(moment: datetime) -> datetime:
    """Return the first whole hour after a moment."""
    return moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def _form(site: Site, given: Given) -> str:
    """Return the form."""
    words = site.interface.sealed
    lists = [(id, site.title_of(id)) for id in site.listed]
    fields = choice("list", words.list, lists, given.typed, given.problems, site.interface.desk.please_choose)
    # Today and a whole hour, so that a moment of today needs its hour and minute alone.
    typed = {"moment": moments.written(next_hour(local_time.now())), **given.typed}
    fields += moment_field(site, Given(typed, given.problems))
    upload = site.interface.upload
    # No browser proposes to others who use it what may not be known yet.
    title = Field(name="title", label=upload.title, hint=upload.title_hint, attributes=' autocomplete="off"')
    fields += field(title, given.typed, given.problems)
    file = Field(name="file", label=words.file, hint=words.file_hint)
    fields += file_field(site, file, given.typed, given.problems)
    refused = note(words.refused, "wrong") if given.problems else ""
    action = localized(PATH, site.language)
    return (
        f'{refused}<form class="desk__form" method="post" action="{action}" enctype="multipart/form-data" '
        f'aria-label="{escape(words.form)}">{fields}'
        f'<button class="button button--primary">{escape(words.button)}</button></form>'
    )


def _waiting(site: Site, archive: Archive) -> str:
    words, found = site.interface.sealed, filings.waiting(archive)
    shown = _table(site, words.waiting, found) + _clock() if found else f"<p>{escape(words.waiting_none)}</p>"
    return section(words.waiting, shown, "waiting")


def _ended(site: Site, archive: Archive) -> str:
    words, found = site.interface.sealed, filings.ended(archive)
    return section(words.ended, _table(site, words.ended, found), "ended") if found else ""


def _table(site: Site, label: str, found: list[Sealed]) -> str:
    words = site.interface.sealed
    heads = (words.number, words.document, words.list, words.moment, words.state)
    return table(label, heads, [_row(site, filing) for filing in found])


def _row(site: Site, filing: Sealed) -> tuple[str, ...]:
    number = filing.id or 0
    link = f'<a href="{address(site, number)}">{escape(filing.shown_name)}</a>'
    link += f"<br>{escape(filing.name)}" if filing.title else ""
    until = moment(site, filing.release_at, with_seconds=True)
    if state_of(filing) in ("sealed", "approval"):
        until += f"<br>{time_left(site, filing.release_at)}"
    shown_number = digits(number, site.interface.dates)
    return shown_number, link, escape(list_of(site, filing.category)[0]), until, state(site, filing)


def _clock() -> str:
    return f'<script src="{CLOCK}" defer></script>'
