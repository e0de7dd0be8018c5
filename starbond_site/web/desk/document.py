"""``/desk/documents/ID``: one document, and the forms that put it right; each is posted to an address below it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, threads
from starbond_site.content.addresses import DESK
from starbond_site.content.languages import language_of_path
from starbond_site.documents import changes, corrections, database, details, reading, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.details import Neighbour
from starbond_site.documents.records import Document
from starbond_site.presentation.desk.document import SEEN, View, document_page
from starbond_site.presentation.forms import NOTHING, Given
from starbond_site.web import document_page as _document_page  # noqa: F401  registers numbers in paths
from starbond_site.web.desk.frame import Desk, route, see_other
from starbond_site.web.desk.refusing import sentence_of, status_of, unavailable
from starbond_site.web.files import LARGEST

PATH = DESK + "/documents/{number:document}"
OTHERS = 50
"""Documents of the same list that are offered to replace another one."""
Fields = Mapping[str, str]


@dataclass(frozen=True)
class Correction:
    """What a form does."""

    work: Callable[[Archive, int, Actor, Fields], object]
    """Blocks; may raise a refusal."""
    done: str
    """What the page says afterwards."""


def _withdraw(archive: Archive, number: int, actor: Actor, fields: Fields) -> None:
    if not fields.get("confirmed"):
        raise refusals.NotConfirmed
    corrections.withdraw(archive, number, actor, fields.get("reason", ""), _seen(fields))


def _restore(archive: Archive, number: int, actor: Actor, fields: Fields) -> None:
    corrections.restore(archive, number, actor, _seen(fields))


def _rename(archive: Archive, number: int, actor: Actor, fields: Fields) -> None:
    corrections.rename(archive, number, fields.get("name", ""), actor, _seen(fields))


def _title(archive: Archive, number: int, actor: Actor, fields: Fields) -> None:
    corrections.retitle(archive, number, fields.get("title", ""), actor, _seen(fields))


def _move(archive: Archive, number: int, actor: Actor, fields: Fields) -> None:
    corrections.move(archive, number, fields.get("category", ""), actor, _seen(fields))


def _replace(archive: Archive, number: int, actor: Actor, fields: Fields) -> None:
    given = fields.get("by", "")
    by = int(given) if given.isdecimal() and len(given) < 11 else 0
    corrections.replace(archive, number, by if by <= LARGEST else 0, actor, _seen(fields))


def _seen(fields: Fields) -> int | None:
    """Return the newest change that the page of a form knew."""
    given = fields.get(SEEN, "")
    return int(given) if given.isdecimal() and len(given) < 19 else None


CORRECTIONS = {
    "withdraw": Correction(_withdraw, "withdrawn"),
    "restore": Correction(_restore, "restored"),
    "rename": Correction(_rename, "renamed"),
    "title": Correction(_title, "titled"),
    "move": Correction(_move, "moved"),
    "replace": Correction(_replace, "replaced"),
}


def routes(desk: Desk) -> list[Route]:
    """Return the routes."""

    async def show(request: Request) -> Response:
        visitor = await desk.entered(request)
        if isinstance(visitor, Response):
            return visitor
        return await answer(desk, request)

    def correct(name: str) -> Callable[[Request], object]:
        async def posted(request: Request) -> Response:
            return await _corrected(desk, request, name)

        return posted

    async def back(request: Request) -> Response:
        """Lead to the page of the document: the address of a form has nothing to show."""
        return see_other(request, f"{DESK}/documents/{request.path_params['number']}")

    addresses = [*CORRECTIONS, "file"]
    return [
        *route(PATH, show),
        *(made for name in CORRECTIONS for made in route(f"{PATH}/{name}", correct(name), ("POST",))),
        *(made for name in addresses for made in route(f"{PATH}/{name}", back)),
    ]


async def answer(desk: Desk, request: Request, given: Given = NOTHING, status: int = 200) -> Response:
    """Return the page of the document that a request names."""
    site = content.read(language_of_path(request.url.path))
    try:
        view = await threads.READS.run(view_of, desk.archive(), request.path_params["number"])
        if view is None:
            raise HTTPException(404)
        body = await threads.READS.run(document_page, site, desk.archive(), view, given, request.query_params)
    except SQLAlchemyError:
        return await unavailable(desk, request, given)
    return await desk.page(request, view.details.document.shown_name, body, status)


def view_of(archive: Archive, number: int) -> View | None:
    """Return a document as the desk sees it; None for an unknown number; blocks."""
    found = details.read(archive, number) if number <= LARGEST else None
    if found is None:
        return None
    category = found.document.category
    with database.reading(archive.engine) as session:
        newest = (
            select(Document)
            .where(*reading.current(category), col(Document.id) != number)
            .order_by(col(Document.id).desc())
            .limit(OTHERS)
        )
        others = [Neighbour(other.id or 0, other.shown_name) for other in session.exec(newest)]
        seen = changes.last_of(session, number)
        return View(found, seen, others, archive.settings.max_upload_mb)


async def _corrected(desk: Desk, request: Request, name: str) -> Response:
    """Do what a form asks for, and lead to the page that says so; or show the form again with the reason."""
    posted = await desk.posted(request)
    if isinstance(posted, Response):
        return posted
    visitor, fields = posted
    number, correction = request.path_params["number"], CORRECTIONS[name]
    if number > LARGEST:
        raise HTTPException(404)
    actor = await desk.actor(visitor)
    try:
        await threads.FORMS.run(correction.work, desk.archive(), number, actor, fields)
    except (refusals.Refusal, SQLAlchemyError) as problem:
        language = language_of_path(request.url.path)
        given = Given(form=name, sentence=sentence_of(problem, language), typed=fields)
        return await answer(desk, request, given, status_of(problem))
    shown = fields["by"] if name == "replace" else number
    return see_other(request, f"{DESK}/documents/{shown}?done={correction.done}")
