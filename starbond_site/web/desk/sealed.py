"""``/desk/sealed``: filings that are sealed until a moment, and the secret address that shows one beforehand."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from htpy import Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from starbond_site import content, threads
from starbond_site.content.addresses import localized
from starbond_site.content.languages import language_of_path
from starbond_site.documents import reading, refusals
from starbond_site.documents.arrived import Arrived
from starbond_site.documents.resuming.finishing import with_file
from starbond_site.documents.sealed import filings, moments, sealing
from starbond_site.documents.sealed.records import RELEASED, SEALED, Sealed
from starbond_site.documents.sealed.release import release
from starbond_site.documents.sealed.sealing import Person
from starbond_site.people import Role
from starbond_site.presentation.desk.sealed import PATH, sealed_page
from starbond_site.presentation.desk.sealed_filing import Looked, filing_page
from starbond_site.presentation.forms import NOTHING, Given
from starbond_site.web import document_page as _document_page  # noqa: F401  registers numbers in paths
from starbond_site.web.decisions import STATUS
from starbond_site.web.desk.frame import HEADERS, Desk, route, see_other, typed_in
from starbond_site.web.desk.refusing import CONFLICT, safely
from starbond_site.web.files import INLINE, LARGEST, READER_NEEDS, SANDBOX, disposition
from starbond_site.web.visitor import Visitor

PREVIEW = f"{PATH}/preview/{{token}}"
UNAVAILABLE = (refusals.DatabaseUnavailable, refusals.StorageUnreachable, refusals.ScannerUnavailable)
Deed = Callable[[Person, int, dict[str, str]], str]
"""Does what a form asks for, in a thread; returns what was done, as `SealedWords.done` names it."""


def routes(desk: Desk) -> list[Route]:
    """Return the routes of all pages, in both languages."""
    pages = SealedPages(desk)
    one = f"{PATH}/{{number:document}}"
    deeds: tuple[tuple[str, Role, Deed], ...] = (
        ("approve", Role.APPROVE, pages.approve),
        ("reschedule", Role.PREPARE, pages.reschedule),
        ("release", Role.PREPARE, pages.release),
        ("cancel", Role.PREPARE, pages.cancel),
    )
    addresses: tuple[tuple[str, Callable[[Request], Awaitable[Response]], str], ...] = (
        (PATH, pages.all, "GET"),
        (PATH, pages.seal, "POST"),
        (PREVIEW, pages.previewed, "GET"),
        (one, pages.one, "GET"),
        (f"{one}/file", pages.file, "GET"),
        (f"{one}/preview", pages.preview, "POST"),
        *((f"{one}/{name}", pages.doing(role, deed), "POST") for name, role, deed in deeds),
    )
    return [found for path, answer, method in addresses for found in route(path, safely(desk, answer), (method,))]


class SealedPages:
    """The pages over a desk."""

    def __init__(self, desk: Desk) -> None:
        """Take the desk."""
        self._desk = desk

    async def all(self, request: Request) -> Response:
        """Show the form and the lists."""
        visitor = await self._entered(request)
        return visitor if isinstance(visitor, Response) else await self._all(request, visitor)

    async def seal(self, request: Request) -> Response:
        """Seal the file of the form, or show the form again with what was typed; the file need not be sent again."""
        try:
            taken = await self._desk.posted_with_file(request)
            if isinstance(taken, Response):
                return taken
            visitor, fields, upload = taken
            work = partial(self._seal, fields, upload.name, await self._person(visitor))
            filing = await threads.UPLOADS.run(with_file, self._desk.archive(), upload, work)
        except refusals.Refusal as refusal:
            problems = problems_of(refusal, self._sentence(request, refusal))
            given = Given(typed=typed_in(request), problems=problems)
            return await self._all(request, self._desk.visitor(request), given, _status(refusal))
        return see_other(request, f"{PATH}/{filing.id}?done=sealed")

    def _seal(self, fields: Mapping[str, str], name: str, person: Person, file: Arrived) -> Sealed:
        moment = moments.parse(fields.get("moment", ""))
        title = fields.get("title", "")
        return sealing.seal(self._desk.archive(), fields.get("list", ""), name, file, moment, person, title=title)

    async def one(self, request: Request) -> Response:
        """Show one filing."""
        visitor = await self._entered(request)
        if isinstance(visitor, Response):
            return visitor
        looked = Looked(holder=await self._desk.holder(visitor), done=request.query_params.get("done", ""))
        return await self._one(request, looked)

    async def file(self, request: Request) -> Response:
        """Give the file of a filing to those who prepare or approve."""
        visitor = await self._entered(request)
        if isinstance(visitor, Response):
            return visitor
        filing = await self._find(request)
        if filing.state != SEALED:
            raise HTTPException(404)
        return self._bytes(filing)

    async def previewed(self, request: Request) -> Response:
        """Give the file to whoever has the secret address; after the release, lead to the document."""
        token = request.path_params["token"]
        filing = await threads.READS.run(filings.previewed, self._desk.archive(), token)
        if filing is None:
            raise HTTPException(404)
        if filing.state == RELEASED:
            return see_other(request, f"/documents/{filing.document_id}")
        return self._bytes(filing)

    async def preview(self, request: Request) -> Response:
        """Make a secret address, and show it once."""
        posted = await self._desk.posted(request, Role.PREPARE)
        if isinstance(posted, Response):
            return posted
        looked = Looked(holder=await self._desk.holder(posted[0]))
        number = _number(request)
        try:
            token = await threads.UPLOADS.run(
                filings.make_preview, self._desk.archive(), number, await self._person(posted[0])
            )
        except refusals.Refusal as refusal:
            looked = Looked(holder=looked.holder, given=Given(sentence=self._sentence(request, refusal)))
            return await self._one(request, looked, 409)
        home = self._desk.archive().settings.public_url
        address = home + localized(PREVIEW.format(token=token), language_of_path(request.url.path))
        return await self._one(request, Looked(holder=looked.holder, preview=address))

    def doing(self, role: Role, deed: Deed) -> Callable[[Request], Awaitable[Response]]:
        """Return the answer to a form that changes a filing."""

        async def answer(request: Request) -> Response:
            posted = await self._desk.posted(request, role)
            if isinstance(posted, Response):
                return posted
            visitor, fields = posted
            number = _number(request)
            try:
                done = await threads.UPLOADS.run(deed, await self._person(visitor), number, fields)
            except refusals.Refusal as refusal:
                sentence = self._sentence(request, refusal)
                problems = {refusal.code.partition("_")[0]: sentence}
                given = Given(typed=fields, sentence=sentence, problems=problems)
                looked = Looked(holder=await self._desk.holder(visitor), given=given)
                return await self._one(request, looked, _status(refusal))
            return see_other(request, f"{PATH}/{number}?done={done}")

        return answer

    def approve(self, person: Person, number: int, fields: dict[str, str]) -> str:
        """Approve what the page showed; one that is due goes out at once."""
        filings.approve(self._desk.archive(), number, person, _seen(fields) or 0)
        return "released" if self._release(number) else "approved"

    def reschedule(self, person: Person, number: int, fields: dict[str, str]) -> str:
        """Set another moment."""
        moment = moments.parse(fields.get("moment", ""))
        filings.reschedule(self._desk.archive(), number, person, moment, _seen(fields))
        return "rescheduled"

    def release(self, person: Person, number: int, fields: dict[str, str]) -> str:
        """Release now, or as soon as it is approved; asks for the tick, since nothing takes it back."""
        if not fields.get("tick"):
            raise refusals.NotConfirmed
        filing = filings.release_now(self._desk.archive(), number, person, _seen(fields))
        return "released" if self._release(number) else "waits" if filing.waits_for_approval else ""

    def cancel(self, person: Person, number: int, fields: dict[str, str]) -> str:
        """Cancel with a reason."""
        filings.cancel(self._desk.archive(), number, person, fields.get("reason", ""), _seen(fields))
        return "cancelled"

    def _release(self, number: int) -> bool:
        """Publish what is due; after a fault the thread of releases tries again."""
        with suppress(refusals.Refusal, SQLAlchemyError):
            return release(self._desk.archive(), number) is not None
        return False

    async def _entered(self, request: Request) -> Visitor | Response:
        """Let in those who prepare, and those who approve."""
        holder = await self._desk.holder(self._desk.visitor(request))
        role = Role.APPROVE if Role.APPROVE in holder.roles else Role.PREPARE
        return await self._desk.entered(request, role)

    async def _person(self, visitor: Visitor) -> Person:
        """Return who acts."""
        holder = await self._desk.holder(visitor)
        return Person(await self._desk.actor(visitor), holder.person_id)

    async def _all(self, request: Request, visitor: Visitor, given: Given = NOTHING, status: int = 200) -> Response:
        site = content.read(language_of_path(request.url.path))
        may_prepare = Role.PREPARE in (await self._desk.holder(visitor)).roles

        def body() -> Node:
            return sealed_page(site, self._desk.archive(), given, may_prepare=may_prepare)

        return await self._desk.page(request, site.interface.sealed.title, await threads.READS.run(body), status)

    async def _one(self, request: Request, looked: Looked, status: int = 200) -> Response:
        site, filing = content.read(language_of_path(request.url.path)), await self._find(request)
        name = filing.shown_name
        if filing.document_id:
            document = await threads.READS.run(reading.find, self._desk.archive(), filing.document_id)
            name = document.shown_name if document else name
        title, body = filing_page(site, filing, looked, name)
        return await self._desk.page(request, title, body, status)

    async def _find(self, request: Request) -> Sealed:
        filing = await threads.READS.run(filings.find, self._desk.archive(), _number(request))
        if filing is None:
            raise HTTPException(404)
        return filing

    def _bytes(self, filing: Sealed) -> Response:
        """Return the file, which nothing may keep or index; it never leaves by an address of the bucket."""
        headers = {
            **HEADERS,
            "Referrer-Policy": "no-referrer",
            "Content-Disposition": disposition(filing.name, inline=filing.media_type in INLINE),
            "Content-Security-Policy": SANDBOX + (READER_NEEDS if filing.media_type == "application/pdf" else ""),
        }
        storage = self._desk.archive().storage
        if path := storage.path(filing.key):
            return FileResponse(path, 200, headers, filing.media_type)
        return StreamingResponse(storage.read(filing.key), 200, headers, filing.media_type)

    @staticmethod
    def _sentence(request: Request, refusal: refusals.Refusal) -> str:
        values: dict[str, Any] = refusal.values
        return content.read(language_of_path(request.url.path)).errors.say(refusal.code, **values)


def _number(request: Request) -> int:
    """Return the number of the filing of a path, if a record can have it."""
    number = request.path_params["number"]
    if number > LARGEST:
        raise HTTPException(404)
    return number


def _seen(fields: Mapping[str, str]) -> int | None:
    """Return the version of the filing that the page of a form knew."""
    given = fields.get("version", "")
    return int(given) if given.isdecimal() and len(given) < 10 else None


def _status(refusal: refusals.Refusal) -> int:
    if isinstance(refusal, refusals.ChangedMeanwhile):
        return CONFLICT
    return 503 if isinstance(refusal, UNAVAILABLE) else STATUS.get(refusal.code, 422)


def problems_of(refusal: refusals.Refusal, sentence: str) -> Mapping[str, str]:
    """Return a sentence by the field that it is about."""
    fields = {"moment": "moment", "category": "list", "title": "title"}
    return {fields.get(refusal.code.partition("_")[0], "file"): sentence}
