"""``/desk/people``: whoever administers lists people, invites them, gives roles, and switches them on and off."""

from collections.abc import Mapping
from dataclasses import dataclass

from htpy import Element, Node
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from starbond_site import content, threads
from starbond_site.content.languages import language_of_path
from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.refusals import Refusal
from starbond_site.forms import InvalidForm, Outcome
from starbond_site.people import Role, invitations, persons
from starbond_site.presentation.desk.parts import note
from starbond_site.presentation.forms import NOTHING, Given
from starbond_site.presentation.people.account import PEOPLE
from starbond_site.presentation.people.directory import ASKED, ROLE_FIELD, directory, done, new_link
from starbond_site.web.desk.frame import route, see_other
from starbond_site.web.people.shared import BODY_BYTES, PeoplePages
from starbond_site.web.rights import Decision

LINKS = ("invite", "recover")
"""Deeds whose link the answer shows, once."""


@dataclass(frozen=True)
class Shown:
    """What stands above the list, and in the form that invites."""

    said: Node = None
    given: Given = NOTHING


def routes(pages: PeoplePages) -> list[Route]:
    """Return the routes."""
    desk = pages.desk

    async def show(request: Request) -> Response:
        visitor = await desk.entered(request, Role.ADMINISTER)
        if isinstance(visitor, Response):
            return visitor
        site = content.read(language_of_path(request.url.path))
        return await _page(pages, request, Shown(done(site, request.query_params.get("done", ""))))

    async def change(request: Request) -> Response:
        posted = await desk.posted(request, Role.ADMINISTER, most_bytes=BODY_BYTES)
        if isinstance(posted, Response):
            return posted
        visitor, fields = posted
        language, deed = language_of_path(request.url.path), fields.get("deed", "")
        actor = await desk.actor(visitor)
        try:
            if deed in LINKS:
                said = await threads.FORMS.run(_link, desk.archive(), actor, fields, language)
                return await _page(pages, request, Shown(said))
            await threads.FORMS.run(_change, desk.archive(), actor, fields)
        except InvalidForm as invalid:
            sentences = Outcome(problems=invalid.problems).sentences(language)
            return await _page(pages, request, Shown(given=Given(typed=fields, problems=sentences)))
        except Refusal as refusal:
            if refusal.code in ("sign_in_missing", "role_missing"):
                # Another administrator was faster.
                return await desk.refused(request, Decision(refusal.code))
            return await _page(pages, request, _refused(refusal, fields, language))
        return see_other(request, f"{PEOPLE}?done={deed}")

    return [*route(PEOPLE, pages.available(show)), *route(PEOPLE, pages.available(change), ("POST",))]


def _link(archive: Archive, actor: Actor, fields: Mapping[str, str], language: Language) -> Element:
    """Invite or recover somebody, and return the note with their link; blocks.

    Raises:
        InvalidForm: name or address have to be corrected.
        Refusal: nobody was invited.

    """
    if fields["deed"] == "invite":
        name, email = fields.get("name", ""), fields.get("email", "")
        is_asked = bool(name) and fields.get(ASKED) == name
        person, token = persons.invite(archive, actor, name, email, _roles(fields), may_look_alike=is_asked)
    else:
        person, token = persons.recover(archive, actor, _number(fields))
    return new_link(content.read(language), person.name, invitations.link(archive, token, language))


def _change(archive: Archive, actor: Actor, fields: Mapping[str, str]) -> None:
    """Do what a form of the list asks for; blocks.

    Raises:
        Refusal: nothing was changed.

    """
    deed = fields.get("deed", "")
    if deed == "roles":
        persons.change_roles(archive, actor, _number(fields), _roles(fields))
    elif deed == "disable":
        persons.disable(archive, actor, _number(fields))
    elif deed == "enable":
        persons.enable(archive, actor, _number(fields))
    elif deed == "end":
        persons.end_sessions(archive, actor, _number(fields))
    else:
        raise Refusal("malformed")


def _refused(refusal: Refusal, fields: Mapping[str, str], language: Language) -> Shown:
    """Return why nothing was changed, with what was typed into the form that invites."""
    sentence = refusal_sentence(refusal.code, language, refusal.values)
    typed = fields if fields.get("deed") == "invite" else {}
    if typed and refusal.code in ("roles_missing", "roles_exclude"):
        return Shown(given=Given(typed=typed, problems={"roles": sentence}))
    if refusal.code == "name_similar":
        return Shown(given=Given(typed={**typed, ASKED: typed.get("name", "")}, problems={"name": sentence}))
    return Shown(given=Given(typed=typed, sentence=sentence))


def _roles(fields: Mapping[str, str]) -> list[Role]:
    return [role for role in Role if fields.get(ROLE_FIELD.format(role=role))]


def _number(fields: Mapping[str, str]) -> int:
    given = fields.get("number", "")
    return int(given) if given.isdecimal() and len(given) < 10 else 0


async def _page(pages: PeoplePages, request: Request, shown: Shown) -> Response:
    site, desk = content.read(language_of_path(request.url.path)), pages.desk
    people = await threads.READS.run(persons.everyone, desk.archive())
    own = (await desk.holder(desk.visitor(request))).person_id or 0
    said = shown.said
    if desk.archive().settings.two_person_release and any(len(entry.roles) > 1 for entry in people):
        said = [said, note(site.errors.roles_exclude, "wrong")]
    body = [said, directory(site, people, own, shown.given)]
    status = 200 if shown.given is NOTHING else 422
    return await desk.page(request, site.interface.access.title, body, status)
