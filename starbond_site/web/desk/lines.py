"""``POST /desk/lines/NODE`` sets or clears a line above the header; its forms stand on the overview."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import local_time, threads
from starbond_site.categories import NodeName
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import PREFIXED, language_of_path
from starbond_site.documents import nodes, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.nodes import Headline
from starbond_site.presentation.desk.lines import INPUT_MOMENT, SEEN
from starbond_site.presentation.forms import Given
from starbond_site.web.desk import overview
from starbond_site.web.desk.frame import Desk, route, see_other
from starbond_site.web.desk.refusing import sentence_of, status_of

PATH = DESK + "/lines/{name}"


def routes(desk: Desk) -> list[Route]:
    """Return the routes."""

    async def posted(request: Request) -> Response:
        given = await desk.posted(request)
        if isinstance(given, Response):
            return given
        visitor, fields = given
        name = request.path_params["name"]
        if name not in [node.value for node in NodeName]:
            raise HTTPException(404)
        node, actor = NodeName(name), await desk.actor(visitor)
        typed = {key.removeprefix(f"{name}-"): value for key, value in fields.items()}
        try:
            done = await threads.FORMS.run(_changed, desk.archive(), node, typed, actor)
        except (refusals.Refusal, SQLAlchemyError) as problem:
            sentence = sentence_of(problem, language_of_path(request.url.path))
            given = Given(form=name, sentence=sentence, typed=fields)
            return await overview.answer(desk, request, visitor, given, status_of(problem))
        return see_other(request, f"{DESK}?line={done}#lines")

    async def back(request: Request) -> Response:
        """Lead to the overview: the address of a form has nothing to show."""
        return see_other(request, DESK)

    return [*route(PATH, posted, ("POST",)), *route(PATH, back)]


def _changed(archive: Archive, name: NodeName, typed: Mapping[str, str], actor: Actor) -> str:
    """Set or clear a line, and return which was done; blocks."""
    given = typed.get(SEEN, "")
    seen = int(given) if given.isdecimal() and len(given) < 19 else None
    if typed.get("clear"):
        nodes.put(archive, name, None, actor, seen=seen)
        return "cleared"
    translations = {language: typed.get(f"text-{language}", "") for language in PREFIXED}
    line = Headline(typed.get("text", ""), typed.get("url", ""), translations)
    nodes.put_line(archive, name, line, actor, ends_at=_end(typed.get("end", "").strip()), seen=seen)
    return "set"


def _end(given: str) -> datetime | None:
    """Return the moment that was typed, in the company's time; None for none."""
    if not given:
        return None
    try:
        return local_time.moment_of(datetime.strptime(given[:16], INPUT_MOMENT))  # noqa: DTZ007  of the company's clocks
    except ValueError:
        raise refusals.EndInvalid from None
