"""``GET /documents/ID``, in every language: the page that each document keeps, also when it is withdrawn (410).

The build prerenders one frame per language, with header and footer; the server writes the document into it, and what
the head says of it. Where there is no frame, a plain page has the same content.

``GET /AnnualReport/latest`` and its like lead to the newest document of a list, ``/latest/file`` to its file.
``GET /sitemap-documents.xml`` names all pages for search engines; ``robots.txt`` names it beside the sitemap of the
build.
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content.addresses import DOCUMENT_FRAME, LANGUAGES, Language, language_of_path, localized
from starbond_site.documents import changes
from starbond_site.documents import document_record as documents
from starbond_site.documents.archive import Archive
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.snapshot import UNREAD
from starbond_site.presentation.document_page import MARK, DocumentPage, document_page, document_text
from starbond_site.shared import logs, threads
from starbond_site.shared.local_time import in_utc
from starbond_site.shared.settings import settings
from starbond_site.web.built import HTML, BuiltSite
from starbond_site.web.encoding import Newest, TextResponse, as_json
from starbond_site.web.filling import Head, framed
from starbond_site.web.refusals import plain_page, unavailable
from starbond_site.web.services import Services

KEPT_PAGES = 64
"""In memory of one worker; a page and its encodings take about 100 kB."""
MAX_PICTURE_BYTES = 4 * 1024 * 1024
PICTURE_CACHING = {"X-Accel-Expires": "1", "Cache-Control": "public, max-age=86400"}
"""Browsers keep pictures for a day: they change when they are made anew. nginx asks again after a second, so that the
picture of a withdrawn document is not given out any more."""
_SPELLED = "/{folder:documents}/{number:document}"
SPELLINGS = [localized(_SPELLED + end, language) for end in ("", "{end:ending}") for language in LANGUAGES]
"""Further paths of pages, which lead to the right one."""
MAX_ADDRESSES = 50_000
"""Of one sitemap (https://www.sitemaps.org), by its protocol; with more documents the newest are named."""
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_log = logs.get_logger(__name__)


class DocumentPages:
    """The routes, and the pages that were asked for last."""

    def __init__(self, parts: Services, built: BuiltSite) -> None:
        self._archive, self._current, self._built = parts.archive, parts.current, built
        self._newest, self._sitemaps = Newest[ASGIApp](KEPT_PAGES), Newest[ASGIApp]()

    @property
    def routes(self) -> list[Route]:
        paths = [localized(DOCUMENT_FRAME, language) for language in LANGUAGES]
        newest = [f"/{{page:list_page}}/latest{end}" for end in ("", "/file")]
        return [
            *(Route(localized(path, language), self.latest) for path in newest for language in LANGUAGES),
            Route("/sitemap-documents.xml", self.sitemap),
            *(Route(path + "/{number:document}", self.page) for path in paths),
            *(Route(path + "/{number:document}/text", self.text) for path in paths),
            *(Route(path, _right_spelling) for path in SPELLINGS),
            Route(DOCUMENT_FRAME + "/{number:document}.json", self.record),
            Route(DOCUMENT_FRAME + "/{number:document}/page-1.webp", self.picture),
        ]

    async def page(self, request: Request) -> ASGIApp:
        """Answer with the page of a document; 410 for a withdrawn one, 404 where there never was one."""
        details = await self._details(request)
        if details is None:
            raise HTTPException(404)
        language = language_of_path(request.url.path)
        frame = await self._frame(language)
        # The frame itself is part of what a page is kept for: another build has another one.
        return await self._newest.of(
            (details.document.id, language),
            (details, frame),
            lambda: self._written(frame, document_page(content.read(language), details), details, language),
        )

    async def text(self, request: Request) -> ASGIApp:
        """Answer with a document read as text; as its page where it is withdrawn, 404 where it has none."""
        language, details = language_of_path(request.url.path), await self._details(request)
        pages = await threads.READS.run(documents.texts, self._archive(), details.document.id) if details else []
        if details and details.document.is_withdrawn:
            return await self.page(request)
        if details is None or not pages:
            raise HTTPException(404)
        shown = document_text(content.read(language), details, pages)
        frame = await self._frame(language)
        return self._written(frame, shown, details, language, f"{details.document.page}/text")

    async def record(self, request: Request) -> ASGIApp:
        details = await self._details(request)
        if details is None:
            return JSONResponse({"error": "unknown_document"}, 404)
        return as_json(details.as_record(), status=_status(details))

    async def picture(self, request: Request) -> ASGIApp:
        """Answer with the picture of the first page, which a withdrawn document does not have any more."""
        details = await self._details(request)
        if details is None or details.picture_key is None or details.document.is_withdrawn:
            raise HTTPException(410 if details and details.document.is_withdrawn else 404)
        try:
            body = await threads.READS.run(_read, self._archive(), details.picture_key)
        except (Refusal, FileNotFoundError):
            _log.exception("picture_not_read")
            return unavailable
        return TextResponse(body, "image/webp", caching=PICTURE_CACHING, compressed={})

    async def latest(self, request: Request) -> ASGIApp:
        """Lead to the newest document of a page with lists; of several lists, the first counts."""
        page = content.read().investor_page(f"/{request.path_params['page']}")
        view = (await self._current()).lists[page.categories[0]]
        if view.version == UNREAD:
            return unavailable
        newest = next((document for document in view.documents if document.replaced_by is None), None)
        is_file = request.url.path.endswith("/file")
        if newest is None and is_file:
            raise HTTPException(404)
        # Pages of text lead here before anything is published.
        own = localized(f"/documents/{newest.id}" if newest else page.path, language_of_path(request.url.path))
        target = newest.download_url if newest and is_file else own
        return RedirectResponse(target, 302, {"Cache-Control": "no-cache"})

    async def sitemap(self, _request: Request) -> ASGIApp:
        """Answer with a sitemap that is written anew only when something changed.

        With 25,000 documents it has 5 MB (65 kB compressed) and takes about a second.
        """
        version, _ = await threads.READS.run(changes.read, self._archive(), 0, 0)
        return await self._sitemaps.of("", version, lambda: threads.READS.run(_sitemap, self._archive()))

    async def _frame(self, language: Language) -> TextResponse | None:
        return await self._built.page(f"{localized(DOCUMENT_FRAME, language)}/")

    def _written(
        self,
        frame: TextResponse | None,
        page: DocumentPage,
        details: DocumentDetails,
        language: Language,
        path: str = "",
    ) -> ASGIApp:
        if frame is None:
            return plain_page(language, page.heading, page.body, _status(details))
        head = Head(
            language=language,
            title=page.title,
            description=page.description,
            path=path or details.document.page,
            is_indexed=not details.document.is_withdrawn and details.replaced_by is None,
            record=f"{details.document.page}.json",
        )
        body = framed(frame.text, MARK, page.html, head, DOCUMENT_FRAME, self._built.fanout)
        return TextResponse(body, HTML, status=_status(details))

    async def _details(self, request: Request) -> DocumentDetails | None:
        return await threads.READS.run(documents.read, self._archive(), request.path_params["number"])


async def _right_spelling(request: Request) -> Response:
    """Redirect to the one spelling of the address of a page, as `web.paths` does for other pages."""
    path = localized(f"{DOCUMENT_FRAME}/{request.path_params['number']}", language_of_path(request.url.path))
    return RedirectResponse(f"{path}?{request.url.query}" if request.url.query else path, 301)


def _status(details: DocumentDetails) -> int:
    return 410 if details.document.is_withdrawn else 200


def _read(archive: Archive, key: str) -> bytes:
    """Return the bytes of a picture.

    Raises:
        Refusal: storage_unreachable: no picture is as large.
    """
    found = b""
    for chunk in archive.storage.read(key):
        found += chunk
        if len(found) > MAX_PICTURE_BYTES:
            raise Refusal("storage_unreachable")
    return found


def _sitemap(archive: Archive) -> TextResponse:
    home = settings().public_url
    entries = [
        f"<url><loc>{home}{localized(f'/documents/{number}', language)}</loc><lastmod>{in_utc(changed)}</lastmod></url>"
        for number, changed in documents.public(archive, MAX_ADDRESSES // len(LANGUAGES))
        for language in LANGUAGES
    ]
    lines = ('<?xml version="1.0" encoding="UTF-8"?>', f'<urlset xmlns="{NAMESPACE}">', *entries, "</urlset>\n")
    return TextResponse("\n".join(lines).encode(), "application/xml")
