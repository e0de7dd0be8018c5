"""``/desk/clocks``: starts disclosure clocks, records who was notified when, and keeps both beside the document."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import htpy as h
from htpy import Element, Node

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.content.reporting import Duty
from starbond_site.content.sentences import filled
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Clock, ClockState, Recipient
from starbond_site.presentation.desk.desk_html import (
    countdown,
    document_link,
    duration,
    folded,
    moment,
    note,
    section,
    table,
    way,
)
from starbond_site.presentation.form_fields import Field, moment_field
from starbond_site.presentation.html_parts import DASH, link
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView
from starbond_site.web.paths import record_id
from starbond_site.web.refusals import status_of

PATH = f"{DESK}/clocks"
"""English path of the list; that of a clock is below it."""
BY_HAND = (Recipient.EXCHANGE, Recipient.REGULATOR)
"""Recipients whose notice is recorded by hand; the document notifies the public."""


def _list(asked: DeskRequest) -> list[Node]:
    site, words, now = asked.site, asked.site.interface.clock, local_time.now()
    document = record_id(asked.given.typed.get("document", "")) or None
    past = [clock for clock in service.newest(asked.archive) if clock.state is not ClockState.RUNNING]
    return [
        h.p[words.lead],
        section(words.running, "running", _running(site, service.running(asked.archive), now)),
        section(words.start_heading, "form-start", _start_form(asked, document)),
        section(words.past, "past", _past(site, past, now) if past else h.p[words.past_none]),
    ]


def urgent(asked: DeskRequest) -> Node:
    """Return the section of the overview, for who prepares: what runs, and which documents wait for a clock; blocks."""
    if Role.PREPARE not in asked.principal.roles or not service.duties():
        return None
    site, words, archive = asked.site, asked.site.interface.clock, asked.archive
    clocks, without = service.running(archive), service.without_clock(archive)
    return folded(
        words.title,
        "clocks",
        _running(site, clocks, local_time.now()),
        bool(without) and [h.h3[words.without], h.ul[[h.li[document_link(site, document)] for document in without]]],
        h.p(".button-row")[way(site, f"{PATH}#form-start", words.start_heading), way(site, PATH, words.all_clocks)],
        is_open=bool(clocks or without),
    )


def of_document(asked: DeskRequest, details: DocumentDetails) -> Node:
    """Return the section on the desk's page of a document; nothing where it has no clock and its list asks for none."""
    site, words, now = asked.site, asked.site.interface.clock, local_time.now()
    if not service.duties():
        return None
    if own := asked.archive.read(lambda session: service.of_document(session, details.document.id)):
        inside: Node = [[h.h3[_link(site, clock)], _notice_table(site, clock, now)] for clock in own]
    elif service.duty_of(details.document.category):
        start = _start_form(asked, asked.number, label=words.start_heading)
        inside = [_attach_running(asked, service.running(asked.archive)), start]
    else:
        return None
    return folded(words.heading, "clock", inside, is_open=not own)


def _start_form(asked: DeskRequest, document: int | None, label: str = "") -> Element:
    site, words = asked.site, asked.site.interface.clock
    own = [site.duties.duty(duty.id) or duty for duty in service.duties()]
    kinds = Field(name="duty", label=words.duty, options=[(duty.id, duty.title) for duty in own])
    hidden: dict[str, object] = {"document": document} if document else {}
    if len(own) == 1:
        hidden["duty"] = own[0].id
    inside = [
        [_rule(site, duty) for duty in own],
        *([kinds] if len(own) > 1 else ()),
        _label_field(site, words.what_hint),
        moment_field("decided_at", words.decided, words.now_hint),
    ]
    # On its own page the heading names it.
    return asked.form(f"{PATH}/start", inside, words.start, hidden=hidden, label=label, is_primary=not label)


def _label_field(site: Site, hint: str = "") -> Field:
    label = site.interface.clock.what
    return Field(name="label", label=label, hint=hint, is_required=True, attributes={"maxlength": service.LABEL})


def _rule(site: Site, duty: Duty) -> Node:
    """Return the time limit of a duty and its source, with a note where nobody has checked them."""
    words, disclosures = site.interface.clock, site.interface.disclosures
    limit = site.digits(words.limit.format(minutes=duty.minutes))
    said = [limit, duty.rule, disclosures.source.format(source=duty.source)]
    return [h.p[" ".join(said)], None if duty.checked else note(disclosures.unchecked)]


def _running(site: Site, clocks: Sequence[Clock], now: datetime) -> Element:
    words = site.interface.clock
    if not clocks:
        return h.p[words.running_none]
    heads = (words.what, words.decided, words.due, words.left_head, words.waiting)
    rows = [
        (
            _link(site, clock),
            moment(site, clock.decided_at),
            moment(site, clock.due_at),
            _left(site, clock, now),
            ", ".join(_name_of(site, recipient) for recipient in Recipient if not clock.notified_at(recipient)),
        )
        for clock in clocks
    ]
    return table(words.running, heads, rows)


def _left(site: Site, clock: Clock, now: datetime) -> Element:
    return countdown(site, clock.left(now), site.interface.clock.late)


