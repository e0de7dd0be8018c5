"""``/desk/people``: whoever administers lists people, invites them, gives roles, and switches them on and off."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import PEOPLE
from starbond_site.content.sentences import filled
from starbond_site.documents.refusals import Refusal
from starbond_site.features.people import invitations, persons
from starbond_site.features.people.account_pages import operation_form, role_names
from starbond_site.features.people.persons import ListedPerson
from starbond_site.presentation.desk.desk_html import moment, note, section, table
from starbond_site.presentation.form_fields import Field, FormInput, form
from starbond_site.shared.roles import Role
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest

ROLE_FIELD = "role-{role}"
"""Name of the box of a role."""
ASKED = "asked"
"""Name of the field with the name of a person that looks like another's, once that was said."""


def _show(asked: DeskRequest) -> list[Node]:
    site, words, people = asked.site, asked.site.interface.access, persons.everyone(asked.archive)
    exclude = asked.archive.settings.two_person_release and any(len(entry.person.role_set) > 1 for entry in people)
    heads = (words.person, words.roles, words.state, words.actions)
    rows = [_row(site, entry, is_own=entry.person.id == asked.principal.person_id) for entry in people]
    return [
        asked.said,
        asked.done(words.done),
        exclude and note(site.errors.roles_exclude, "wrong"),
        h.p[words.lead],
        table(words.title, heads, rows),
        section(words.invite, "invite", _invite(site, _given(asked.given))),
    ]


def _given(given: FormInput) -> FormInput:
    """Return the fields of the form that invites; of another form the sentence alone."""
    if given.typed.get("operation") != "invite":
        return FormInput(sentence=given.sentence)
    # A name that looks like another's is asked about once; a name that has to be corrected is not accepted anyway.
    asked = {ASKED: given.typed.get("name", "")} if "name" in given.problems else {}
    return replace(given, typed={**given.typed, **asked}, sentence="" if given.problems else given.sentence)


def _change(sent: DeskForm) -> str | Element:
    """Do what a form of the page asks for; the link for somebody is shown once."""
    archive, actor, fields, operation = sent.archive, sent.actor, sent.fields, sent.fields.get("operation", "")
    number, roles = sent.integer("number") or 0, [role for role in Role if fields.get(ROLE_FIELD.format(role=role))]
    if operation in ("invite", "recover"):
        if operation == "invite":
            name, email = fields.get("name", ""), fields.get("email", "")
            is_asked = bool(name) and fields.get(ASKED) == name
            person, token = persons.invite(archive, actor, name, email, roles, may_look_alike=is_asked)
        else:
            person, token = persons.recover(archive, actor, number)
        return _new_link(sent.site, person.name, invitations.link(archive, token, sent.site.language))
    if operation == "roles":
        persons.change_roles(archive, actor, number, roles)
    elif change := {"disable": persons.disable, "enable": persons.enable, "end": persons.end_sessions}.get(operation):
        change(archive, actor, number)
    else:
        raise Refusal("malformed")
    return f"{PEOPLE}?done={operation}"


def _new_link(site: Site, name: str, link: str) -> Element:
    words = site.interface.access
    return section(
        words.link_heading.format(name=name),
        "new-link",
        h.p[words.link_note.format(name=name)],
        h.label(".field__label", for_="link")[words.link],
        h.input(".input", id="link", readonly=True, value=link),
    )


def _row(site: Site, entry: ListedPerson, *, is_own: bool) -> tuple[Node, ...]:
    words = site.interface.access
    labels = {role: role_names(site, [role]) for role in Role}
    roles = _boxes(labels, [ROLE_FIELD.format(role=role) for role in entry.person.role_set])
    actions = [("enable", words.enable, "", words.enable)]
    if not entry.person.disabled_at:
        actions = [("end", words.end_sessions, words.end_note, words.end_sessions)] if entry.sessions else []
        if not is_own:
            actions += [
                ("recover", words.recover, words.recover_note, words.recover_button),
                ("disable", words.disable, words.disable_note, words.disable),
            ]
    return (
        [entry.person.name, h.br, h.small[entry.person.email]],
        _form(site, entry, "roles", words.save_roles, roles),
        _state(site, entry),
        [_explained(site, entry, *action) for action in actions],
    )


def _state(site: Site, entry: ListedPerson) -> Node:
    words = site.interface.access
    if entry.person.disabled_at:
        return words.state_off
    if not entry.has_account:
        return _passkeys(site, entry)
    with_passkeys = entry.passkeys or entry.invited_until
    return [_passkeys(site, entry), h.br, words.state_company] if with_passkeys else words.state_company


def _passkeys(site: Site, entry: ListedPerson) -> Node:
    words = site.interface.access
    if entry.invited_until:
        return filled(words.state_invited, moment=moment(site, entry.invited_until))
    if not entry.passkeys:
        return words.state_expired
    number = site.digits(entry.passkeys)
    said = words.state_one if entry.passkeys == 1 else words.state_several.format(number=number)
    if not (entry.enrolled_by and entry.person.enrolled_at):
        return said
    added = {"name": entry.enrolled_by, "moment": moment(site, entry.person.enrolled_at)}
    return [said, h.br, h.small[filled(words.state_added, **added)]]


def _explained(site: Site, entry: ListedPerson, action: str, summary: str, explanation: str, button: str) -> Element:
    """Return the effect of an action, and its button, which is not pressed by mistake."""
    label = site.interface.access.of.format(action=summary, name=entry.person.name)
    own = _form(site, entry, action, button)
    return h.details[h.summary(aria_label=label)[summary], h.p[explanation], own] if explanation else own


def _form(site: Site, entry: ListedPerson, action: str, button: str, fields: Node = None) -> Element:
    label = site.interface.access.of.format(action=button, name=entry.person.name)
    return operation_form(PEOPLE, site, action, entry.person.id, button, label, fields)


def _invite(site: Site, given: FormInput) -> Element:
    words = site.interface.access
    ticked = given.typed or (ROLE_FIELD.format(role=Role.PREPARE),)
    labels = {role: getattr(words, role) for role in Role}
    inside = [
        Field(name="name", label=words.name, is_required=True).written(given),
        Field(name="email", label=words.email, kind="email", is_required=True).written(given),
        h.fieldset[h.legend[words.roles], note(given.problems.get("roles", ""), "wrong"), _boxes(labels, ticked)],
    ]
    send = h.button(".button.button--primary", name="operation", value="invite")[words.invite_button]
    asked = {ASKED: given.typed[ASKED]} if ASKED in given.typed else {}
    return form(site.address(PEOPLE), inside, send, hidden=asked, aria_label=words.invite)


def _boxes(labels: Mapping[Role, str], ticked: Collection[str]) -> Node:
    boxes = {ROLE_FIELD.format(role=role): label for role, label in labels.items()}
    return [
        h.label(".desk__tick")[h.input(type="checkbox", name=name, checked=name in ticked), h.span[label]]
        for name, label in boxes.items()
    ]


PAGE = DeskPage(
    path=PEOPLE,
    label=lambda site: site.interface.access.title,
    show=_show,
    roles=(Role.ADMINISTER,),
    actions={"": Action(_change, role=Role.ADMINISTER)},
)
