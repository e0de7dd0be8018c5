"""A page of the desk as what it shows and which actions its forms have; requests, refusals and answers are alike."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import date, datetime, time
from decimal import Decimal
from types import MappingProxyType
from typing import Any, NamedTuple

import htpy as h
from htpy import Element, Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.content.interface import Code
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import NumberedRecord, UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.mail.submissions import FormOutcome, InvalidForm
from starbond_site.presentation import numbers
from starbond_site.presentation.desk.desk_html import folded, note, refusal
from starbond_site.presentation.form_fields import CONFIRMED, NOTHING, SEEN, Field, FormInput, form, tick
from starbond_site.shared import local_time, logs, threads
from starbond_site.shared.digits import in_ascii
from starbond_site.shared.roles import Principal, Role
from starbond_site.web.desk.frame import Desk, MenuEntry, route, see_other, site_of, typed_in
from starbond_site.web.desk.posted import posted
from starbond_site.web.paths import LARGEST, record_id
from starbond_site.web.refusals import INVALID, OF_FORM, status_of
from starbond_site.web.rights import Denied

LOST = ("sign_in_missing", "role_missing")
"""Refusals after which nothing is shown any more: another administrator was faster."""
NO_VALUES: Mapping[str, str] = MappingProxyType({})
_log = logs.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class _DeskContext:
    site: Site
    archive: Archive
    principal: Principal
    request: Request
    number: int
    """Id of the record that the path names; 0 for none."""


@dataclass(frozen=True, kw_only=True)
class DeskRequest(_DeskContext):
    """A request for a page: who asks, about which record, and which form of it was refused."""

    query: Mapping[str, str]
    given: FormInput
    said: Node
    """What an action has to show once."""

    @property
    def page(self) -> int:
        """The number of the page of its table that the query names, from 1."""
        return record_id(self.query.get("page", "")) or 1

    def done(self, words: Mapping[str, str]) -> Node:
        """Return what a form of the page has done, whose name in the words the query has; nothing for none."""
        return note(words.get(self.query.get("done", ""), ""), "done")

    def form(
        self,
        path: str,
        inside: Iterable[Field | Node],
        button: Node,
        values: Mapping[str, str] = NO_VALUES,
        *,
        seen: int | None = None,
        hidden: Mapping[str, object] = NO_VALUES,
        label: str = "",
        fold: str = "",
        is_primary: bool = True,
        **attributes: Any,  # noqa: ANN401  as `presentation.form_fields.form` takes them
    ) -> Element:
        """Return a form of a record, with what was typed into it before it was refused.

        Args:
            path: its English address, whose last part names it.
            inside: its fields, and what stands between them.
            values: what stands in the record, by field.
            seen: version of what the page shows, which `DeskForm.seen` returns.
            hidden: values of further fields that are not shown.
            label: names the form, where the page has no heading with the id ``form-NAME`` that does.
            fold: heading that it is folded under. It is open where it is the primary one, where it was refused, and
                where the query asks for it by its name (`parts.corrections`).
            attributes: of `presentation.form_fields.form`.
        """
        name = path.rpartition("/")[2]
        given = self.given if self.given.form == name else FormInput(typed=values)
        written = [each.written(given) if isinstance(each, Field) else each for each in inside]
        address, id = self.site.address(path), f"form-{name}"
        attributes = ({"id": id, "aria_label": label} if label else {"aria_labelledby": id}) | attributes
        unseen = {**hidden, **({} if seen is None else {SEEN: seen})}
        own = form(address, written, button, hidden=unseen, is_primary=is_primary, **attributes)
        is_open = self.given.form == name or name in self.query or (is_primary and not self.given.form)
        return folded(fold, id, own, is_open=is_open) if fold else own

    def removal(
        self,
        path: str,
        heading: str,
        about: str,
        confirm: str,
        *,
        seen: int,
        hidden: Mapping[str, object] = NO_VALUES,
    ) -> Element:
        """Return the folded form that takes something back, with the box without which it does not.

        Args:
            heading: also the text of its button.
            about: what is taken back.
            confirm: words of the box, for which `Action.is_confirmed` asks.
        """
        inside = [h.p[about], tick(CONFIRMED, confirm)]
        return self.form(path, inside, heading, seen=seen, hidden=hidden, fold=heading, is_primary=False)


@dataclass(frozen=True, kw_only=True)
class DeskForm(_DeskContext):
    """A form that was sent: by whom, and about which record."""

    actor: Actor
    name: str
    """Last part of the path."""
    fields: Mapping[str, str]
    upload: UnfinishedUpload | None = None

    @property
    def file(self) -> UnfinishedUpload:
        """The file of a form that has one; raise `Refusal` no_file where none came."""
        if self.upload is None:
            raise Refusal("no_file")
        return self.upload

    def integer(self, name: str) -> int | None:
        given = self.fields.get(name, "")
        return int(given) if given.isdecimal() and len(given) < 11 and int(given) <= LARGEST else None

    def moment(self, name: str, code: Code) -> datetime:
        """Return a moment that was typed (`local_time.parse`); raise a `Refusal` with this code for anything else."""
        try:
            return local_time.parse(self.fields.get(name, ""))
        except ValueError:
            raise Refusal(code, field=name) from None

    @property
    def record(self) -> tuple[Archive, int, Actor]:
        """Where, of which record and by whom, as functions take it that change one."""
        return self.archive, self.number, self.actor

    @property
    def seen(self) -> int | None:
        """Version of what the page of the form showed; None where it does not say."""
        return self.integer(SEEN)

    def values(self, fields: Iterable[Field]) -> dict[str, Any]:
        """Return what stands in fields by their kind, without those that are empty and need not be filled.

        Raises:
            Refusal: one of them cannot be read.
        """
        filled = (each for each in fields if each.must_be_filled or self.fields.get(each.name, "").strip())
        return {each.name: self._value(each) for each in filled}

    def _value(self, field: Field) -> date | time | Decimal | str:
        typed = self.fields.get(field.name, "").strip()
        if field.options and typed not in dict(field.options):
            raise Refusal("choice_missing", field=field.name)
        try:
            if field.kind == "date":
                return date.fromisoformat(in_ascii(typed))
            if field.kind == "time":
                return time.fromisoformat(in_ascii(typed)).replace(second=0, microsecond=0, tzinfo=None)
        except ValueError:
            is_day = field.kind == "date"
            raise Refusal("day_invalid" if is_day else "time_invalid", field=field.name) from None
        return numbers.number(typed, field.label, field.name) if field.kind == "number" else typed


class DeskView(NamedTuple):
    """A page: its title, what stands below it, and its status where that is not the request's own."""

    title: str
    body: Node
    status: int = 0


