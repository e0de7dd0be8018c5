"""Disclosure clocks on the desk: the section of the overview, the list, and what a document says of its own."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from html import escape

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.duties import Duty
from starbond_site.content.formats import digits
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.clocks import reading
from starbond_site.documents.clocks.rules import Attached, Clock, Part, State
from starbond_site.presentation.desk.parts import Field, choice, field, moment, note, section, table

PATH = f"{DESK}/clocks"
"""English path of the list; that of a clock is below it."""
DAY = timedelta(days=1)


def section_of(site: Site, archive: Archive) -> str:
    """Return the section of the overview: what runs, and which documents wait for a clock. Reads the database."""
    words, now = site.interface.clock, local_time.now()
    address = localized(PATH, site.language)
    ways = (
        f'<p class="button-row"><a class="button" href="{address}#start">{escape(words.start_heading)}</a> '
        f'<a class="button" href="{address}">{escape(words.all_clocks)}</a></p>'
    )
    html = running(site, reading.running(archive), now) + _asked(site, reading.without_clock(archive)) + ways
    return section(words.title, html, "clocks")


def list_page(
    site: Site,
    clocks: Sequence[Clock],
    open_clocks: Sequence[Clock],
    typed: Mapping[str, str],
    problems: Mapping[str, str],
    document: int | None = None,
) -> str:
    """Return the body of the list.

    Args:
        site: words.
        clocks: the newest.
        open_clocks: those that run.
        typed: what stands in the form that starts a clock.
        problems: what is wrong with it, by field.
        document: that the started clock will be attached to.
    """
    words, now = site.interface.clock, local_time.now()
    past = [clock for clock in clocks if clock.state is not State.RUNNING]
    shown = _past(site, past, now) if past else f"<p>{escape(words.past_none)}</p>"
    return (
        f"<p>{escape(words.lead)}</p>"
        + section(words.running, running(site, open_clocks, now), "running")
        + section(words.start_heading, start_form(site, typed, problems, document), "start")
        + section(words.past, shown, "past")
    )


def of_document(site: Site, archive: Archive, number: int, category: str) -> str:
    """Return the section of a document's page of the desk; empty where its list asks for none and it has none.

    Reads the database.

    Args:
        site: words.
        archive: whose clocks.
        number: id of the document.
        category: of the document.
    """
    with database.reading(archive.engine) as session:
        own = reading.of_document(session, number)
    asks = reading.duty_of(category)
    if not (own or asks):
        return ""
    words, now = site.interface.clock, local_time.now()
    html = "".join(f"<h3>{_link(site, clock)}</h3>{told_table(site, clock, now)}" for clock in own)
    if not own:
        html = f"<p>{escape(words.asked)}</p>" + _attach_running(site, reading.running(archive), number)
        html += start_form(site, {}, {}, number)
    return section(words.heading, html, "clock")


def start_form(site: Site, typed: Mapping[str, str], problems: Mapping[str, str], document: int | None = None) -> str:
    """Return the form that starts a clock, with the rule that sets the time."""
    words = site.interface.clock
    own = [_in_language(site, duty) for duty in reading.duties()]
    kinds = choice("duty", words.duty, [(duty.id, duty.title) for duty in own], typed, problems)
    one = f'<input type="hidden" name="duty" value="{own[0].id if own else ""}">'
    what = Field(name="label", label=words.what, hint=words.what_hint, is_required=True, attributes=' maxlength="200"')
    hidden = f'<input type="hidden" name="document" value="{document}">' if document else ""
    return (
        f'<form class="desk__form" method="post" action="{localized(f"{PATH}/start", site.language)}"'
        f' aria-label="{escape(words.start_heading)}">{"".join(rule(site, duty) for duty in own)}'
        f"{kinds if len(own) > 1 else one}{hidden}{field(what, typed, problems)}"
        f"{field(time_field('decided_at', words.decided, words.now_hint), typed, problems)}"
        f'<button class="button button--primary">{escape(words.start)}</button></form>'
    )


def time_field(name: str, label: str, hint: str) -> Field:
    """Return the field of a moment in the company's time."""
    return Field(name=name, label=label, kind="datetime-local", hint=hint, attributes=' step="1"')


def rule(site: Site, duty: Duty) -> str:
    """Return the time that a duty sets, its source, and that nobody has checked it where that is so."""
    words, disclosures = site.interface.clock, site.interface.disclosures
    limit = digits(words.limit.format(minutes=duty.minutes), site.interface.dates)
    said = [limit, duty.rule, disclosures.source.format(source=duty.source)]
    return f"<p>{escape(' '.join(said))}</p>" + ("" if duty.checked else note(disclosures.unchecked))


def running(site: Site, clocks: Sequence[Clock], now: datetime) -> str:
    """Return the clocks that run, the one that is due first."""
    words = site.interface.clock
    if not clocks:
        return f"<p>{escape(words.running_none)}</p>"
    heads = (words.what, words.decided, words.due, words.left_head, words.waiting)
    rows = [
        (
            _link(site, clock),
            moment(site, clock.decided_at),
            moment(site, clock.due_at),
            left(site, clock, now),
            escape(", ".join(name_of(site, part) for part in Part if not clock.told_at(part))),
        )
        for clock in clocks
    ]
    return table(words.running, heads, rows)


