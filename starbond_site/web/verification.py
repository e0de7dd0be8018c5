"""Says whether a file is one that was published: ``GET /api/verify``, and the same answer within the page ``/verify``.

Both take ``sha256``, ``document`` (an id) or both. The file itself never comes here: browsers compute its SHA-256
(`components.react.file_check`), and readers without scripts send one that they computed themselves.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import content, logs, threads
from starbond_site.content import Site
from starbond_site.content.addresses import VERIFY
from starbond_site.content.languages import Language, as_language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import verification
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.verification import Finding
from starbond_site.presentation import verification_result
from starbond_site.web import asked_page
from starbond_site.web.asked_page import HEADERS, MAX_QUERY_BYTES, Answered, Pages
from starbond_site.web.encoding import as_json
from starbond_site.web.files import LARGEST, NUMBER
from starbond_site.web.refusals import UNAVAILABLE

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
        best = self.found[0] if self.found else None if self.question.sha256 else self.wanted
        return best.document.state if best else "unknown"

    def as_record(self) -> dict[str, Any]:
        record: dict[str, Any] = {"state": self.state}
        if self.question.sha256:
            record |= {"sha256": self.question.sha256, "documents": [finding.as_record() for finding in self.found]}
        if self.wanted:
            record |= {"document": self.wanted.as_record()}
        if self.wanted and self.question.sha256:
            record |= {"is_document": self.wanted.document.sha256 == self.question.sha256}
        return record

    def html(self, language: Language) -> str:
        site = content.read(language)
        if self.question.sha256:
            return verification_result.on_file(site, self.question.sha256, self.found, self.wanted)
        return verification_result.on_document(site, self.wanted) if self.wanted else ""


class Verification:
    """The routes of programs and of readers."""

    def __init__(self, archive: Callable[[], Archive], pages: Pages) -> None:
        """Take the site's archive, which is opened with the first question, and the source of pages with their rows."""
        self._archive = archive
        self._pages = pages

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/verify", self.api),
            *asked_page.routes(VERIFY, verification_result.MARK, self._pages, self._page),
        ]

    async def api(self, request: Request) -> ASGIApp:
        """Answer with JSON; with ``language`` it also has the HTML that the page shows."""
        query = QueryParams(request.scope["query_string"][:MAX_QUERY_BYTES])
        answer = await self._answer(Question.of(query))
        record = answer.as_record()
        if "language" in query:
            record["html"] = answer.html(as_language(query["language"]))
        return as_json(record, HEADERS, is_kept=False)

    async def _page(self, site: Site, query: QueryParams) -> Answered | None:
        """Return what the page shows in answer to its query."""
        if "sha256" not in query and "document" not in query:
            return None
        status = 200
        try:
            html = (await self._answer(Question.of(query))).html(site.language)
        except Refusal as problem:
            html = verification_result.sentence(refusal_sentence(problem.code, site.language))
        except SQLAlchemyError:
            _log.exception("document_not_verified")
            status, html = 503, verification_result.sentence(refusal_sentence(UNAVAILABLE, site.language))
        return Answered(Markup(html), str(query), status)  # noqa: S704

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
