"""Public data for programs and open pages: lists, nodes, a search, changes and topics under ``/api``, and Atom feeds.

A feature adds its rows as ``GET /api/NAME`` and ``GET /api/NAME.csv`` (`table_routes`).

``GET /api/documents/CATEGORY`` and ``GET /api/nodes`` answer from the snapshot that the change feed keeps. Older pages
of a list (``?before=ID``) and ``GET /api/search`` are read from the database for each request, and not kept. Clients
keep the answers and revalidate them each time.

``GET /api/documents/CATEGORY.csv`` is what a page shows of a list as a file for spreadsheets. Query: that of the page
(`documents.selection.selected`), and ``language`` for the names of the columns. All pages of the selection are in it,
up to `MAX_ROWS` documents. ``filings`` in place of a category has all lists.

``GET /api/changes?after=N`` is the log of changes, oldest first, for those who mirror the documents. The answer's
``next`` is what to ask with the next time. Numbers have no gaps, and an answer never lacks a change with a lower number
(`documents.changes`): who asks again and again misses nothing.

``GET /api/live/TOPIC`` is the whole content of a topic for open pages that may have missed something: the same HTML as
in the page, as ``{"version": n, "html": {LANGUAGE: ...}}`` with an entity tag. Query: ``language``, that of the page,
which may select an older page of a list or a search, and ``version``: a page that shows the newest gets no HTML.

``GET /feeds/CATEGORY.atom`` and ``/feeds/all.atom``, in Bangla below ``/bn``, are written once for each version of
their lists, and kept; ``?before=ID`` has older documents, which are read for each request.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import lru_cache, partial
from typing import Any

from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import LANGUAGES, Language, Site
from starbond_site.content.addresses import DEFAULT, as_language, language_of_path
from starbond_site.documents import changes, newest, public_view, text_index, text_search
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import FILINGS
from starbond_site.documents.records import Document, Record
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.selection import Selection, selected
from starbond_site.documents.snapshot import UNREAD, Rows
from starbond_site.documents.text_search import Match
from starbond_site.presentation import atom
from starbond_site.presentation.search import ranking
from starbond_site.presentation.spreadsheet import BYTE_ORDER_MARK
from starbond_site.presentation.topics import KEPT_WHOLE, TABLES, TOPICS, Fragment
from starbond_site.shared import local_time, threads
from starbond_site.shared.categories import LISTS
from starbond_site.web.encoding import ASKED_EACH_TIME, Newest, TextResponse, as_csv, as_json
from starbond_site.web.fields import query_of
from starbond_site.web.paths import record_id
from starbond_site.web.refusals import unavailable
from starbond_site.web.services import Services

MAX_ROWS = 10_000
"""Documents in a file for spreadsheets."""
MAX_CHANGES = 500
"""In one answer."""
KEPT_TOPICS = len(TOPICS) * len(LANGUAGES) + KEPT_WHOLE
_COUNT = re.compile("[1-9][0-9]?")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


class Api:
    """The routes, and the newest answer of each list and feed, and of the nodes."""

    def __init__(self, parts: Services) -> None:
        self._archive, self._current, self._fragments = parts.archive, parts.current, parts.fragments
        self._topics = lru_cache(KEPT_TOPICS)(_encoded_topic)
        self._newest = Newest[TextResponse]()

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/documents/{category}.csv", self.table),
            Route("/api/documents/{category}", self.documents),
            Route("/api/nodes", self.nodes),
            Route("/api/search", self.search),
            Route("/api/changes", self.changes),
            Route("/api/live/{topic}", self.live),
            *(Route(atom.address("{name}", language), self.feed) for language in LANGUAGES),
        ]

    async def documents(self, request: Request) -> ASGIApp:
        """Answer with a page of a list, newest first: the newest documents, or those older than the id ``before``."""
        category = request.path_params["category"]
        if category not in LISTS:
            return JSONResponse({"error": "unknown_category", "categories": [known.value for known in LISTS]}, 404)
        if before := older_than(request):
            page = await threads.READS.run(lambda: public_view.older(self._archive(), category, before))
            if page is None:
                raise Refusal("before_invalid")
            version, documents, has_more = page
            return _encoded_page(category, version, documents, has_more=has_more)
        view = (await self._current()).lists[category]
        if view.version == UNREAD:
            return unavailable
        has_more = view.total > len(view.documents)
        page = partial(_encoded_page, category, view.version, view.documents, has_more=has_more)
        return await self._newest.of(category, view.version, page)

    async def nodes(self, _request: Request) -> ASGIApp:
        views = (await self._current()).nodes
        if any(view.version == UNREAD for view in views.values()):
            return unavailable
        values = {name: view.value for name, view in views.items()}
        return await self._newest.of("nodes", views, partial(as_json, values))

    async def search(self, request: Request) -> ASGIApp:
        """Answer with documents whose names, or text, hold words of ``q``, ``count`` of each at most, best first."""
        query = request.query_params.get("q", "")[: text_index.MAX_QUERY]
        asked = request.query_params.get("count", "")
        count = min(int(asked), text_search.MAX_LIMIT) if _COUNT.fullmatch(asked) else text_search.LIMIT
        found = await threads.SEARCHES.run(lambda: ranking.search(self._archive(), DEFAULT, query, count))
        matches = [each for each in found if isinstance(each, Match)]
        named = [match.document.id for match in matches if match.snippet is None]
        left_out = {*named[count:]}
        shown = [_as_result(match) for match in matches if match.document.id not in left_out]
        return as_json(shown, caching=ASKED_EACH_TIME)

    async def table(self, request: Request) -> ASGIApp:
        category = request.path_params["category"]
        if category not in TABLES:
            return JSONResponse({"error": "unknown_category", "categories": list(TABLES)}, 404)
        query = query_of(request.scope)
        chosen = selected(query) if category == FILINGS else replace(selected(query), category="")
        site = content.read(as_language(query.get("language", "")))
        return await threads.TABLES.run(_csv, self._archive(), site, category, chosen)

    async def changes(self, request: Request) -> ASGIApp:
        given = request.query_params.getlist("after") or ["0"]
        if len(given) > 1 or not _NUMBER.fullmatch(given[0]):
            raise Refusal("after_invalid")
        archive, after = self._archive(), int(given[0])
        newest, found = await threads.READS.run(changes.read, archive, after, MAX_CHANGES)
        if after > newest:
            raise Refusal("after_unknown", number=after, newest=newest)
        return as_json(changes.as_page(found, after, archive.settings.public_url))

    async def live(self, request: Request) -> ASGIApp:
        topic = request.path_params["topic"]
        if topic not in TOPICS:
            return JSONResponse({"error": "unknown_topic", "topics": list(TOPICS)}, 404)
        query = query_of(request.scope)
        language = as_language(query.get("language", ""))
        shown = await self._fragments.of(topic, language, query)
        if not shown.version:
            return unavailable
        known = query.get("version", "")
        if _NUMBER.fullmatch(known) and int(known) >= shown.version:
            return as_json({"version": shown.version})
        return (self._topics if shown.is_kept else _encoded_topic)(shown, language)

    async def feed(self, request: Request) -> ASGIApp:
        """Answer with a page of a feed; 404 for an unknown one, 503 while it cannot be read.

        The newest page is written again where a list has changed, or a withdrawal is no longer reported.
        """
        name, language = request.path_params["name"], language_of_path(request.url.path)
        if name not in atom.NAMES:
            return JSONResponse({"error": "unknown_feed", "feeds": list(atom.NAMES)}, 404)
        if before := older_than(request):
            return await self._feed(name, language, before)
        snapshot = await self._current()
        versions = [snapshot.version(category) for category in atom.categories(name)]
        if UNREAD in versions:
            return unavailable
        page = partial(self._feed, name, language)
        return await self._newest.of((name, language), (*versions, local_time.today()), page)

    async def _feed(self, name: str, language: Language, before: int | None = None) -> TextResponse:
        archive, site = self._archive(), content.read(language)
        found = await threads.READS.run(newest.read, archive, atom.categories(name), before)
        body = atom.feed(site, name, found, archive.settings.public_url, before, archive.settings.feed_ids)
        return TextResponse(body, f"{atom.MEDIA_TYPE}; charset=utf-8")


def older_than(request: Request) -> int:
    """Return the id of a document whose older ones are asked for by ``before``; 0 for the newest page.

    A document is the cursor, not a count of rows: pages stay what they are while newer ones are published.

    Raises:
        Refusal: before_invalid: it is no id, or there are several.
    """
    cursors = request.query_params.getlist("before")
    before = record_id(cursors[0]) if len(cursors) == 1 else 0
    if cursors and not before:
        raise Refusal("before_invalid")
    return before


def _as_result(match: Match) -> dict[str, Any]:
    document = match.document
    result: dict[str, Any] = {
        "FileName": document.file_name,
        "DownloadUrl": document.download_url,
        "title": document.shown_name,
        "url": f"/documents/{document.id}",
    }
    if match.snippet is not None:
        result |= {"page": match.page, "snippet": match.snippet}
        result["text"] = f"/documents/{document.id}/text#page-{match.part}"
        result |= {"label": match.label} if match.label else {}
    return result


def _encoded_page(category: str, version: int, documents: Sequence[Document], *, has_more: bool) -> TextResponse:
    """Return a page of a list, with the address of the following one in the body and as a link (RFC 8288)."""
    page: dict[str, Any] = {"version": version, "documents": [document.as_record() for document in documents]}
    if not has_more:
        return as_json(page)
    page["next"] = f"/api/documents/{category}?before={documents[-1].id}"
    return as_json(page, {"Link": f'<{page["next"]}>; rel="next"'})


def _csv(archive: Archive, site: Site, category: str, chosen: Selection) -> TextResponse:
    """Return documents as CSV under names of columns in the language of the content.

    Days are written as in names, ``23-11-2026``; a document that was entered later has its own day and no time of day.
    """
    address = archive.settings.public_url
    rows = (_row(site, document, address) for document in public_view.every(archive, category, chosen, MAX_ROWS))
    return as_csv(category, site.interface.lists.columns.values(), rows, mark=BYTE_ORDER_MARK)


def _row(site: Site, document: Document, address: str) -> Sequence[str | int]:
    published = local_time.in_local_time(document.published_at)
    return (
        document.file_name,
        document.title,
        site.title_of(document.category),
        f"{local_time.in_local_time(document.own_date):%d-%m-%Y}",
        "" if document.filed_at else f"{published:%H:%M:%S}",
        local_time.in_utc(document.published_at),
        f"{published:%d-%m-%Y}" if document.filed_at else "",
        document.size,
        document.sha256,
        address + site.address(f"/documents/{document.id}"),
        address + document.download_url,
    )


def _encoded_topic(shown: Fragment, language: Language) -> TextResponse:
    return as_json({"version": shown.version, "html": {language: shown.html}})


def table_routes(
    topic: str, table: type[Record], key: str, columns: Mapping[str, str], *, has_version: bool = False
) -> Callable[[Services], list[Route]]:
    """Return what makes the routes, which keep the newest answers.

    Args:
        topic: of the rows; it also names addresses and file.
        table: rows of another class, which another feature adds, are left out.
        key: of all rows in JSON.
        columns: attribute of a row by the name of its column.
        has_version: whether JSON has the version of the rows too.
    """

    def cells(view: Rows) -> Iterator[list[Any]]:
        rows = (row for row in view.rows if isinstance(row, table))
        return ([getattr(row, name) for name in columns.values()] for row in rows)

    def json(view: Rows) -> TextResponse:
        found = [dict(zip(columns, map(_text, row), strict=True)) for row in cells(view)]
        return as_json(({"version": view.version} if has_version else {}) | {key: found})

    def csv(view: Rows) -> TextResponse:
        return as_csv(topic, columns, (map(_cell, row) for row in cells(view)))

    def routes(parts: Services) -> list[Route]:
        newest = Newest[TextResponse]()

        async def answer(encode: Callable[[Rows], TextResponse], _request: Request) -> ASGIApp:
            view = (await parts.current()).tables.get(topic)
            if view is None:
                return unavailable
            return await newest.of(encode, view, partial(encode, view))

        return [Route(f"/api/{topic}", partial(answer, json)), Route(f"/api/{topic}.csv", partial(answer, csv))]

    return routes


def _text(value: object) -> object:
    """Return a number with every digit, and a day as in ISO 8601."""
    return f"{value:f}" if isinstance(value, Decimal) else value.isoformat() if isinstance(value, date) else value


def _cell(value: Any) -> JsonValue | Decimal:  # noqa: ANN401  what a record has
    return ("yes" if value else "") if isinstance(value, bool) else value