def _notice_table(site: Site, clock: Clock, now: datetime) -> Element:
    words = site.interface.clock
    rows = [
        (
            _name_of(site, recipient),
            moment(site, at, with_seconds=True) if (at := clock.notified_at(recipient)) else words.not_yet,
            _delay(site, clock, recipient, now),
        )
        for recipient in Recipient
    ]
    return table(words.told_heading, (words.who, words.told, words.left_head), rows)


def _delay(site: Site, clock: Clock, recipient: Recipient, now: datetime) -> Node:
    """Return whether a notice was in time; before it is given, the time left."""
    is_told = clock.notified_at(recipient) is not None
    if not is_told and not clock.closed_at:
        return _left(site, clock, now)
    return _outcome(site, clock.late_by(recipient, now), is_told=is_told)


def _outcome(site: Site, late_by: timedelta, *, is_told: bool) -> Node:
    words = site.interface.clock
    if late_by:
        return h.span(".desk__left.desk__left--late")[words.late.format(time=duration(site, late_by))]
    return words.in_time if is_told else DASH


def _name_of(site: Site, recipient: Recipient) -> str:
    named = {Recipient.EXCHANGE: site.duties.exchange, Recipient.REGULATOR: site.duties.regulator}
    return named.get(recipient) or site.interface.clock.recipients[recipient]


def _state(site: Site, clock: Clock) -> Element:
    return h.span(".desk__state")[site.interface.clock.states[clock.state]]


def _past(site: Site, clocks: Sequence[Clock], now: datetime) -> Element:
    words = site.interface.clock
    heads = (words.what, words.decided, words.document_heading, words.left_head, site.interface.desk.state)
    rows = [
        (
            _link(site, clock),
            moment(site, clock.decided_at),
            document_link(site, clock.document) or DASH,
            _outcome(site, clock.longest_delay(now), is_told=clock.state is ClockState.DONE),
            _state(site, clock),
        )
        for clock in clocks
    ]
    return table(words.past, heads, rows)


def _attach_running(asked: DeskRequest, clocks: Sequence[Clock]) -> Node:
    """Return the form that attaches a running clock; nothing where none waits for a document."""
    words, hidden = asked.site.interface.clock, {"document": asked.number}
    waiting = [(str(clock.id), clock.label) for clock in clocks if clock.document is None]
    chosen = Field(name="clock", label=words.choose, options=waiting)
    return waiting and asked.form(
        f"{PATH}/attach", [chosen], words.attach, hidden=hidden, label=words.attach, is_primary=False
    )


def _link(site: Site, clock: Clock) -> Element:
    return link(site, f"{PATH}/{clock.id}", clock.label)


def _clock(asked: DeskRequest) -> DeskView:
    site, words, clock = asked.site, asked.site.interface.clock, service.read(asked.archive, asked.number)
    if clock is None:
        return DeskView(words.title, note(site.errors.clock_unknown, "wrong"), status_of("clock_unknown"))
    now = local_time.now()
    body = [
        asked.done(words.said),
        _summary(site, clock, now),
        section(words.told_heading, "told", _notice_table(site, clock, now)),
        _actions(asked, clock, service.attachable(asked.archive, clock)),
    ]
    return DeskView(words.clock_title.format(label=clock.label), body)


def _actions(asked: DeskRequest, clock: Clock, documents: Sequence[Document]) -> Node:
    words, path = asked.site.interface.clock, f"{PATH}/{clock.id}"
    if clock.state is ClockState.CLOSED:
        return asked.form(f"{path}/reopen", (), words.reopen, label=words.reopen, is_primary=False)
    reason = Field(name="reason", label=words.reason, is_required=True)
    close = [h.p[words.close_text], reason] if clock.state is ClockState.RUNNING else []
    correct = [_label_field(asked.site), moment_field("decided_at", words.decided, words.time_hint)]
    values = {"label": clock.label, "decided_at": local_time.typed(clock.decided_at)}
    return [
        [_notice_form(asked, clock, recipient) for recipient in BY_HAND],
        folded(
            words.document_heading,
            "form-attach",
            _attaching(asked, clock, documents),
            is_open=asked.given.form == "attach",
        ),
        [
            asked.form(f"{path}/{name}", inside, button, values, fold=heading, is_primary=False)
            for name, heading, inside, button in (
                ("correct", words.correct_heading, correct, words.correct_heading),
                ("close", words.close_heading, close, words.close),
            )
            if inside
        ],
    ]


