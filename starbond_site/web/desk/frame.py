"""What every page of the secretary's desk shares: the frame that it is written into, and who may see or do what.

A page is HTML that the server writes into the prerendered frame; without a build it is a plain page. Nothing of it is
kept: not in memory, not by browsers, not by a proxy. Whoever lacks the right gets the question for it and nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

import htpy as h
from htpy import Node
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from starbond_site import content, logs, threads
from starbond_site.content import Site
from starbond_site.content.addresses import ACCOUNT, DESK, INVITATION, PEOPLE, SIGN_IN, SIGN_OUT, localized
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import LANGUAGES
from starbond_site.documents import audit
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.parts import Part
from starbond_site.documents.storage import CHUNK
from starbond_site.presentation.desk.access import access_page
from starbond_site.presentation.desk.menu import Entry, menu
from starbond_site.presentation.desk.parts import MARK, kept, note
from starbond_site.presentation.forms import FILE_NAME, TEXT, UPLOAD
from starbond_site.roles import Holder, Role
from starbond_site.web.built import HTML
from starbond_site.web.document_head import Head
from starbond_site.web.encoding import Encoded
from starbond_site.web.fields import read_fields
from starbond_site.web.plain_page import plain_page
from starbond_site.web.refusals import RETRY, STATUS, RefusalLog, unavailable_response
from starbond_site.web.rights import Decision, Denied, Rights
from starbond_site.web.static_cache import FilledPages
from starbond_site.web.visitor import Visitor

SERVED = frozenset(localized(DESK, language) + "/" for language in LANGUAGES)
"""Addresses of the frame in the build, which are answered here and never as they were built."""
HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}
BODY_BYTES = 64 * 1024
"""Longest form without a file."""
TEXT_BYTES = 5_000_000
"""Longest form that takes a text."""
FIELDS = 40
"""Of one form."""
OF_PEOPLE = (ACCOUNT, INVITATION, PEOPLE, SIGN_IN, SIGN_OUT)
"""English paths below which it is of interest only that people cannot be looked up."""
_log = logs.get_logger(__name__)


class Desk:
    """The site as the pages of the desk see it."""

    def __init__(
        self,
        archive: Callable[[], Archive],
        rights: Rights,
        pages: FilledPages,
        *,
        proxy_hops: int = 0,
    ) -> None:
        self.archive = archive
        self.rights = rights
        self.proxy_hops = proxy_hops
        self.entries: list[Entry] = []
        """Pages of the menu, in its order (`web.desk.pages`)."""
        self._pages = pages
        self._refusals = RefusalLog(archive, rights)

    async def entered(self, request: Request, *roles: Role) -> Visitor:
        """Return the visitor.

        Raises:
            Denied: they have none of the roles.

        """
        visitor = self.visitor(request)
        decision = await threads.LIMITS.run(self.rights.may, visitor, *roles)
        if not decision.allowed:
            raise Denied(decision)
        return visitor

    async def posted(self, request: Request, role: Role) -> tuple[Visitor, Mapping[str, str]]:
        """Return the visitor and the fields of a form.

        Raises:
            Denied: they lack the role, or another site sent it.

        """
        visitor = self.visitor(request)
        decision = await self._decided(visitor, role)
        if decision.code != "foreign_origin":
            # A session that has ended must not cost what was typed.
            remember(request, await read_fields(request, BODY_BYTES, FIELDS))
        if not decision.allowed:
            await self._refusals.record(visitor, "desk", english(request), decision.code)
            raise Denied(decision)
        return visitor, typed_in(request)

    async def posted_with_file(self, request: Request) -> tuple[Visitor, Mapping[str, str], UnfinishedUpload]:
        """Return the visitor, the fields of a form and the upload that it names.

        Its file was sent when it was chosen (`web.resumable`). A browser without scripts sends it with the form: then
        it is put where all files arrive.

        Raises:
            Denied: as `posted`.
            Refusal: no_file: the form names none.
            Refusal: upload_ended: it has ended, or is somebody else's.
            Refusal: a file that came with the form is refused for its name or its size.

        """
        visitor = self.visitor(request)
        is_form_with_file = request.headers.get("content-type", "").startswith("multipart/form-data")
        if not is_form_with_file or not (await self._decided(visitor, Role.PREPARE)).allowed:
            _, fields = await self.posted(request, Role.PREPARE)
        else:
            fields = await self._received(request, visitor)
        if not fields.get(UPLOAD):
            raise Refusal("no_file")
        holder = await threads.LIMITS.run(self.rights.uploader, visitor)
        token = fields[UPLOAD].rpartition("/")[2]
        return visitor, fields, await threads.UPLOADS.run(uploads.find, self.archive(), token, holder)

    async def posted_with_text(self, request: Request) -> tuple[Visitor, Mapping[str, str]]:
        """Return the visitor and the fields of a form; the text of a file that came with it is its field `TEXT`.

        Raises:
            Denied: as `posted`.
            Refusal: too_large: the form is longer than `TEXT_BYTES`.
            Refusal: not_utf8: the file is no text in UTF-8.

        """
        visitor = self.visitor(request)
        is_form_with_file = request.headers.get("content-type", "").startswith("multipart/form-data")
        if not is_form_with_file or not (await self._decided(visitor, Role.PREPARE)).allowed:
            return await self.posted(request, Role.PREPARE)
        length = request.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > TEXT_BYTES + BODY_BYTES:
            raise Refusal("too_large", limit=TEXT_BYTES // 1_000_000)
        async with request.form(max_files=1, max_fields=FIELDS, max_part_size=TEXT_BYTES) as form:
            fields = {name: text for name, text in form.items() if isinstance(text, str)}
            remember(request, fields)
            file = next((each for each in form.values() if isinstance(each, UploadFile) and each.filename), None)
            if file:
                try:
                    fields[TEXT] = (await file.read()).decode("utf-8-sig")
                except UnicodeDecodeError:
                    raise Refusal("not_utf8", field="file") from None
                fields[FILE_NAME] = file.filename or ""
        return visitor, fields

    async def _received(self, request: Request, visitor: Visitor) -> dict[str, str]:
        settings = self.archive().settings
        length = request.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > settings.max_upload_bytes + BODY_BYTES:
            raise Refusal("too_large", limit=settings.max_upload_mb)
        async with request.form(max_files=1, max_fields=FIELDS) as form:
            fields = {name: text for name, text in form.items() if isinstance(text, str)}
            remember(request, fields)
            file = next((each for each in form.values() if isinstance(each, UploadFile) and each.filename), None)
            if file:
                fields[UPLOAD] = await threads.UPLOADS.run(self._put, visitor, file)
        return fields

    def _put(self, visitor: Visitor, file: UploadFile) -> str:
        """Put a file where all files arrive; return its token. Blocks."""
        actor, holder = self.rights.acting(visitor), self.rights.uploader(visitor)
        token, upload = uploads.begin(self.archive(), file.filename or "", file.size or 0, actor, holder)
        with Part(self.archive(), upload) as part:
            for offset in range(0, upload.size, CHUNK):
                part.append(offset, file.file.read(CHUNK))
        return token

    async def _decided(self, visitor: Visitor, role: Role) -> Decision:
        """Decide about a ``POST``; a foreign page learns nothing about rights."""
        if not self.rights.is_own_page(visitor):
            return Decision("foreign_origin")
        return await threads.LIMITS.run(self.rights.may, visitor, role)

    async def denied(self, request: Request, problem: Exception) -> Response:
        """Answer `Denied`: with the question for key or sign-in, and with what was typed, and nothing else."""
        decision, site = cast("Denied", problem).decision, site_of(request)
        path = localized(english(request), site.language)
        title, body = access_page(site, decision.code, decision.values, path, request.query_params)
        shown = [body, kept(site, typed_in(request))]
        return await self.page(request, title, shown, STATUS[decision.code], has_menu=False)

    async def unavailable(self, request: Request, problem: Exception) -> Response:
        """Answer while the database does not: on the desk with a page of it, and with what was typed."""
        _log.error("unavailable", path=request.url.path, exc_info=problem)
        path, site = english(request), site_of(request)
        if path.startswith(OF_PEOPLE):
            return await self.denied(request, Denied(Decision("people_unavailable")))
        if path != DESK and not path.startswith(f"{DESK}/"):
            return unavailable_response(request.scope)
        body = [note(site.errors.database_unavailable, "wrong"), kept(site, typed_in(request))]
        return await self.page(request, site.interface.document_page.unavailable_title, body, 503, RETRY)

    def visitor(self, request: Request) -> Visitor:
        """Return who sent a request."""
        return Visitor.of_scope(request.scope, self.proxy_hops)

    async def holder(self, visitor: Visitor) -> Holder:
        """Return the person and the roles of a visitor who has entered."""
        return await threads.LIMITS.run(self.rights.holder, visitor) or Holder(frozenset())

    async def actor(self, visitor: Visitor) -> audit.Actor:
        """Return a visitor as the audit names people."""
        return await threads.LIMITS.run(self.rights.actor, visitor)

    async def acting(self, visitor: Visitor) -> audit.Actor:
        """Return a visitor who has entered likewise.

        Raises:
            Denied: their session has ended since.

        """
        try:
            return await threads.LIMITS.run(self.rights.acting, visitor)
        except Refusal as refusal:
            raise Denied(Decision(refusal.code)) from refusal

    async def page(
        self,
        request: Request,
        title: str,
        body: Node,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        *,
        has_menu: bool = True,
    ) -> Response:
        """Return a page of the desk in the language of the request.

        Args:
            body: what stands below the heading.
            has_menu: whether somebody who has entered sees the menu.
        """
        site = site_of(request)
        language, path, headers = site.language, english(request), {**HEADERS, **(headers or {})}
        holder = has_menu and await threads.LIMITS.run(self.rights.holder, self.visitor(request))
        own_menu = holder and menu(site, self.entries, holder, path)
        frame = await self._pages.frame(DESK, language)
        if frame is None:
            return plain_page(language, title, [own_menu, body], status, headers)
        follows = getattr(request.state, "follows", False) and h.i(data_follows=True, hidden=True)
        html = str(h.fragment[own_menu, h.div(".desk__page")[h.h1[title], body, follows]])
        head = Head(
            language=language,
            title=f"{title} | {site.company.name}",
            description=site.page(DESK).description,
            path=path,
            is_indexed=False,
        )
        return _Page(frame.filled(MARK, html, head), status, headers)


class _Page(Response):
    """A page that is compressed for its reader and not kept."""

    def __init__(self, html: bytes, status: int, headers: Mapping[str, str]) -> None:
        super().__init__(status_code=status, headers=headers)
        self._encoded = Encoded(html, HTML, headers, status=status, is_kept=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._encoded(scope, receive, send)


def site_of(request: Request) -> Site:
    """Return the content in the language of a request."""
    return content.read(language_of_path(request.url.path))


def remember(request: Request, typed: Mapping[str, str]) -> None:
    """Keep what was typed into a form for the answer to a fault."""
    request.state.typed = typed


def typed_in(request: Request) -> Mapping[str, str]:
    """Return what was typed into the form of a request, as far as it was read."""
    return getattr(request.state, "typed", {})


def english(request: Request) -> str:
    """Return the English path of a request: of the desk itself, or of a page below it."""
    path = request.url.path.rstrip("/")
    prefix = localized("/", language_of_path(path)).rstrip("/")
    return path.removeprefix(prefix)


def route(path: str, answer: Callable[[Request], Any], methods: tuple[str, ...] = ("GET",)) -> list[Route]:
    """Return the routes of an address below `DESK` in every language."""
    return [Route(localized(path, language), answer, methods=list(methods)) for language in LANGUAGES]


def see_other(request: Request, path: str) -> Response:
    """Lead a browser on after a deed (RFC 9110, section 15.4.4), to an English path in the language of the request."""
    return RedirectResponse(localized(path, language_of_path(request.url.path)), 303, {"Cache-Control": "no-store"})
