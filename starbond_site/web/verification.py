"""Says whether a file is one that was published: ``GET /api/verify``, and the same answer within the page ``/verify``.

Both take ``sha256``, ``document`` (an id) or both. The file itself never comes here: browsers compute its SHA-256
(`components.react.file_check`), and readers without scripts send one that they computed themselves.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from starbond_site import content, logs, threads
from starbond_site.content.addresses import VERIFY, localized
from starbond_site.content.languages import LANGUAGES, Language, as_language, language_of_path
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import verification
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.verification import Finding
from starbond_site.presentation import verification_result
from starbond_site.presentation.fragments import Fragment
from starbond_site.web import rows
from starbond_site.web.built import HTML
from starbond_site.web.encoding import Encoded, as_json
from starbond_site.web.files import LARGEST, NUMBER
from starbond_site.web.unavailable import CODE

MAX_QUERY_BYTES = 2048
HEADERS = {"Cache-Control": "no-cache"}
"""Not kept by proxies: there are more answers than anyone should store."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True)
class Question:
    """What a visitor asks: about bytes, about a document, or whether both belong together."""

    sha256: str = ""
    document: int = 0

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Question":
        """Read a query; raise `Refusal` where it has neither, or one that is malformed."""
        text, number = query.get("sha256", "").strip(), query.get("document", "").strip()
        sha256 = verification.read_hash(text) or ""
        if not (sha256 or (number and not text)):
            raise Refusal("hash_invalid")
        if number and not (NUMBER.fullmatch(number) and int(number) <= LARGEST):
            raise Refusal("document_unknown")
        return cls(sha256, int(number or 0))


@dataclass(frozen=True)
class Answer:
    """What is known."""

    question: Question
    found: tuple[Finding, ...]
    """By the bytes, best first."""
    wanted: Finding | None
    """The document that the question names."""

    @property
    def state(self) -> str:
        """State of the best finding."""
        best = self.found[0] if self.found else None if self.question.sha256 else self.wanted
        return best.document.state if best else "unknown"

    def as_record(self) -> dict[str, Any]:
        """Return the answer for programs."""
        record: dict[str, Any] = {"state": self.state}
        if self.question.sha256:
            record |= {"sha256": self.question.sha256, "documents": [finding.as_record() for finding in self.found]}
        if self.wanted:
            record |= {"document": self.wanted.as_record()}
        if self.wanted and self.question.sha256:
            record |= {"is_document": self.wanted.document.sha256 == self.question.sha256}
        return record

    def html(self, language: Language) -> str:
        """Return the answer for readers."""
        site = content.read(language)
        if self.question.sha256:
            return verification_result.on_file(site, self.question.sha256, self.found, self.wanted)
        return verification_result.on_document(site, self.wanted) if self.wanted else ""


class Verification:
    """The routes of programs and of readers."""

    def __init__(self, archive: Callable[[], Archive], page: Callable[[Scope], Awaitable[Encoded | None]]) -> None:
        """Take the site's archive, which is opened with the first question, and the source of pages with their rows."""
        self._archive = archive
        self._page = page

    @property
    def routes(self) -> list[Route]:
        """The Starlette routes; pages with the slash that `web.paths` adds."""
        return [Route("/api/verify", self.api), *(Route(f"{localized(VERIFY, one)}/", self.page) for one in LANGUAGES)]

    async def api(self, request: Request) -> ASGIApp:
        """Answer with JSON; with ``language`` it also has the HTML that the page shows."""
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        answer = await self._answer(Question.of(query))
        record = answer.as_record()
        if "language" in query:
            record["html"] = answer.html(as_language(query["language"]))
        return as_json(record, HEADERS, is_kept=False)

    async def page(self, request: Request) -> ASGIApp:
        """Answer with the page, and in it with the answer to its question."""
        page = await self._page(request.scope)
        if page is None:
            raise HTTPException(404)
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        if "sha256" not in query and "document" not in query:
            return page
        status, fragment = await self._fragment(language_of_path(request.url.path), query)
        html = rows.fill(page.text, {verification_result.MARK: fragment})
        return Encoded(html.encode(), HTML, HEADERS, status=status, is_kept=False)

    async def _fragment(self, language: Language, query: Mapping[str, str]) -> tuple[int, Fragment]:
        """Return what the page shows in answer to its query, and the status of HTTP."""
        try:
            answer = await self._answer(Question.of(query))
        except Refusal as problem:
            return 200, Fragment(verification_result.sentence(refusal_sentence(problem.code, language)), 1)
        except SQLAlchemyError:
            _log.exception("document_not_verified")
            return 503, Fragment(verification_result.sentence(refusal_sentence(CODE, language)), 1)
        return 200, Fragment(answer.html(language), 1)

    async def _answer(self, question: Question) -> Answer:
        """Look the question up; raise `Refusal` where it names a document that never was."""
        return await threads.READS.run(self._read, question)

    def _read(self, question: Question) -> Answer:
        archive = self._archive()
        wanted = verification.by_number(archive, question.document) if question.document else None
        if question.document and wanted is None:
            raise Refusal("document_unknown")
        found = verification.by_sha256(archive, question.sha256) if question.sha256 else ()
        return Answer(question, found, wanted)
