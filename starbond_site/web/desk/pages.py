"""A page of the desk as what it shows and which actions its forms have; requests, refusals and answers are alike."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import htpy as h
from htpy import Element, Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, logs, threads
from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import language_of_path
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming.records import UnfinishedUpload
from starbond_site.documents.sealed.sealing import Person
from starbond_site.people import Holder, Role
from starbond_site.presentation.desk.parts import kept, note
from starbond_site.presentation.forms import NOTHING, Given
from starbond_site.web import document_page as _document_page  # noqa: F401  registers numbers in paths
from starbond_site.web.decisions import STATUS
from starbond_site.web.desk.frame import Desk, route, see_other, typed_in
from starbond_site.web.files import LARGEST, NUMBER
from starbond_site.web.visitor import Visitor

UNAVAILABLE = 503
"""RFC 9110, section 15.6.4."""
_STATUS = STATUS | {
    **dict.fromkeys(("changed_meanwhile", "already_withdrawn", "already_replaced", "already_public"), 409),
    **dict.fromkeys(("database_unavailable", "storage_full", "storage_unreachable"), UNAVAILABLE),
    **dict.fromkeys(("machine_busy", "outcome_unknown", "scanner_unavailable"), UNAVAILABLE),
    "already_published": 409,
    "clock_unknown": 404,
}
"""Of a refusal on the desk; 422 of every other."""
_log = logs.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request for a page: who asks, about which record, and which form of it was refused."""

    site: Site
    archive: Archive
    holder: Holder
    number: int
    """Id of the record that the path names; 0 for none."""
    query: Mapping[str, str]
    given: Given
    said: Node
    """What an action has to show once."""


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A form that was sent: by whom, and about which record."""

    site: Site
    archive: Archive
    actor: Actor
    holder: Holder
    number: int
    """Id of the record that the path names; 0 for none."""
    name: str
    """Last part of the path."""
    fields: Mapping[str, str]
    upload: UnfinishedUpload | None = None
    """Of a form with a file."""

    @property
    def person(self) -> Person:
        """Who sent it, as sealed filings keep it."""
        holder = self.holder
        return Person(self.actor, holder.person_id, holder.enrolled_at, holder.enrolled_by)

    def integer(self, name: str) -> int | None:
        """Return the number that a field has; None where it has none."""
        given = self.fields.get(name, "")
        return int(given) if given.isdecimal() and len(given) < 11 and int(given) <= LARGEST else None


class Shown(NamedTuple):
    """A page: its title, what stands below it, and its status where that is not the request's own."""

    title: str
    body: Node
    status: int = 0


