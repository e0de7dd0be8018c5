"""The page of the administrator: who may use the desk, with the forms that change it."""

from collections.abc import Collection, Mapping, Sequence
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits
from starbond_site.people import Role
from starbond_site.people.persons import Entry
from starbond_site.presentation.desk.parts import Field, field, moment, note, section, table
from starbond_site.presentation.people.account import PEOPLE, role_names

ROLE_FIELD = "role-{role}"
"""Name of the box of a role."""


def directory(
    site: Site,
    people: Sequence[Entry],
    own: int,
    said: str = "",
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
) -> str:
    """Return the page.

    Args:
        site: words.
        people: everyone.
        own: id of the administrator, who is not offered to lock themselves out.
        said: HTML above it: what was done, or why not.
        typed: fields of the form that invites, where it has to be corrected.
        problems: sentences by field.
    """
    words = site.interface.access
    heads = (words.person, words.roles, words.state, words.actions)
    rows = [_row(site, entry, is_own=entry.id == own) for entry in people]
    return f"{said}<p>{escape(words.lead)}</p>{table(words.title, heads, rows)}" + section(
        words.invite, _invite(site, typed or {}, problems or {}), "invite"
    )


def done(site: Site, deed: str) -> str:
    """Return the note that says what was done; nothing for any other text, since addresses are untrusted."""
    words = site.interface.access
    sentences = {
        "roles": words.done_roles,
        "disable": words.done_disable,
        "enable": words.done_enable,
        "end": words.done_end,
    }
    return note(sentences[deed], "done") if deed in sentences else ""


def new_link(site: Site, name: str, link: str) -> str:
    """Return the note with a link that is shown once."""
    words = site.interface.access
    control = (
        f'<label class="field__label" for="link">{escape(words.link)}</label>'
        f'<input class="input" id="link" readonly value="{escape(link)}">'
    )
    explained = f"<p>{escape(words.link_note.format(name=name))}</p>"
    return section(words.link_heading.format(name=name), explained + control, "new-link")


def _row(site: Site, entry: Entry, *, is_own: bool) -> tuple[str, ...]:
    words = site.interface.access
    person = f"{escape(entry.name)}<br><small>{escape(entry.email)}</small>"
    labels = {role: role_names(site, [role]) for role in Role}
    roles = _boxes(labels, [ROLE_FIELD.format(role=role) for role in entry.roles])
    change = _form(site, entry, "roles", words.save_roles, roles)
    deeds = [("enable", words.enable, "", words.enable)]
    if not entry.is_disabled:
        deeds = [("end", words.end_sessions, words.end_note, words.end_sessions)] if entry.sessions else []
        if not is_own:
            deeds += [
                ("recover", words.recover, words.recover_note, words.recover_button),
                ("disable", words.disable, words.disable_note, words.disable),
            ]
    actions = "".join(_explained(site, entry, *deed) for deed in deeds)
    return person, change, _state(site, entry), actions


def _state(site: Site, entry: Entry) -> str:
    words = site.interface.access
    if entry.is_disabled:
        return escape(words.state_off)
    if entry.has_account:
        company = escape(words.state_company)
        return f"{_passkeys(site, entry)}<br>{company}" if entry.passkeys or entry.invited_until else company
    return _passkeys(site, entry)


def _passkeys(site: Site, entry: Entry) -> str:
    words = site.interface.access
    if entry.invited_until:
        return escape(words.state_invited).replace("{moment}", moment(site, entry.invited_until))
    if not entry.passkeys:
        return escape(words.state_expired)
    number = digits(entry.passkeys, site.interface.dates)
    return escape(words.state_one if entry.passkeys == 1 else words.state_several.format(number=number))


def _explained(site: Site, entry: Entry, deed: str, summary: str, explanation: str, button: str) -> str:
    """Return what a deed does, and its button, which is not pressed by mistake."""
    label = site.interface.access.of.format(action=summary, name=entry.name)
    form = _form(site, entry, deed, button)
    if not explanation:
        return form
    return (
        f'<details><summary aria-label="{escape(label)}">{escape(summary)}</summary>'
        f"<p>{escape(explanation)}</p>{form}</details>"
    )


def _form(site: Site, entry: Entry, deed: str, button: str, fields: str = "") -> str:
    label = site.interface.access.of.format(action=button, name=entry.name)
    return (
        f'<form class="desk__inline" method="post" action="{localized(PEOPLE, site.language)}">{fields}'
        f'<input type="hidden" name="number" value="{entry.id}"><button class="button" name="deed" value="{deed}"'
        f' aria-label="{escape(label)}">{escape(button)}</button></form>'
    )


def _invite(site: Site, typed: Mapping[str, str], problems: Mapping[str, str]) -> str:
    words = site.interface.access
    ticked = typed or (ROLE_FIELD.format(role=Role.PREPARE),)
    labels = {role: getattr(words, role) for role in Role}
    missing = note(problems["roles"], "wrong") if "roles" in problems else ""
    return (
        f'<form class="desk__form" method="post" action="{localized(PEOPLE, site.language)}"'
        f' aria-label="{escape(words.invite)}">'
        + field(Field(name="name", label=words.name, is_required=True), typed, problems)
        + field(Field(name="email", label=words.email, kind="email", is_required=True), typed, problems)
        + f"<fieldset><legend>{escape(words.roles)}</legend>{missing}{_boxes(labels, ticked)}</fieldset>"
        + f'<button class="button button--primary" name="deed" value="invite">{escape(words.invite_button)}</button>'
        + "</form>"
    )


def _boxes(labels: Mapping[Role, str], ticked: Collection[str]) -> str:
    """Return a box for every role.

    Args:
        labels: plain words by role.
        ticked: names of the fields that are.
    """
    boxes = []
    for role, label in labels.items():
        name = ROLE_FIELD.format(role=role)
        tick = f'<input type="checkbox" name="{name}"{" checked" if name in ticked else ""}>'
        boxes.append(f'<label class="desk__tick">{tick}<span>{escape(label)}</span></label>')
    return "".join(boxes)
