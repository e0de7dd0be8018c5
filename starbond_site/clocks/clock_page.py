"""The page of one disclosure clock: who was told when, and the forms that record, correct, attach and close."""

from collections.abc import Sequence
from datetime import datetime

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.clocks import html
from starbond_site.clocks.records import Clock, Part, State
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits
from starbond_site.content.sentences import filled
from starbond_site.documents.records import Document
from starbond_site.presentation.desk.parts import folded, moment, section
from starbond_site.presentation.forms import Field, Given, form


def body(site: Site, clock: Clock, documents: Sequence[Document], given: Given) -> Node:
    """Return what stands below the heading.

    Args:
        given: what was sent and refused.
    """
    words, now = site.interface.clock, local_time.now()
    shown = [_summary(site, clock, now), section(words.told_heading, "told", html.notice_table(site, clock, now))]
    if clock.state is State.CLOSED:
        return [*shown, _form(site, clock, "reopen", words.reopen, words.reopen)]
    reason = Field(name="reason", label=words.reason, is_required=True).written(given)
    close = _form(site, clock, "close", words.close_heading, words.close, reason)
    return [
        shown,
        [_told_form(site, clock, part, given) for part in (Part.EXCHANGE, Part.REGULATOR)],
        [
            folded(heading, f"form-{name}", inside, is_open=given.form == name)
            for name, heading, inside in (
                ("attach", words.document_heading, _document(site, clock, documents, given)),
                ("correct", words.correct_heading, _correction(site, clock, given)),
                ("close", words.close_heading, clock.state is State.RUNNING and [h.p[words.close_text], close]),
            )
            if inside
        ],
    ]


def _summary(site: Site, clock: Clock, now: datetime) -> Node:
    """Return what the clock is about, and the rule that sets its time as it stood when the clock was started."""
    words, disclosures = site.interface.clock, site.interface.disclosures
    duty = site.duties.duty(clock.duty)
    limit = digits(words.limit.format(minutes=clock.minutes), site.interface.dates)
    sources = [limit, disclosures.source.format(source=clock.source)]
    if duty is None or not duty.checked:
        sources.append(disclosures.unchecked)
    started = words.started_by if clock.started_by else words.started_at
    lines: list[Node] = [
        [html.state(site, clock), " ", clock.state is State.RUNNING and html.left(site, clock, now)],
        [f"{words.decided}: ", moment(site, clock.decided_at, with_seconds=True)],
        [f"{words.due}: ", moment(site, clock.due_at, with_seconds=True)],
        " ".join(sources),
        filled(started, moment=moment(site, clock.started_at), name=clock.started_by),
    ]
    if clock.state is State.CLOSED:
        lines.append(words.closed.format(reason=clock.closed_reason))
    return [h.p[line] for line in lines]


def _told_form(site: Site, clock: Clock, part: Part, given: Given) -> Element:
    """Return the form of exchange or regulator; one that was told can be corrected or taken back."""
    words, told = site.interface.clock, clock.told_at(part)
    if part is Part.EXCHANGE:
        label, record = words.exchange_told, words.record_exchange
        correct, back = words.correct_exchange, words.take_back_exchange
    else:
        label, record = words.regulator_told, words.record_regulator
        correct, back = words.correct_regulator, words.take_back_regulator
    time = html.time_field(f"{part}_at", label, words.time_hint if told else words.now_hint)
    button, inside = correct if told else record, time.written(given, local_time.typed(told))
    further = told and h.button(".button", name="take_back", value=part)[back]
    is_next = part is next((each for each in (Part.EXCHANGE, Part.REGULATOR) if not clock.told_at(each)), None)
    return _form(site, clock, "told", button, button, inside, further, is_next=is_next, part=part)


def _document(site: Site, clock: Clock, documents: Sequence[Document], given: Given) -> Node:
    words = site.interface.clock
    options = [(str(document.id), document.shown_name) for document in documents if document.id != clock.document_id]
    chosen = Field(name="document", label=words.document_heading, options=options)
    return [
        clock.document and h.p[html.attached_link(site, clock.document)],
        options and _form(site, clock, "attach", words.attach, words.attach, chosen.written(given)),
        not (options or clock.document) and h.p[words.document_none],
        clock.document and _form(site, clock, "attach", words.detach, words.detach, document=""),
    ]


def _correction(site: Site, clock: Clock, given: Given) -> Element:
    words = site.interface.clock
    decided = html.time_field("decided_at", words.decided, words.time_hint)
    inside = [
        html.label_field(site).written(given, clock.label),
        decided.written(given, local_time.typed(clock.decided_at)),
    ]
    return _form(site, clock, "correct", words.correct_heading, words.correct, inside)


def _form(
    site: Site,
    clock: Clock,
    action: str,
    label: str,
    button: str,
    inside: Node = None,
    further: Node = None,
    *,
    is_next: bool = False,
    **hidden: str,
) -> Element:
    address = localized(f"{html.PATH}/{clock.id}/{action}", site.language)
    buttons = [h.button(class_=["button", is_next and "button--primary"])[button], further]
    return form(address, inside, buttons, hidden=hidden, aria_label=label)