@dataclass(frozen=True)
class Action:
    """What a form does."""

    work: Callable[[DeskForm], NumberedRecord | str | Element | FormInput | None]
    """Blocks, and may raise a refusal. Returns the record whose page says what was done, None for that of the form;
    or the English path to go on to, what the page shows once, or what was typed, where it shows that to be confirmed.
    """
    done: str = ""
    """Names the sentence of the page that says what was done (`DeskRequest.done`)."""
    _: KW_ONLY
    is_confirmed: bool = False
    """Whether its form has the box without which nothing is removed (`DeskRequest.removal`)."""
    role: Role | None = Role.PREPARE
    """None for the roles of the page."""
    has_file: bool = False
    has_text: bool = False
    """Whether its form takes a text as a file or typed."""
    pool: threads.Pool = threads.FORMS


@dataclass(frozen=True, kw_only=True)
class DeskPage:
    """A page below `DESK`."""

    path: str
    """English; ``{number}`` stands for the id of its record."""
    show: Callable[[DeskRequest], DeskView | list[Node] | None]
    """Blocks; returns what stands below the title that the menu has, or with another one. None for no such record."""
    roles: tuple[Role, ...] = (Role.PREPARE,)
    """Of which one is needed to see it."""
    follows: bool = False
    """Whether it is read again when lists change (`components/react/document_frame`)."""
    actions: Mapping[str, Action] = field(default_factory=dict)
    """By their paths below that of the page; empty for its own."""
    label: Callable[[Site], str] | None = None
    """Its name in the menu; without one the title of `about`."""
    about: str = ""
    """English path of the public page whose rows are entered here; a site without that has neither."""
    one: "DeskPage | None" = None
    """The page of one of its records, which the menu does not have."""
    field_of: Callable[[str], str] = lambda _code: ""
    """Names the field that a refusal is about, by its code; empty for the form as a whole.

    A refusal with a value ``field`` names it itself.
    """

    def routes(self, desk: Desk) -> list[Route]:
        """Return its routes, and enter it in the menu; a reader who opens the address of a form is led to the page."""
        if self.about and not content.read().has(self.about):
            return []
        if self.label or self.about:
            desk.entries.append(MenuEntry(self.path, self.title, self.roles))

        async def show(request: Request) -> Response:
            request.state.follows = self.follows
            await desk.entered(request, *self.roles)
            return await self._answer(desk, request, FormInput(typed=typed_in(request)))

        async def back(request: Request) -> Response:
            return see_other(request, self._path_of(request.path_params.get("number", 0)))

        # `web.paths` adds the slash to the overview, whose address is that of a page of the build.
        shown = route(self.path if self.path != DESK else f"{DESK}/", show)
        for path, action in self.actions.items():
            shown += route(f"{self.path}/{path}".rstrip("/"), self._posted(desk, action), ("POST",))
            shown += route(f"{self.path}/{path}", back) if path else []
        return [*shown, *self.one.routes(desk)] if self.one else shown

    def title(self, site: Site) -> str:
        return self.label(site) if self.label else site.page(self.about).title

    def _path_of(self, number: int) -> str:
        """Return the English path of a record, or of the list for 0."""
        return self.path.partition("/{")[0] + (f"/{number}" if number else "")

    def _posted(self, desk: Desk, action: Action) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                done = await self._done(desk, request, action)
            except Denied:
                raise
            except (InvalidForm, Refusal) as problem:
                return await self._refused(desk, request, problem)
            except SQLAlchemyError:
                _log.exception("desk_unavailable")
                return await self._refused(desk, request, Refusal("database_unavailable"))
            if isinstance(done, FormInput):
                return await self._answer(desk, request, done)
            return see_other(request, done) if isinstance(done, str) else await self._answer(desk, request, said=done)

        return answer

    async def _done(self, desk: Desk, request: Request, action: Action) -> str | Element | FormInput:
        roles, has = [action.role] if action.role else self.roles, {"has_file": action.has_file}
        fields, upload = await posted(desk, request, *roles, **has, has_text=action.has_text)
        facts, name = await _facts(desk, request), request.url.path.rpartition("/")[2]
        actor = desk.actor(request, facts["principal"])
        sent = DeskForm(**facts, actor=actor, name=name, fields=fields, upload=upload)
        if action.is_confirmed and not fields.get(CONFIRMED):
            raise Refusal("not_confirmed", field=CONFIRMED)
        done = await action.pool.run(action.work, sent)
        if done is None or isinstance(done, NumberedRecord):
            return f"{self._path_of(done.id if done else sent.number)}?done={action.done}"
        return done

    async def _refused(self, desk: Desk, request: Request, problem: InvalidForm | Refusal) -> Response:
        """Return the page with what was typed, and why nothing was done.

        Raises:
            Denied: the right has ended meanwhile.
        """
        typed, language = typed_in(request), site_of(request).language
        given = FormInput(form=request.url.path.rpartition("/")[2], typed=typed)
        if isinstance(problem, InvalidForm):
            given = replace(given, problems=FormOutcome(problems=problem.problems).sentences(language))
            return await self._answer(desk, request, given, INVALID)
        if problem.code in LOST:
            raise Denied(problem.code)
        sentence = refusal_sentence(problem.code, language, problem.values)
        name = str(problem.values.get("field", "")) or self.field_of(problem.code)
        given = replace(given, sentence=sentence, problems={name: sentence} if name else {})
        return await self._answer(desk, request, given, status_of(problem.code, OF_FORM))

    async def _answer(
        self, desk: Desk, request: Request, given: FormInput = NOTHING, status: int = 200, said: Node = None
    ) -> Response:
        asked = DeskRequest(**await _facts(desk, request), query=request.query_params, given=given, said=said)
        shown = await threads.READS.run(self._written, asked)
        if shown is None:
            raise HTTPException(404)
        return await desk.page(request, shown.title, shown.body, shown.status or status)

    def _written(self, asked: DeskRequest) -> DeskView | None:
        """Return the page with its HTML finished, and above it why a form was refused; blocks."""
        shown = self.show(asked)
        if shown is None:
            return None
        shown = shown if isinstance(shown, DeskView) else DeskView(self.title(asked.site), shown)
        body = h.fragment[shown.body].__html__()
        return shown._replace(body=[refusal(asked.given, body), body])


async def _facts(desk: Desk, request: Request) -> dict[str, Any]:
    return {
        "site": site_of(request),
        "archive": desk.archive(),
        "request": request,
        "principal": await desk.principal(request),
        "number": request.path_params.get("number", 0),
    }
