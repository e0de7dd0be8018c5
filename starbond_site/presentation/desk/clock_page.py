"""The page of one disclosure clock: who was told when, and the forms that record, correct, attach and close."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.documents.clocks.rules import Attached, Clock, Part, State
from starbond_site.presentation.desk import clocks
from starbond_site.presentation.desk.parts import Field, choice, field, moment, section


def body(
    site: Site,
    clock: Clock,
    documents: Sequence[Attached],
    typed: Mapping[str, str],
    problems: Mapping[str, str],
) -> str:
    """Return what stands below the heading.

    Args:
        site: words.
        clock: which.
        documents: that can be attached.
        typed: what was sent and refused, by field.
        problems: what is wrong with it, by field.
    """
    words, now = site.interface.clock, local_time.now()
    parts = [_summary(site, clock, now), section(words.told_heading, clocks.told_table(site, clock, now), "told")]
    if clock.state is State.CLOSED:
        return "".join((*parts, _form(site, clock, "reopen", words.reopen, words.reopen, "")))
    parts += [_told_form(site, clock, part, typed, problems) for part in (Part.EXCHANGE, Part.REGULATOR)]
    parts += [
        section(words.document_heading, _document(site, clock, documents, typed, problems), "document-heading"),
        section(words.correct_heading, _correction(site, clock, typed, problems), "correct"),
    ]
    if clock.state is State.RUNNING:
        reason = field(Field(name="reason", label=words.reason, is_required=True), typed, problems)
        closing = _form(site, clock, "close", words.close_heading, words.close, reason)
        parts.append(section(words.close_heading, f"<p>{escape(words.close_text)}</p>{closing}", "close"))
    return "".join(parts)


def _summary(site: Site, clock: Clock, now: datetime) -> str:
    """Return what the clock is about, and the rule that sets its time as it stood when the clock was started."""
    words, disclosures = site.interface.clock, site.interface.disclosures
    duty = site.duties.duty(clock.duty)
    limit = clocks.digits(words.limit.format(minutes=clock.minutes), site.interface.dates)
    sources = [limit, disclosures.source.format(source=clock.source)]
    if duty is None or not duty.checked:
        sources.append(disclosures.unchecked)
    lines = [
        f"{clocks.state(site, clock)} {clocks.left(site, clock, now) if clock.state is State.RUNNING else ''}",
        f"{escape(words.decided)}: {moment(site, clock.decided_at, with_seconds=True)}",
        f"{escape(words.due)}: {moment(site, clock.due_at, with_seconds=True)}",
        escape(" ".join(sources)),
        _started(site, clock),
    ]
    if clock.state is State.CLOSED:
        lines.append(escape(words.closed.format(reason=clock.closed_reason)))
    return "".join(f"<p>{line}</p>" for line in lines)


def _started(site: Site, clock: Clock) -> str:
    words = site.interface.clock
    said = words.started_by if clock.started_by else words.started_at
    return escape(said).format(moment=moment(site, clock.started_at), name=escape(clock.started_by))


def _told_form(site: Site, clock: Clock, part: Part, typed: Mapping[str, str], problems: Mapping[str, str]) -> str:
    """Return the form of exchange or regulator; one that was told can be corrected or taken back."""
    words = site.interface.clock
    is_exchange, told, name = part is Part.EXCHANGE, clock.told_at(part), f"{part}_at"
    label = words.exchange_told if is_exchange else words.regulator_told
    values = {name: written(told), **typed}
    inside = field(clocks.time_field(name, label, words.time_hint if told else words.now_hint), values, problems)
    if told:
        button = words.correct_exchange if is_exchange else words.correct_regulator
        back = words.take_back_exchange if is_exchange else words.take_back_regulator
        further = f'<button class="button" name="take_back" value="{part}">{escape(back)}</button>'
    else:
        button, further = words.record_exchange if is_exchange else words.record_regulator, ""
    inside += f'<input type="hidden" name="part" value="{part}">'
    return _form(site, clock, "told", button, button, inside, further)


def _document(
    site: Site,
    clock: Clock,
    documents: Sequence[Attached],
    typed: Mapping[str, str],
    problems: Mapping[str, str],
) -> str:
    """Return the document of the clock, and the forms that attach and detach one."""
    words = site.interface.clock
    html = f"<p>{clocks.document_link(site, clock.document)}</p>" if clock.document else ""
    others = [document for document in documents if document != clock.document]
    if others:
        options = [(str(document.id), document.shown_name) for document in others]
        chosen = choice("document", words.document_heading, options, typed, problems)
        html += _form(site, clock, "attach", words.attach, words.attach, chosen)
    elif not clock.document:
        html += f"<p>{escape(words.document_none)}</p>"
    if clock.document:
        html += _form(site, clock, "attach", words.detach, words.detach, '<input type="hidden" name="document">')
    return html


def _correction(site: Site, clock: Clock, typed: Mapping[str, str], problems: Mapping[str, str]) -> str:
    words = site.interface.clock
    values = {"label": clock.label, "decided_at": written(clock.decided_at), **typed}
    what = Field(name="label", label=words.what, is_required=True, attributes=' maxlength="200"')
    inside = field(what, values, problems)
    inside += field(clocks.time_field("decided_at", words.decided, words.time_hint), values, problems)
    return _form(site, clock, "correct", words.correct_heading, words.correct, inside)


def _form(site: Site, clock: Clock, action: str, label: str, button: str, inside: str, further: str = "") -> str:
    address = localized(f"{clocks.PATH}/{clock.id}/{action}", site.language)
    return (
        f'<form class="desk__form" method="post" action="{address}" aria-label="{escape(label)}">{inside}'
        f'<button class="button button--primary">{escape(button)}</button>{further}</form>'
    )


def written(moment: datetime | None) -> str:
    """Return a moment as ``datetime-local`` takes it, in the company's time; empty for none."""
    return f"{local_time.in_local_time(moment):%Y-%m-%dT%H:%M:%S}" if moment else ""
