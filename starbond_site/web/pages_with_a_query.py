"""Pages of the build into which the server writes what the query of their address asks for, also without scripts.

``/compare?product=ID&product=ID`` has products side by side, and ``/search?q=`` what was found, which the search of the
header shows too. ``/verify`` says whether a file is one that was published, and ``GET /api/verify`` the same as JSON:
both take ``sha256``, ``document`` (an id) or both. The file itself never comes here: browsers compute its SHA-256
(`components.react.file_check`), and readers without scripts send one that they computed themselves.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup, escape
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content
from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import (
    COMPARE,
    SEARCH,
    SEARCH_RESULTS,
    VERIFY,
    as_language,
    language_of_path,
    localized,
)
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import checkpoints, document_record, entries, text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation import verification_result
from starbond_site.presentation.products import comparison
from starbond_site.presentation.search import ranking
from starbond_site.presentation.search import results as search
from starbond_site.presentation.search.results import Results
from starbond_site.presentation.spoken import spoken
from starbond_site.presentation.topics import Fragment
from starbond_site.shared import logs, threads
from starbond_site.web import filling
from starbond_site.web.built import HTML
from starbond_site.web.encoding import ASKED_EACH_TIME, TextResponse, as_json
from starbond_site.web.fields import query_of
from starbond_site.web.paths import record_id
from starbond_site.web.refusals import UNAVAILABLE, plain_page, status_of

Pages = Callable[[str, QueryParams], Awaitable[TextResponse | None]]
"""Returns the page of an address with its rows; None where nothing is built, as in development."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class PageAnswer:
    """The answer that is written into the page."""

    html: Markup
    query: str
    """Of the same page in another language, to which its switch leads."""
    status: int = 200


AnswerQuery = Callable[[Site, QueryParams], Awaitable[PageAnswer | None]]
"""Answers a query; None where it asks for nothing."""


def filled_routes(path: str, mark: str, pages: Pages, answer: AnswerQuery) -> list[Route]:
    """Return the routes of a page in every language, with the slash that `web.paths` adds.

    Args:
        mark: of the element that is filled (``data-live``).
    """

    async def answered(request: Request) -> ASGIApp:
        query, address = query_of(request.scope), request.url.path
        site, page = content.read(language_of_path(address)), await pages(address, query)
        shown = await answer(site, query)
        if shown is None:
            if page is None:
                raise HTTPException(404)
            return page
        if page is None:
            return plain_page(site.language, site.page(path).title, shown.html, shown.status)
        html = filling.fill(page.text, {mark: Fragment(spoken(site.language, shown.html), 1)})
        # React keeps addresses that the server wrote.
        html = filling.with_switch(html, site.language, path, f"{path}?{escape(shown.query)}")
        return TextResponse(html.encode(), HTML, status=shown.status, caching=ASKED_EACH_TIME)

    return [Route(f"{localized(path, language)}/", answered) for language in LANGUAGES]


def compare_routes(pages: Pages) -> list[Route]:
    return filled_routes(COMPARE, comparison.MARK, pages, _compared)


async def _compared(site: Site, query: QueryParams) -> PageAnswer | None:
    names = query.getlist(comparison.PARAMETER)
    if not any(names):
        return None
    choice = comparison.ComparedProducts.of(site, names)
    same = urlsplit(comparison.address(site, choice.products)).query
    return PageAnswer(comparison.comparison(site, choice), same)


def search_routes(archive: Callable[[], Archive], pages: Pages) -> list[Route]:
    async def found(site: Site, query: QueryParams) -> tuple[str, Results]:
        typed = query.get(search.PARAMETER, "")[: text_index.MAX_QUERY].strip()
        count = next((each for each in search.COUNTS if str(each) == query.get(search.COUNT)), search.COUNTS[0])
        return typed, await threads.SEARCHES.run(_searched, archive, site, typed, count)

    async def page(site: Site, query: QueryParams) -> PageAnswer | None:
        if search.PARAMETER not in query:
            return None
        typed, results = await found(site, query)
        return PageAnswer(search.search(site, typed, results), str(QueryParams({search.PARAMETER: typed})))

    async def results(request: Request) -> ASGIApp:
        query = query_of(request.scope)
        language = as_language(query.get("language", ""))
        _, shown = await found(content.read(language), query)
        return as_json({"said": shown.said, "html": spoken(language, shown.html)}, caching=ASKED_EACH_TIME)

    return [Route(SEARCH_RESULTS, results), *filled_routes(SEARCH, search.MARK, pages, page)]


