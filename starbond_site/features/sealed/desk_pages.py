"""``/desk/sealed``: sealed filings, and the secret address that shows one before its release."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

import htpy as h
from htpy import Element, Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.content.sentences import filled
from starbond_site.documents import public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.names import MAX_REASON
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming.finishing import with_file
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.features.sealed import service
from starbond_site.features.sealed.records import CANCELLED, RELEASED, SEALED, Sealed
from starbond_site.features.sealed.release import lateness, release
from starbond_site.presentation.desk.desk_html import (
    copy_button,
    countdown,
    duration,
    facts,
    folded,
    moment,
    section,
    table,
    way,
)
from starbond_site.presentation.form_fields import Field, file_field, moment_field, tick
from starbond_site.presentation.html_parts import link
from starbond_site.shared import local_time, threads
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import HEADERS, Desk, route, see_other
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView
from starbond_site.web.files import INLINE, disposition, policy

PATH = f"{DESK}/sealed"
OWN = f"{PATH}/{{number:document}}"
PREVIEW = f"{PATH}/preview/{{token}}"
ROLES = (Role.APPROVE, Role.PREPARE)


def _list(asked: DeskRequest) -> list[Node]:
    site, words, archive = asked.site, asked.site.interface.sealed, asked.archive
    waiting, ended = archive.read(service.waiting), service.ended(archive)
    return [
        h.p[words.lead, archive.settings.two_person_release and f" {words.lead_approval}"],
        Role.PREPARE in asked.principal.roles and section(words.form, "form-sealed", _new(asked)),
        section(words.waiting, "waiting", _table(site, words.waiting, waiting) if waiting else h.p[words.waiting_none]),
        ended and section(words.ended, "ended", _table(site, words.ended, ended)),
    ]


def _release_time(site: Site, filing: Sealed) -> Node:
    """Return the release time, and how much is left until then."""
    words, until = site.interface.sealed, filing.release_at
    shown = moment(site, until, with_seconds=True)
    if _state_name(filing) not in ("sealed", "approval"):
        return shown
    return [shown, h.br, countdown(site, until - local_time.now(), words.due)]


def _state(site: Site, filing: Sealed) -> Node:
    """Return the state of a filing as a label, with the reason of a refused release."""
    name = _state_name(filing)
    text = site.interface.sealed.states[name].format(time=duration(site, lateness(filing)))
    kind = {"released": "public", "late": "public", "refused": "withdrawn", "overdue": "withdrawn"}.get(name, name)
    reason = name == "refused" and f" {site.errors.say(filing.problem, **filing.problem_values)}"
    return [h.span(class_=f"desk__state desk__state--{kind}")[text], reason]


def _state_name(filing: Sealed) -> str:
    """Return the name of a state, as `SealedWords.states` has it."""
    if filing.state == RELEASED:
        return "late" if lateness(filing) else "released"
    if filing.state == CANCELLED:
        return "cancelled"
    if filing.problem:
        return "refused"
    if filing.waits_for_approval:
        return "approval"
    return "sealed" if filing.release_at > local_time.now() else "overdue"


def _release_field(site: Site) -> Field:
    words = site.interface.sealed
    return moment_field("moment", words.moment, words.moment_hint, is_required=True)


def _new(asked: DeskRequest) -> Element:
    site, words, upload = asked.site, asked.site.interface.sealed, asked.site.interface.upload_form
    lists = [(id, site.title_of(id)) for id in site.listed]
    first = site.interface.desk.please_choose
    # No browser proposes to others who use it what may not be known yet.
    unproposed = {"autocomplete": "off"}
    # Today and a whole hour, so that for a release today only hour and minute have to be typed.
    whole_hour = local_time.typed(local_time.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1))
    inside = [
        Field(name="list", label=words.list, options=lists, please_choose=first),
        _release_field(site),
        Field(name="title", label=upload.title, hint=upload.title_hint, attributes=unproposed),
        file_field(site, Field(name="file", label=words.file, hint=words.file_hint), asked.given),
    ]
    proposed = {} if asked.given.typed else {"moment": whole_hour}
    return asked.form(PATH, inside, words.button, proposed, enctype="multipart/form-data")


def _table(site: Site, label: str, found: Sequence[Sealed]) -> Element:
    words = site.interface.sealed
    heads = (words.number, words.document, words.list, words.moment, words.state)
    return table(label, heads, [_row(site, filing) for filing in found])


def _row(site: Site, filing: Sealed) -> tuple[Node, ...]:
    named = [link(site, f"{PATH}/{filing.id}", filing.shown_name), filing.title and [h.br, filing.name]]
    number = site.digits(filing.id)
    return number, named, site.title_of(filing.category), _release_time(site, filing), _state(site, filing)


def _filing(asked: DeskRequest) -> DeskView | None:
    site, words, filing = asked.site, asked.site.interface.sealed, service.find(asked.archive, asked.number)
    if filing is None:
        return None
    document = filing.document_id and public_view.find(asked.archive, filing.document_id)
    name = document.shown_name if document else filing.shown_name
    body = [
        asked.done(words.done),
        asked.said,
        section(words.facts, "facts", facts(_facts(site, filing, name))),
        filing.state == SEALED and _actions(asked, filing),
    ]
    return DeskView(words.headings[filing.state].format(number=site.digits(filing.id)), body)


def _facts(site: Site, filing: Sealed, document_name: str) -> list[tuple[str, Node]]:
    words, is_sealed = site.interface.sealed, filing.state == SEALED
    name = [
        filing.title and [h.strong[filing.title], h.br],
        filing.name,
        is_sealed and [h.br, link(site, f"{PATH}/{filing.id}/file", words.file_link)],
    ]
    page = link(site, f"/documents/{filing.document_id}", document_name)
    author = [f"{filing.author or words.nobody}, ", moment(site, filing.sealed_at, with_seconds=True)]
    commitment = [
        h.code[filing.commitment],
        " ",
        copy_button(site, filing.commitment, words.copy_commitment),
        is_sealed and h.small(".desk__hint")[words.commitment_note],
    ]
    return [
        (words.document, name),
        (words.list, site.title_of(filing.category)),
        (words.moment, _release_time(site, filing)),
        (words.state, _state(site, filing)),
        (words.published_as, filing.state == RELEASED and page),
        (words.reason, filing.cancel_reason),
        (words.author, author),
        (words.editor, filing.version > 1 and (filing.editor or words.nobody)),
        (words.approval, _approval(site, filing)),
        (words.size, site.file_size(filing.size)),
        ("SHA-256", h.code[filing.sha256]),
        (words.commitment, filing.state != CANCELLED and commitment),
    ]


def _approval(site: Site, filing: Sealed) -> Node:
    words = site.interface.sealed
    if filing.approved_at:
        shown = moment(site, filing.approved_at, with_seconds=True)
        return filled(words.approved, name=filing.approver, moment=shown)
    return filing.needs_approval and filing.state == SEALED and words.approval_missing


def _preview_made(site: Site, secret: str) -> Element:
    """Return a secret address that was just made, which is shown once."""
    words = site.interface.sealed
    return h.div(".desk__note.desk__note--done", role="status")[
        h.p[words.preview_made],
        h.a(href=secret, rel="noreferrer")[secret],
        " ",
        copy_button(site, secret, words.copy_address),
    ]


def _actions(asked: DeskRequest, filing: Sealed) -> Node:
    words, principal = asked.site.interface.sealed, asked.principal
    prepares = Role.PREPARE in principal.roles
    is_own = principal.person_id in (filing.author_id, filing.editor_id)
    approves = filing.waits_for_approval and Role.APPROVE in principal.roles and not is_own
    most = {"maxlength": MAX_REASON}
    reason = Field(name="reason", label=words.reason, kind="textarea", is_required=True, attributes=most)
    again: list[Node | Field] = [filing.needs_approval and h.p[words.reschedule_note], _release_field(asked.site)]
    now, values = tick("tick", words.release_tick, "yes"), {"moment": local_time.typed(filing.release_at)}
    forms: dict[str, tuple[bool, str, str, Sequence[Node | Field]]] = {
        "approve": (approves, words.approve_heading, words.approve_button, [h.p[words.approve_note]]),
        "reschedule": (prepares, words.reschedule_heading, words.reschedule_button, again),
        "release": (prepares, words.release_heading, words.release_button, [now]),
        "preview": (prepares, words.preview_heading, words.preview_button, [h.p[words.preview_note]]),
        "cancel": (prepares, words.cancel_heading, words.cancel_button, [h.p[words.cancel_note], reason]),
    }
    path, seen = f"{PATH}/{filing.id}", filing.version
    return [
        asked.form(f"{path}/{name}", inside, button, values, seen=seen, fold=heading, is_primary=name == "approve")
        for name, (is_shown, heading, button, inside) in forms.items()
        if is_shown
    ]


def _seal(sent: DeskForm) -> Sealed:
    """Seal the file of the form; where it is refused for something else, the file need not be sent again."""
    name, fields = sent.file.name, sent.fields

    def work(file: UploadedFile) -> Sealed:
        release_at, category = sent.moment("moment", "moment_invalid"), fields.get("list", "")
        return service.seal(sent.archive, category, name, file, release_at, sent.actor, title=fields.get("title", ""))

    return with_file(sent.archive, sent.file, work)


def _approve(sent: DeskForm) -> str:
    """Approve what the page showed; one that is due goes out at once."""
    service.approve(*sent.record, sent.seen or 0)
    return _after(sent, "released" if _release(sent) else "approved")


def _reschedule(sent: DeskForm) -> Sealed:
    return service.reschedule(*sent.record, sent.moment("moment", "moment_invalid"), sent.seen)


def _release_now(sent: DeskForm) -> str:
    """Release now, or as soon as it is approved; asks for the tick, since nothing takes it back."""
    if not sent.fields.get("tick"):
        raise Refusal("not_confirmed", field="tick")
    filing = service.release_now(*sent.record, sent.seen)
    return _after(sent, "released" if _release(sent) else "waits" if filing.waits_for_approval else "")


def _cancel(sent: DeskForm) -> Sealed:
    return service.cancel(*sent.record, sent.fields.get("reason", ""), sent.seen)


def _preview(sent: DeskForm) -> Element:
    """Make a secret address, and show it once."""
    token = service.make_preview(*sent.record)
    path = sent.site.address(PREVIEW.format(token=token))
    return _preview_made(sent.site, sent.archive.settings.public_url + path)


def _release(sent: DeskForm) -> bool:
    """Publish what is due; after a fault the thread of releases tries again."""
    with suppress(Refusal, SQLAlchemyError):
        return release(sent.archive, sent.number) is not None
    return False


def _after(sent: DeskForm, done: str) -> str:
    return f"{PATH}/{sent.number}?done={done}"


PAGE = DeskPage(
    path=PATH,
    follows=True,
    label=lambda site: site.interface.sealed.title,
    show=_list,
    roles=ROLES,
    actions={"": Action(_seal, "sealed", has_file=True, pool=threads.UPLOADS)},
    field_of=lambda code: {"category": "list", "title": "title"}.get(code.partition("_")[0], "file"),
)
ONE = DeskPage(
    path=OWN,
    follows=True,
    show=_filing,
    roles=ROLES,
    actions={
        "approve": Action(_approve, role=Role.APPROVE, pool=threads.UPLOADS),
        "reschedule": Action(_reschedule, "rescheduled", pool=threads.UPLOADS),
        "release": Action(_release_now, pool=threads.UPLOADS),
        "cancel": Action(_cancel, "cancelled", pool=threads.UPLOADS),
        "preview": Action(_preview, pool=threads.UPLOADS),
    },
)


def waiting(asked: DeskRequest) -> Node:
    """Return the section of the overview, for who prepares or approves; blocks."""
    if asked.principal.roles.isdisjoint(ROLES):
        return None
    site, words, found = asked.site, asked.site.interface.sealed, asked.archive.read(service.waiting)
    shown = _table(site, words.waiting, found) if found else h.p[words.waiting_none]
    return folded(words.title, "sealed", shown, h.p[way(site, PATH, words.link)], is_open=bool(found))


def opened(filing: Sealed, site: Site) -> list[tuple[str, Node]]:
    """Return the commitment of a document and its salt: it may have been shown before the publication."""
    words = site.interface.sealed
    commitment = [h.code[filing.commitment], h.br, h.small(".muted")[words.opened_note]]
    return [(words.commitment, commitment), (words.salt, h.code[filing.salt])]


def routes(desk: Desk) -> list[Route]:

    async def file(request: Request) -> Response:
        """Give the file of a filing to those who prepare or approve."""
        await desk.entered(request, *ROLES)
        filing = await threads.READS.run(service.find, desk.archive(), request.path_params["number"])
        if filing is None or filing.state != SEALED:
            raise HTTPException(404)
        return _bytes(desk.archive(), filing)

    async def previewed(request: Request) -> Response:
        """Give the file to whoever has the secret address; after the release, lead to the document."""
        filing = await threads.READS.run(service.previewed, desk.archive(), request.path_params["token"])
        if filing is None:
            raise HTTPException(404)
        if filing.state == RELEASED:
            return see_other(request, f"/documents/{filing.document_id}")
        return _bytes(desk.archive(), filing)

    return [*PAGE.routes(desk), *ONE.routes(desk), *route(f"{OWN}/file", file), *route(PREVIEW, previewed)]


def _bytes(archive: Archive, filing: Sealed) -> Response:
    """Return the file, which nothing may keep or index; it never leaves by an address of the bucket."""
    headers = {
        **HEADERS,
        "Referrer-Policy": "no-referrer",
        "Content-Disposition": disposition(filing.name, inline=filing.media_type in INLINE),
        "Content-Security-Policy": policy(filing.media_type),
    }
    storage = archive.storage
    if path := storage.path(filing.key):
        return FileResponse(path, 200, headers, filing.media_type)
    return StreamingResponse(storage.read(filing.key), 200, headers, filing.media_type)
