"""``/desk/people``: whoever administers lists people, invites them, gives roles, and switches them on and off."""

from collections.abc import Mapping
from dataclasses import replace

from htpy import Element

from starbond_site.content.addresses import PEOPLE
from starbond_site.documents.refusals import Refusal
from starbond_site.people import invitations, persons
from starbond_site.people.directory_html import ASKED, ROLE_FIELD, directory, done, new_link
from starbond_site.presentation.desk.parts import note
from starbond_site.presentation.forms import Given
from starbond_site.roles import Role
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

FIELDS = {"roles_missing": "roles", "roles_exclude": "roles", "name_similar": "name"}
"""The field of the form that invites that a refusal is about, by its code."""


def _show(asked: Asked) -> Shown:
    site, archive = asked.site, asked.archive
    people = persons.everyone(archive)
    said = [asked.said, done(site, asked.query.get("done", ""))]
    if archive.settings.two_person_release and any(len(entry.roles) > 1 for entry in people):
        said.append(note(site.errors.roles_exclude, "wrong"))
    own = asked.holder.person_id or 0
    return Shown(site.interface.access.title, [said, directory(site, people, own, _given(asked.given))])


def _given(given: Given) -> Given:
    """Return what was typed into the form that invites; of another form the sentence alone."""
    if given.typed.get("deed") != "invite":
        return Given(sentence=given.sentence)
    # A name that looks like another's is asked about once; a name that has to be corrected is not accepted anyway.
    asked = {ASKED: given.typed.get("name", "")} if "name" in given.problems else {}
    return replace(given, typed={**given.typed, **asked}, sentence="" if given.problems else given.sentence)


def _change(sent: Sent) -> str | Element:
    """Do what a form of the page asks for; the link for somebody is shown once."""
    archive, actor, fields, deed = sent.archive, sent.actor, sent.fields, sent.fields.get("deed", "")
    number, roles = sent.integer("number") or 0, [role for role in Role if fields.get(ROLE_FIELD.format(role=role))]
    if deed in ("invite", "recover"):
        if deed == "invite":
            name, email = fields.get("name", ""), fields.get("email", "")
            is_asked = bool(name) and fields.get(ASKED) == name
            person, token = persons.invite(archive, actor, name, email, roles, may_look_alike=is_asked)
        else:
            person, token = persons.recover(archive, actor, number)
        return new_link(sent.site, person.name, invitations.link(archive, token, sent.site.language))
    if deed == "roles":
        persons.change_roles(archive, actor, number, roles)
    elif deed == "disable":
        persons.disable(archive, actor, number)
    elif deed == "enable":
        persons.enable(archive, actor, number)
    elif deed == "end":
        persons.end_sessions(archive, actor, number)
    else:
        raise Refusal("malformed")
    return f"{PEOPLE}?done={deed}"


def _field_of(code: str, typed: Mapping[str, str]) -> str:
    return FIELDS.get(code, "") if typed.get("deed") == "invite" else ""


PAGE = Page(
    path=PEOPLE,
    label=lambda site: site.interface.access.title,
    show=_show,
    roles=(Role.ADMINISTER,),
    actions={"": Action(_change, Role.ADMINISTER)},
    field_of=_field_of,
)