@dataclass(frozen=True)
class Action:
    """What a form does."""

    work: Callable[[Sent], str | Element]
    """Blocks, and may raise a refusal. Returns the English path to go on to, or what the page shows once."""
    role: Role = Role.PREPARE
    has_file: bool = False
    pool: threads.Pool = threads.FORMS


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page below `DESK`."""

    path: str
    """English; ``{number}`` stands for the id of its record."""
    show: Callable[[Asked], Shown | None]
    """Blocks; None where there is no such record."""
    roles: tuple[Role, ...] = (Role.PREPARE,)
    """Of which one is needed to see it."""
    actions: Mapping[str, Action] = field(default_factory=dict)
    """By their paths below that of the page; empty for its own."""
    field_of: Callable[[str, Mapping[str, str]], str] = lambda _code, _typed: ""
    """Names the field that a refusal is about, by its code and what was typed; empty for the form as a whole."""

    def routes(self, desk: Desk) -> list[Route]:
        """Return its routes; a reader who opens the address of a form is led to the page."""

        async def show(request: Request) -> Response:
            visitor = await self.entered(desk, request)
            return visitor if isinstance(visitor, Response) else await self._answer(desk, request, visitor)

        async def back(request: Request) -> Response:
            return see_other(request, self.path.partition("/{")[0] + self._rest(request))

        # `web.paths` adds the slash to the overview, whose address is that of a page of the build.
        shown = route(self.path if self.path != DESK else f"{DESK}/", show)
        for path, action in self.actions.items():
            shown += route(f"{self.path}/{path}".rstrip("/"), self._posted(desk, action), ("POST",))
            shown += route(f"{self.path}/{path}", back) if path else []
        return shown

    @staticmethod
    def _rest(request: Request) -> str:
        number = request.path_params.get("number", "")
        return f"/{number}" if number else ""

    async def entered(self, desk: Desk, request: Request) -> Visitor | Response:
        """Return a visitor who may see it, or the answer that refuses."""
        role = self.roles[0]
        if len(self.roles) > 1:
            roles = (await desk.holder(desk.visitor(request))).roles
            role = next((one for one in self.roles if one in roles), role)
        return await desk.entered(request, role)

    def _posted(self, desk: Desk, action: Action) -> Callable[[Request], Awaitable[Response]]:
        async def posted(request: Request) -> Response:
            try:
                done = await self._done(desk, request, action)
            except (Refusal, SQLAlchemyError) as problem:
                return await self._refused(desk, request, problem)
            if isinstance(done, Response):
                return done
            if isinstance(done, str):
                return see_other(request, done)
            return await self._answer(desk, request, desk.visitor(request), said=done)

        return posted

    async def _done(self, desk: Desk, request: Request, action: Action) -> str | Element | Response:
        taken = await (desk.posted_with_file(request) if action.has_file else desk.posted(request, action.role))
        if isinstance(taken, Response):
            return taken
        sent = Sent(
            site=content.read(language_of_path(request.url.path)),
            archive=desk.archive(),
            actor=await desk.actor(taken[0]),
            holder=await desk.holder(taken[0]),
            number=number_of(request),
            name=request.url.path.rpartition("/")[2],
            fields=taken[1],
            upload=taken[2] if len(taken) > 2 else None,
        )
        return await action.pool.run(action.work, sent)

    async def _refused(self, desk: Desk, request: Request, problem: Exception) -> Response:
        """Return the page with what was typed, and why nothing was done."""
        typed, sentence = typed_in(request), sentence_of(problem, request)
        name = self.field_of(problem.code, typed) if isinstance(problem, Refusal) else ""
        given = Given(
            form=request.url.path.rpartition("/")[2],
            sentence=sentence,
            typed=typed,
            problems={name: sentence} if name else {},
        )
        return await self._answer(desk, request, desk.visitor(request), given, status_of(problem))

    async def _answer(
        self,
        desk: Desk,
        request: Request,
        visitor: Visitor,
        given: Given = NOTHING,
        status: int = 200,
        said: Node = None,
    ) -> Response:
        asked = Asked(
            site=content.read(language_of_path(request.url.path)),
            archive=desk.archive(),
            holder=await desk.holder(visitor),
            number=number_of(request),
            query=request.query_params,
            given=given,
            said=said,
        )
        try:
            shown = await threads.READS.run(self._written, asked)
        except SQLAlchemyError as problem:
            return await unavailable(desk, request, problem, given)
        if shown is None:
            raise HTTPException(404)
        return await desk.page(request, shown.title, shown.body, shown.status or status)

    def _written(self, asked: Asked) -> Shown | None:
        """Return the page with its HTML finished; blocks."""
        shown = self.show(asked)
        return shown and shown._replace(body=h.fragment[shown.body].__html__())


def sentence_of(problem: Exception, request: Request) -> str:
    """Return what a person reads; what is no refusal is a failure of the database."""
    language = language_of_path(request.url.path)
    if isinstance(problem, Refusal):
        return refusal_sentence(problem.code, language, problem.values)
    _log.error("desk_unavailable", exc_info=problem)
    return refusal_sentence("database_unavailable", language)


def status_of(problem: Exception) -> int:
    """Return the status of an answer."""
    return _STATUS.get(problem.code, 422) if isinstance(problem, Refusal) else UNAVAILABLE


def safely(desk: Desk, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that says so where the database does not answer."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except SQLAlchemyError as problem:
            return await unavailable(desk, request, problem)

    return answered


async def unavailable(desk: Desk, request: Request, problem: Exception, given: Given = NOTHING) -> Response:
    """Return the page that stands there while the database does not answer, with what was typed."""
    site = content.read(language_of_path(request.url.path))
    said = sentence_of(problem, request)
    body = [note(given.sentence or said, "wrong"), kept(site, given.typed)]
    title = site.interface.document_page.unavailable_title
    return await desk.page(request, title, body, UNAVAILABLE, {"Retry-After": "60"})


def number_of(request: Request) -> int:
    """Return the id of the record that a path names; 0 for none."""
    given = str(request.path_params.get("number", ""))
    return int(given) if NUMBER.fullmatch(given) and int(given) <= LARGEST else 0
