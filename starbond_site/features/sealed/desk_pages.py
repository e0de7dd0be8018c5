"""``/desk/sealed``: sealed filings, and the secret address that shows one before its release."""

from collections.abc import Mapping
from contextlib import suppress

from htpy import Element, Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from starbond_site.content.addresses import localized
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming.finishing import with_file
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.features.sealed import service
from starbond_site.features.sealed.html import PATH, filing_page, list_page, preview_made, section_of
from starbond_site.features.sealed.records import RELEASED, SEALED, Sealed
from starbond_site.features.sealed.release import release
from starbond_site.shared import threads
from starbond_site.shared.roles import Role
from starbond_site.web.desk.frame import HEADERS, Desk, route, see_other
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest
from starbond_site.web.files import INLINE, disposition, policy

OWN = f"{PATH}/{{number:document}}"
PREVIEW = f"{PATH}/preview/{{token}}"
ROLES = (Role.APPROVE, Role.PREPARE)


def _seal(sent: DeskForm) -> str:
    """Seal the file of the form; where it is refused for something else, the file need not be sent again."""
    name, fields = sent.file.name, sent.fields

    def work(file: UploadedFile) -> Sealed:
        release_at, category = service.parse_release_time(fields.get("moment", "")), fields.get("list", "")
        return service.seal(sent.archive, category, name, file, release_at, sent.actor, title=fields.get("title", ""))

    return f"{PATH}/{with_file(sent.archive, sent.file, work).id}?done=sealed"


def _approve(sent: DeskForm) -> str:
    """Approve what the page showed; one that is due goes out at once."""
    service.approve(sent.archive, sent.number, sent.actor, sent.seen or 0)
    return _after(sent, "released" if _release(sent) else "approved")


def _reschedule(sent: DeskForm) -> str:
    release_at = service.parse_release_time(sent.fields.get("moment", ""))
    service.reschedule(sent.archive, sent.number, sent.actor, release_at, sent.seen)
    return _after(sent, "rescheduled")


def _release_now(sent: DeskForm) -> str:
    """Release now, or as soon as it is approved; asks for the tick, since nothing takes it back."""
    if not sent.fields.get("tick"):
        raise Refusal("not_confirmed")
    filing = service.release_now(sent.archive, sent.number, sent.actor, sent.seen)
    return _after(sent, "released" if _release(sent) else "waits" if filing.waits_for_approval else "")


def _cancel(sent: DeskForm) -> str:
    service.cancel(sent.archive, sent.number, sent.actor, sent.fields.get("reason", ""), sent.seen)
    return _after(sent, "cancelled")


def _preview(sent: DeskForm) -> Element:
    """Make a secret address, and show it once."""
    token = service.make_preview(sent.archive, sent.number, sent.actor)
    path = localized(PREVIEW.format(token=token), sent.site.language)
    return preview_made(sent.site, sent.archive.settings.public_url + path)


def _release(sent: DeskForm) -> bool:
    """Publish what is due; after a fault the thread of releases tries again."""
    with suppress(Refusal, SQLAlchemyError):
        return release(sent.archive, sent.number) is not None
    return False


def _after(sent: DeskForm, done: str) -> str:
    return f"{PATH}/{sent.number}?done={done}"


def _field_of_new(code: str, _typed: Mapping[str, str]) -> str:
    return {"moment": "moment", "category": "list", "title": "title"}.get(code.partition("_")[0], "file")


def _field_of(code: str, _typed: Mapping[str, str]) -> str:
    return code.partition("_")[0]


PAGE = DeskPage(
    path=PATH,
    follows=True,
    label=lambda site: site.interface.sealed.title,
    show=list_page,
    roles=ROLES,
    actions={"": Action(_seal, has_file=True, pool=threads.UPLOADS)},
    field_of=_field_of_new,
)
ONE = DeskPage(
    path=OWN,
    follows=True,
    show=filing_page,
    roles=ROLES,
    actions={
        "approve": Action(_approve, Role.APPROVE, pool=threads.UPLOADS),
        "reschedule": Action(_reschedule, pool=threads.UPLOADS),
        "release": Action(_release_now, pool=threads.UPLOADS),
        "cancel": Action(_cancel, pool=threads.UPLOADS),
        "preview": Action(_preview, pool=threads.UPLOADS),
    },
    field_of=_field_of,
)


def waiting(asked: DeskRequest) -> Node:
    """Return the section of the overview, for who prepares or approves; blocks."""
    return not asked.principal.roles.isdisjoint(ROLES) and section_of(asked.site, service.waiting(asked.archive))


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