def left(site: Site, clock: Clock, now: datetime) -> str:
    """Return what is left as text that the browser counts on where scripts run: see `components.react.countdown`."""
    words, remaining = site.interface.clock, clock.left(now)
    pattern = words.left if remaining > timedelta() else words.late
    style = "" if remaining > timedelta() else " desk__left--late"
    return (
        f'<span class="desk__left{style}" role="timer" data-seconds="{int(remaining.total_seconds())}"'
        f' data-words="{escape(words.left)}" data-late="{escape(words.late)}" data-days="{escape(words.days)}"'
        f' data-digits="{site.interface.dates.digits}">'
        f"{escape(pattern.format(time=duration(site, abs(remaining))))}</span>"
    )


def duration(site: Site, value: timedelta) -> str:
    """Return a time such as ``12:31``, ``1:12:31`` or ``2 d 1:12:31``; parts of a second are cut off."""
    seconds = int(value.total_seconds())
    hours, minutes = seconds % 86_400 // 3600, seconds % 3600 // 60
    text = f"{hours}:{minutes:02}:{seconds % 60:02}" if value >= timedelta(hours=1) else f"{minutes}:{seconds % 60:02}"
    if value >= DAY:
        text = site.interface.clock.days.format(days=seconds // 86_400, time=text)
    return digits(text, site.interface.dates)


def told_table(site: Site, clock: Clock, now: datetime) -> str:
    """Return who was told when, and what was late by how much."""
    words = site.interface.clock
    heads = (words.who, words.told, words.left_head)
    rows = [(escape(name_of(site, part)), _told(site, clock, part), late(site, clock, part, now)) for part in Part]
    return table(words.told_heading, heads, rows)


def late(site: Site, clock: Clock, part: Part, now: datetime) -> str:
    """Return whether somebody was told in time; of one who is still to be told, what is left."""
    words, by = site.interface.clock, clock.late_by(part, now)
    if not clock.told_at(part) and not clock.closed_at:
        return left(site, clock, now)
    if by:
        text = words.late.format(time=duration(site, by))
        return f'<span class="desk__left desk__left--late">{escape(text)}</span>'
    return escape(words.in_time if clock.told_at(part) else "–")


def name_of(site: Site, part: Part) -> str:
    """Return who is told."""
    words, own = site.interface.clock, site.duties
    exchange, regulator = own.exchange or words.exchange, own.regulator or words.regulator
    return {Part.EXCHANGE: exchange, Part.REGULATOR: regulator, Part.PUBLIC: words.public}[part]


def state(site: Site, clock: Clock) -> str:
    """Return the state as a label."""
    words = site.interface.clock
    name = {State.RUNNING: words.state_running, State.DONE: words.state_done, State.CLOSED: words.state_closed}
    return f'<span class="desk__state">{escape(name[clock.state])}</span>'


def document_link(site: Site, document: Attached) -> str:
    """Return the link to a document's page of the desk."""
    address = localized(f"{DESK}/documents/{document.id}", site.language)
    return f'<a href="{address}">{escape(document.shown_name)}</a>'


def _past(site: Site, clocks: Sequence[Clock], now: datetime) -> str:
    words = site.interface.clock
    heads = (words.what, words.decided, words.document_heading, words.left_head, site.interface.desk.state)
    rows = []
    for clock in clocks:
        by = clock.latest(now)
        said = words.late.format(time=duration(site, by)) if by else words.in_time
        time = f'<span class="desk__left--late">{escape(said)}</span>' if by else escape(said)
        shown = document_link(site, clock.document) if clock.document else "–"
        outcome = time if clock.state is State.DONE or by else "–"
        rows.append((_link(site, clock), moment(site, clock.decided_at), shown, outcome, state(site, clock)))
    return table(words.past, heads, rows)


def _asked(site: Site, documents: Sequence[Attached]) -> str:
    """Return the documents that the desk asks about."""
    if not documents:
        return ""
    words = site.interface.clock
    items = "".join(f"<li>{document_link(site, document)}</li>" for document in documents)
    return f"<h3>{escape(words.asked)}</h3><p>{escape(words.asked_text)}</p><ul>{items}</ul>"


def _attach_running(site: Site, clocks: Sequence[Clock], document: int) -> str:
    """Return the form that attaches a clock that runs; empty where none waits for a document."""
    words = site.interface.clock
    waiting = [(str(clock.id), clock.label) for clock in clocks if clock.document is None]
    if not waiting:
        return ""
    return (
        f'<form class="desk__form" method="post" action="{localized(f"{PATH}/attach", site.language)}"'
        f' aria-label="{escape(words.attach)}"><input type="hidden" name="document" value="{document}">'
        f"{choice('clock', words.choose, waiting, {}, {})}"
        f'<button class="button button--primary">{escape(words.attach)}</button></form>'
    )


def _told(site: Site, clock: Clock, part: Part) -> str:
    told = clock.told_at(part)
    return moment(site, told, with_seconds=True) if told else escape(site.interface.clock.not_yet)


def _link(site: Site, clock: Clock) -> str:
    return f'<a href="{localized(f"{PATH}/{clock.id}", site.language)}">{escape(clock.label)}</a>'


def _in_language(site: Site, duty: Duty) -> Duty:
    """Return a duty in the words of a language."""
    return site.duties.duty(duty.id) or duty