def _searched(archive: Callable[[], Archive], site: Site, query: str, count: int) -> Results:
    try:
        return search.results(site, query, ranking.search(archive(), site.language, query, count), count)
    except SQLAlchemyError:
        # Products and pages are found all the same.
        _log.exception("documents_not_searched")
        found = ranking.index(site.language).ranked(query)
        return search.results(site, query, found, count, site.interface.search.failed)


@dataclass(frozen=True)
class VerificationResult:
    """The documents with a hash, a document that was named, or whether both belong together."""

    sha256: str
    found: tuple[DocumentDetails, ...]
    """By the bytes, best first."""
    wanted: DocumentDetails | None
    """The document that the question names."""

    def as_record(self) -> dict[str, Any]:
        best = self.found[0] if self.found else None if self.sha256 else self.wanted
        record: dict[str, Any] = {"state": best.document.state if best else "unknown"}
        if self.sha256:
            record |= {"sha256": self.sha256, "documents": [finding.as_verified() for finding in self.found]}
        if self.wanted:
            record |= {"document": self.wanted.as_verified()}
        if self.wanted and self.sha256:
            record |= {"is_document": self.wanted.document.sha256 == self.sha256}
        return record

    def html(self, site: Site) -> str:
        if self.sha256:
            return verification_result.on_file(site, self.sha256, self.found, self.wanted)
        return verification_result.on_document(site, self.wanted) if self.wanted else ""


def verify_routes(archive: Callable[[], Archive], pages: Pages) -> list[Route]:
    async def api(request: Request) -> ASGIApp:
        """Answer with JSON; with ``language`` it also has the HTML that the page shows."""
        query = query_of(request.scope)
        verified = await threads.READS.run(_verified, archive, query)
        record = verified.as_record()
        if "language" in query:
            language = as_language(query["language"])
            record["html"] = spoken(language, verified.html(content.read(language)))
        return as_json(record, caching=ASKED_EACH_TIME)

    async def page(site: Site, query: QueryParams) -> PageAnswer | None:
        if not {"sha256", "document", "checkpoint"} & set(query):
            return None
        status = 200
        try:
            if "checkpoint" in query:
                html = await threads.READS.run(_compared_log, archive, site, query["checkpoint"])
            else:
                html = (await threads.READS.run(_verified, archive, query)).html(site)
        except Refusal as problem:
            html = verification_result.sentence(refusal_sentence(problem.code, site.language))
        except SQLAlchemyError:
            _log.exception("document_not_verified")
            status = status_of(UNAVAILABLE)
            html = verification_result.sentence(refusal_sentence(UNAVAILABLE, site.language))
        return PageAnswer(Markup(html), str(query), status)  # noqa: S704

    return [Route("/api/verify", api), *filled_routes(VERIFY, verification_result.MARK, pages, page)]


def _compared_log(archive: Callable[[], Archive], site: Site, kept: str) -> str:
    given, state = checkpoints.compare(archive(), kept, checkpoints.public_keys(archive()))
    today, last = archive().read(lambda session: (entries.size(session), entries.last_confirmation(session)))
    return verification_result.on_checkpoint(site, state, given.size if given else 0, today, last)


def _verified(archive: Callable[[], Archive], query: Mapping[str, str]) -> VerificationResult:
    """Return the documents that a query asks about; blocks.

    Raises:
        Refusal: hash_invalid: there is neither a hash nor a document, or no hash where one should be.
        Refusal: document_unknown: it names a document that never was.
    """
    typed, number = query.get("sha256", "").strip(), query.get("document", "").strip()
    sha256, document = document_record.read_hash(typed) or "", record_id(number)
    if not sha256 and (typed or not number):
        raise Refusal("hash_invalid")
    wanted = document_record.by_number(archive(), document) if document else None
    if number and wanted is None:
        raise Refusal("document_unknown")
    return VerificationResult(sha256, document_record.by_sha256(archive(), sha256) if sha256 else (), wanted)
