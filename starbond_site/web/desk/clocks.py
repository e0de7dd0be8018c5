"""``/desk/clocks``: starts disclosure clocks, records who was told when, and keeps both beside the document."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import partial

from htpy import Node
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, local_time, logs, threads
from starbond_site.content import Site
from starbond_site.content.languages import language_of_path
from starbond_site.documents import refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.clocks import deeds, reading, rules
from starbond_site.documents.clocks.rules import Clock, Part
from starbond_site.documents.refusals import Refusal
from starbond_site.presentation.desk import clock_page
from starbond_site.presentation.desk.clocks import PATH, list_page
from starbond_site.presentation.desk.parts import note
from starbond_site.presentation.forms import Given
from starbond_site.web.desk.frame import Desk, route, see_other
from starbond_site.web.desk.refusing import safely
from starbond_site.web.files import LARGEST, NUMBER

OWN = PATH + "/{number}"
"""Path of one clock."""
SAID = "said"
"""Of the query of a page after a deed: which one."""
REFUSED = 422
Fields = Mapping[str, str]
Deed = Callable[[Archive, int, Actor, Fields], str]
"""Does what a form asks for and returns what the page says then, without ``said_``."""
_log = logs.get_logger(__name__)


def routes(desk: Desk) -> list[Route]:
    """Return the routes."""

    async def show_list(request: Request) -> Response:
        visitor = await desk.entered(request)
        return visitor if isinstance(visitor, Response) else await _list(desk, request)

    async def show(request: Request) -> Response:
        visitor = await desk.entered(request)
        return visitor if isinstance(visitor, Response) else await _clock(desk, request, {}, None)

    async def start(request: Request) -> Response:
        return await _done(desk, request, _start, partial(_list, desk, request))

    def changing(deed: Deed) -> Callable[[Request], Awaitable[Response]]:
        async def change(request: Request) -> Response:
            return await _done(desk, request, deed, partial(_clock, desk, request))

        return change

    async def attach_named(request: Request) -> Response:
        return await _done(desk, request, _attach_named, partial(_list, desk, request))

    async def back(request: Request) -> Response:
        """Lead to the page of a form: its own address has nothing to show."""
        number = request.path_params.get("number")
        return see_other(request, f"{PATH}/{number}" if number else PATH)

    def safe(
        path: str, answer: Callable[[Request], Awaitable[Response]], methods: tuple[str, ...] = ("GET",)
    ) -> list[Route]:
        return route(path, safely(desk, answer), methods)

    return [
        *safe(PATH, show_list),
        *safe(f"{PATH}/start", start, ("POST",)),
        *safe(f"{PATH}/attach", attach_named, ("POST",)),
        *(one for name in ("start", "attach") for one in safe(f"{PATH}/{name}", back)),
        *safe(OWN, show),
        *(one for name, deed in _DEEDS.items() for one in safe(f"{OWN}/{name}", changing(deed), ("POST",))),
        *(one for name in _DEEDS for one in safe(f"{OWN}/{name}", back)),
    ]


async def _done(
    desk: Desk, request: Request, deed: Deed, again: Callable[[Fields, Refusal | None], Awaitable[Response]]
) -> Response:
    """Do what a form asks for, and lead on; where it is refused, show the form with what was typed."""
    posted = await desk.posted(request)
    if isinstance(posted, Response):
        return posted
    visitor, fields = posted
    number = _number(request.path_params.get("number", ""))
    try:
        where = await threads.FORMS.run(deed, desk.archive(), number, await desk.actor(visitor), fields)
    except Refusal as refusal:
        return await again(fields, refusal)
    except SQLAlchemyError:
        _log.exception("clock_not_written")
        return await again(fields, refusals.DatabaseUnavailable())
    return see_other(request, where)


async def _list(desk: Desk, request: Request, fields: Fields | None = None, refusal: Refusal | None = None) -> Response:
    site, archive = _site(request), desk.archive()
    newest, running = await threads.READS.run(lambda: (reading.newest(archive), reading.running(archive)))
    given = _given(site, fields or {}, refusal, "decided_at")
    document = _number(given.typed.get("document", "")) or None
    body = [note(given.sentence, "wrong"), list_page(site, newest, running, given, document)]
    return await desk.page(request, site.interface.clock.title, body, _status(refusal))


async def _clock(desk: Desk, request: Request, fields: Fields, refusal: Refusal | None) -> Response:
    site, archive, number = _site(request), desk.archive(), _number(request.path_params["number"])
    clock = await threads.READS.run(reading.read, archive, number)
    if clock is None:
        said = note(site.errors.clock_unknown, "wrong")
        return await desk.page(request, site.interface.clock.title, said, 404)
    documents = await threads.READS.run(reading.attachable, archive, clock)
    part = fields.get("part", "")
    given = _given(site, fields, refusal, f"{part}_at" if part else "decided_at")
    body = [note(given.sentence, "wrong"), _said(site, request), clock_page.body(site, clock, documents, given)]
    title = site.interface.clock.clock_title.format(label=clock.label)
    return await desk.page(request, title, body, _status(refusal))


def _start(archive: Archive, _number: int, actor: Actor, fields: Fields) -> str:
    """Start a clock, with the document from whose page the form was sent."""
    decided = _moment(fields, "decided_at")
    document = _number_of(fields, "document")
    clock = deeds.start(archive, actor, fields.get("duty", ""), fields.get("label", ""), decided, document)
    return _after(clock, "started")


def _tell(archive: Archive, number: int, actor: Actor, fields: Fields) -> str:
    part = Part.REGULATOR if fields.get("part") == Part.REGULATOR else Part.EXCHANGE
    if "take_back" in fields:
        return _after(deeds.tell(archive, number, actor, part, None), "told")
    clock = reading.read(archive, number)
    is_correction = clock is not None and clock.told_at(part) is not None
    at = _moment(fields, f"{part}_at", is_now_if_empty=not is_correction)
    return _after(deeds.tell(archive, number, actor, part, at), "told")


def _correct(archive: Archive, number: int, actor: Actor, fields: Fields) -> str:
    decided = _moment(fields, "decided_at", is_now_if_empty=False)
    return _after(deeds.correct(archive, number, actor, fields.get("label", ""), decided), "corrected")


def _attach(archive: Archive, number: int, actor: Actor, fields: Fields) -> str:
    """Attach the chosen document; none where the field is empty."""
    document = _number_of(fields, "document")
    return _after(deeds.attach(archive, number, actor, document), "attached" if document else "detached")


def _attach_named(archive: Archive, _number: int, actor: Actor, fields: Fields) -> str:
    """Attach the chosen clock to the document from whose page the form was sent."""
    document = _number_of(fields, "document")
    if document is None:
        raise refusals.ClockDocumentUnknown
    return _after(deeds.attach(archive, _number_of(fields, "clock") or 0, actor, document), "attached")


def _close(archive: Archive, number: int, actor: Actor, fields: Fields) -> str:
    return _after(deeds.close(archive, number, actor, fields.get("reason", "")), "closed")


def _reopen(archive: Archive, number: int, actor: Actor, _fields: Fields) -> str:
    return _after(deeds.reopen(archive, number, actor), "reopened")


_DEEDS: dict[str, Deed] = {
    "told": _tell,
    "correct": _correct,
    "attach": _attach,
    "close": _close,
    "reopen": _reopen,
}
_FIELDS = {
    "clock_label_missing": "label",
    "clock_label_too_long": "label",
    "clock_running": "label",
    "clock_after_told": "decided_at",
    "clock_reason_missing": "reason",
    "reason_too_long": "reason",
}
"""The field that a refusal is about, by its code."""
_OF_TIME = ("clock_time_invalid", "clock_in_future", "clock_before_decision")


def _given(site: Site, typed: Fields, refusal: Refusal | None, time: str) -> Given:
    """Return what was typed, and what a refusal says: above the page, or beside a field.

    Args:
        site: words.
        typed: by field.
        refusal: None where nothing was refused.
        time: name of the field of the moment that was sent.
    """
    if refusal is None:
        return Given(typed=typed)
    code = "not_stored" if isinstance(refusal, refusals.DatabaseUnavailable) else refusal.code
    said = site.errors.say(code, **refusal.values)
    name = time if refusal.code in _OF_TIME else _FIELDS.get(refusal.code)
    return Given(typed=typed, problems={name: said}) if name else Given(typed=typed, sentence=said)


def _status(refusal: Refusal | None) -> int:
    return {None: 200, "database_unavailable": 503, "clock_unknown": 404}.get(refusal and refusal.code, REFUSED)


def _said(site: Site, request: Request) -> Node:
    """Return what was done, as the address says."""
    words = site.interface.clock
    sentences = {
        "started": words.said_started,
        "told": words.said_told,
        "corrected": words.said_corrected,
        "attached": words.said_attached,
        "detached": words.said_detached,
        "closed": words.said_closed,
        "reopened": words.said_reopened,
    }
    return note(sentences.get(request.query_params.get(SAID, ""), ""), "done")


def _after(clock: Clock, said: str) -> str:
    return f"{PATH}/{clock.id}?{SAID}={said}"


def _moment(fields: Fields, name: str, *, is_now_if_empty: bool = True) -> datetime:
    """Return a typed moment, or the present one where nothing was typed.

    Raises:
        refusals.ClockTimeInvalid: it is none.

    """
    text = fields.get(name, "").strip()
    if not text and is_now_if_empty:
        return local_time.now().replace(microsecond=0)
    if moment := rules.read_moment(text):
        return moment
    raise refusals.ClockTimeInvalid


def _number_of(fields: Fields, name: str) -> int | None:
    """Return an id that a form names; None where the field is empty, 0 for what is no id."""
    return _number(fields[name]) if fields.get(name) else None


def _number(text: str) -> int:
    return int(text) if NUMBER.fullmatch(text) and int(text) <= LARGEST else 0


def _site(request: Request) -> Site:
    return content.read(language_of_path(request.url.path))
