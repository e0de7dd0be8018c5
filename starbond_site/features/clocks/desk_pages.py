"""``/desk/clocks``: starts disclosure clocks, records who was notified when, and keeps both beside the document."""

from datetime import datetime

from htpy import Node
from starlette.routing import Route

from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.refusals import Refusal
from starbond_site.features.clocks import html, service
from starbond_site.features.clocks.html import PATH
from starbond_site.features.clocks.records import Clock, Recipient
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import Desk
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest


def _start(sent: DeskForm) -> str:
    """Start a clock, with the document from whose page the form was sent."""
    decided, document = _moment(sent, "decided_at"), _id(sent, "document")
    duty, label = sent.fields.get("duty", ""), sent.fields.get("label", "")
    return _after(service.start(sent.archive, sent.actor, duty, label, decided, document), "started")


def _record_notice(sent: DeskForm) -> str:
    recipient = Recipient.REGULATOR if sent.fields.get("part") == Recipient.REGULATOR else Recipient.EXCHANGE
    at = None
    if "take_back" not in sent.fields:
        clock = service.read(sent.archive, sent.number)
        is_correction = clock is not None and clock.notified_at(recipient) is not None
        at = _moment(sent, f"{recipient}_at", is_now_if_empty=not is_correction)
    return _after(service.record_notice(sent.archive, sent.number, sent.actor, recipient, at), "told")


def _correct(sent: DeskForm) -> str:
    decided, label = _moment(sent, "decided_at", is_now_if_empty=False), sent.fields.get("label", "")
    return _after(service.correct(sent.archive, sent.number, sent.actor, label, decided), "corrected")


def _attach(sent: DeskForm) -> str:
    """Attach the chosen document; none where the field is empty."""
    document = _id(sent, "document")
    clock = service.attach(sent.archive, sent.number, sent.actor, document)
    return _after(clock, "attached" if document else "detached")


def _attach_named(sent: DeskForm) -> str:
    """Attach the chosen clock to the document from whose page the form was sent."""
    document = _id(sent, "document")
    if document is None:
        raise Refusal("clock_document_unknown")
    return _after(service.attach(sent.archive, _id(sent, "clock") or 0, sent.actor, document), "attached")


def _close(sent: DeskForm) -> str:
    return _after(service.close(sent.archive, sent.number, sent.actor, sent.fields.get("reason", "")), "closed")


def _reopen(sent: DeskForm) -> str:
    return _after(service.reopen(sent.archive, sent.number, sent.actor), "reopened")


ONE = DeskPage(
    path=PATH + "/{number:id}",
    show=html.clock_page,
    actions={
        "told": Action(_record_notice),
        "correct": Action(_correct),
        "attach": Action(_attach),
        "close": Action(_close),
        "reopen": Action(_reopen),
    },
    field_of=lambda code, _typed: "reason" if code == "reason_too_long" else "",
)
PAGE = DeskPage(
    path=PATH,
    label=lambda site: site.interface.clock.title,
    one=ONE,
    show=html.list_page,
    actions={"start": Action(_start), "attach": Action(_attach_named)},
)


def routes(desk: Desk) -> list[Route]:
    """Return the routes; none where no duty sets a time."""
    return PAGE.routes(desk) if service.duties() else []


def _after(clock: Clock, said: str) -> str:
    return f"{PATH}/{clock.id}?said={said}"


def _moment(sent: DeskForm, name: str, *, is_now_if_empty: bool = True) -> datetime:
    """Return a typed time, or the present one where nothing was typed.

    Raises:
        Refusal: clock_time_invalid: it is no date and time.
    """
    text = sent.fields.get(name, "").strip()
    if not text and is_now_if_empty:
        return local_time.now().replace(microsecond=0)
    if moment := service.read_moment(text):
        return moment
    raise Refusal("clock_time_invalid", field=name)


def _id(sent: DeskForm, name: str) -> int | None:
    """Return an id that a form names; None where the field is empty, 0 for what is no id."""
    return (sent.integer(name) or 0) if sent.fields.get(name) else None


def urgent(asked: DeskRequest) -> Node:
    """Return the clocks that run, for who prepares; blocks."""
    if Role.PREPARE not in asked.principal.roles or not service.duties():
        return None
    return html.section_of(asked.site, service.running(asked.archive), service.without_clock(asked.archive))


def of_document(asked: DeskRequest, details: DocumentDetails) -> Node:
    if not service.duties():
        return None
    own = asked.archive.read(lambda session: service.of_document(session, details.id))
    return html.of_document(asked, details.document.category, own, service.running(asked.archive))