def _summary(site: Site, clock: Clock, now: datetime) -> Node:
    """Return the decision of the clock, and the rule of its time limit as it was when the clock was started."""
    words, disclosures = site.interface.clock, site.interface.disclosures
    duty = site.duties.duty(clock.duty)
    limit = site.digits(words.limit.format(minutes=clock.minutes))
    # A clock keeps the source in the first language; one that has not changed since is shown in that of the page.
    first = content.read().duties.duty(clock.duty)
    is_same = first and first.source[:300] == clock.source
    sources = [limit, disclosures.source.format(source=duty.source if duty and is_same else clock.source)]
    if duty is None or not duty.checked:
        sources.append(disclosures.unchecked)
    started = words.started_by if clock.started_by else words.started_at
    lines: list[Node] = [
        [_state(site, clock), " ", clock.state is ClockState.RUNNING and _left(site, clock, now)],
        [f"{words.decided}: ", moment(site, clock.decided_at, with_seconds=True)],
        [f"{words.due}: ", moment(site, clock.due_at, with_seconds=True)],
        " ".join(sources),
        filled(started, moment=moment(site, clock.started_at), name=clock.started_by),
    ]
    if clock.state is ClockState.CLOSED:
        lines.append(words.closed.format(reason=clock.closed_reason))
    return [h.p[line] for line in lines]


def _notice_form(asked: DeskRequest, clock: Clock, recipient: Recipient) -> Element:
    """Return the form that records the notice to exchange or regulator; a recorded one can be corrected or undone."""
    words, told = asked.site.interface.clock, clock.notified_at(recipient)
    time = moment_field(f"{recipient}_at", words.told_at[recipient], words.time_hint if told else words.now_hint)
    is_next = recipient is next((each for each in BY_HAND if not clock.notified_at(each)), None)
    label = (words.correct_notice if told else words.record)[recipient]
    buttons = [
        h.button(class_=["button", is_next and "button--primary"])[label],
        told and h.button(".button", name="take_back", value=recipient)[words.take_back[recipient]],
    ]
    values, own = {time.name: local_time.typed(told)}, {"part": recipient}
    # Those of both recipients have one address.
    return asked.form(f"{PATH}/{clock.id}/told", [time], buttons, values, hidden=own, label=label, id=None)


def _attaching(asked: DeskRequest, clock: Clock, documents: Sequence[Document]) -> Node:
    words, path = asked.site.interface.clock, f"{PATH}/{clock.id}/attach"
    options = [(str(document.id), document.shown_name) for document in documents if document.id != clock.document_id]
    chosen = Field(name="document", label=words.document_heading, options=options)
    return [
        clock.document and h.p[document_link(asked.site, clock.document)],
        options and asked.form(path, [chosen], words.attach, label=words.attach, id=None, is_primary=False),
        not (options or clock.document) and h.p[words.document_none],
        clock.document
        and asked.form(path, (), words.detach, hidden={"document": ""}, label=words.detach, id=None, is_primary=False),
    ]


def _start(sent: DeskForm) -> Clock:
    """Start a clock, with the document from whose page the form was sent."""
    decided, document = _moment(sent, "decided_at"), _id(sent, "document")
    duty, label = sent.fields.get("duty", ""), sent.fields.get("label", "")
    return service.start(sent.archive, sent.actor, duty, label, decided, document)


def _record_notice(sent: DeskForm) -> Clock:
    recipient = Recipient.REGULATOR if sent.fields.get("part") == Recipient.REGULATOR else Recipient.EXCHANGE
    if "take_back" in sent.fields:
        return service.record_notice(*sent.record, recipient, None)
    clock, field = service.read(sent.archive, sent.number), f"{recipient}_at"
    is_correction = clock is not None and clock.notified_at(recipient) is not None
    at = sent.moment(field, "clock_time_invalid") if is_correction else _moment(sent, field)
    return service.record_notice(*sent.record, recipient, at)


def _correct(sent: DeskForm) -> Clock:
    return service.correct(*sent.record, sent.fields.get("label", ""), sent.moment("decided_at", "clock_time_invalid"))


def _attach(sent: DeskForm) -> str:
    """Attach a document to the clock of the page, none where the field is empty; or a chosen clock to its page's."""
    document, number = _id(sent, "document"), sent.number or sent.integer("clock") or 0
    if not sent.number and document is None:
        raise Refusal("clock_document_unknown")
    service.attach(sent.archive, number, sent.actor, document)
    return f"{PATH}/{number}?done={'attached' if document else 'detached'}"


ONE = DeskPage(
    path=PATH + "/{number:id}",
    show=_clock,
    actions={
        "told": Action(_record_notice, "told"),
        "correct": Action(_correct, "corrected"),
        "attach": Action(_attach),
        "close": Action(lambda sent: service.close(*sent.record, sent.fields.get("reason", "")), "closed"),
        "reopen": Action(lambda sent: service.reopen(*sent.record), "reopened"),
    },
)
PAGE = DeskPage(
    path=PATH,
    label=lambda site: site.interface.clock.title,
    one=ONE,
    show=_list,
    actions={"start": Action(_start, "started"), "attach": Action(_attach)},
)


def _moment(sent: DeskForm, name: str) -> datetime:
    """Return a typed moment, or the present one where nothing was typed."""
    is_typed = sent.fields.get(name, "").strip()
    return sent.moment(name, "clock_time_invalid") if is_typed else local_time.now().replace(microsecond=0)


def _id(sent: DeskForm, name: str) -> int | None:
    """Return an id that a form names; None where the field is empty, 0 for what is no id."""
    return (sent.integer(name) or 0) if sent.fields.get(name) else None
