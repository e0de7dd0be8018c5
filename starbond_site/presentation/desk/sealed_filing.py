"""The page of one sealed filing: its facts, and what the person who looks may do with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits, file_size
from starbond_site.documents.sealed import moments
from starbond_site.documents.sealed.records import CANCELLED, RELEASED, SEALED, Sealed
from starbond_site.people import Holder, Role
from starbond_site.presentation.desk.parts import Field, field, moment, note, section
from starbond_site.presentation.desk.sealed import (
    CLOCK,
    NOTHING,
    Given,
    address,
    moment_field,
    state,
    state_of,
    time_left,
)
from starbond_site.presentation.document_page import list_of


@dataclass(frozen=True, kw_only=True)
class Looked:
    """Who looks at a filing, and after what."""

    holder: Holder
    done: str = ""
    """What a press has just done: a name in `SealedWords.done`."""
    preview: str = ""
    """A secret address that was just made."""
    given: Given = NOTHING
    refused: str = ""
    """A sentence."""


def filing_page(site: Site, filing: Sealed, looked: Looked, document_name: str = "") -> tuple[str, str]:
    """Return title and HTML of the page.

    Args:
        site: words.
        filing: in any state.
        looked: who looks, and after what.
        document_name: of the document that it became.
    """
    words = site.interface.sealed
    title = words.heading.format(number=digits(filing.id, site.interface.dates))
    said = note(words.done[looked.done], "done") if looked.done in words.done else ""
    said += note(looked.refused, "wrong") if looked.refused else ""
    body = said + _preview_made(site, looked) + _facts(site, filing, document_name)
    if filing.state == SEALED:
        body += _actions(site, filing, looked) + f'<script src="{CLOCK}" defer></script>'
    return title, body


def _facts(site: Site, filing: Sealed, document_name: str) -> str:
    words, dates = site.interface.sealed, site.interface.dates
    until = moment(site, filing.release_at, with_seconds=True)
    if state_of(filing) in ("sealed", "approval"):
        until += f"<br>{time_left(site, filing.release_at)}"
    name = f"<strong>{escape(filing.title)}</strong><br>" if filing.title else ""
    name += escape(filing.name)
    if filing.state == SEALED:
        name += f'<br><a href="{address(site, filing.id or 0, "/file")}">{escape(words.file_link)}</a>'
    page = localized(f"/documents/{filing.document_id}", site.language)
    facts = [
        (words.document, name),
        (words.list, escape(list_of(site, filing.category)[0])),
        (words.moment, until),
        (words.state, state(site, filing)),
        (words.published_as, f'<a href="{page}">{escape(document_name)}</a>' if filing.state == RELEASED else ""),
        (words.reason, escape(filing.cancel_reason)),
        (words.author, f"{escape(filing.author or words.nobody)}, {moment(site, filing.sealed_at, with_seconds=True)}"),
        (words.editor, escape(filing.editor or words.nobody) if filing.version > 1 else ""),
        (words.approval, _approval(site, filing)),
        (words.size, escape(file_size(filing.size, dates))),
        ("SHA-256", f"<code>{filing.sha256}</code>"),
        (words.commitment, _commitment(site, filing) if filing.state != CANCELLED else ""),
    ]
    rows = "".join(f"<div><dt>{escape(label)}</dt><dd>{value}</dd></div>" for label, value in facts if value)
    return section(words.facts, f'<dl class="desk__facts">{rows}</dl>', "facts")


def _approval(site: Site, filing: Sealed) -> str:
    words = site.interface.sealed
    if filing.approved_at:
        shown = moment(site, filing.approved_at, with_seconds=True)
        return words.approved.format(name=escape(filing.approver), moment=shown)
    return escape(words.approval_missing) if filing.needs_approval and filing.state == SEALED else ""


def _commitment(site: Site, filing: Sealed) -> str:
    words = site.interface.sealed
    button = _copy(site, filing.commitment, words.copy_commitment)
    hint = f'<small class="desk__hint">{escape(words.commitment_note)}</small>' if filing.state == SEALED else ""
    return f"<code>{filing.commitment}</code> {button}{hint}"


def _preview_made(site: Site, looked: Looked) -> str:
    words = site.interface.sealed
    if not looked.preview:
        return ""
    shown = f'<a href="{escape(looked.preview)}" rel="noreferrer">{escape(looked.preview)}</a>'
    copy = _copy(site, looked.preview, words.copy_address)
    said = f"<p>{escape(words.preview_made)}</p>{shown} {copy}"
    return f'<div class="desk__note desk__note--done" role="status">{said}</div>'


def _copy(site: Site, text: str, label: str) -> str:
    """Return a button that copies a text, hidden until scripts run; its result is announced beside it."""
    said = escape(site.interface.document_page.copied)
    button = f'<button type="button" class="button" data-copy="{escape(text)}" hidden>{escape(label)}</button>'
    return f'<span>{button}<span role="status" data-said="{said}"></span></span>'


def _actions(site: Site, filing: Sealed, looked: Looked) -> str:
    words, roles = site.interface.sealed, looked.holder.roles
    shown = ""
    is_own = looked.holder.person_id in (filing.author_id, filing.editor_id)
    if filing.waits_for_approval and Role.APPROVE in roles and not is_own:
        text = f"<p>{escape(words.approve_note)}</p>"
        shown += _form(site, filing, "approve", words.approve_heading, text, words.approve_button, is_first=True)
    if Role.PREPARE not in roles:
        return shown
    note_of = f"<p>{escape(words.reschedule_note)}</p>" if filing.needs_approval else ""
    given = (
        looked.given if "moment" in looked.given.typed else Given({"moment": moments.written(filing.release_at)}, {})
    )
    text = note_of + moment_field(site, given)
    shown += _form(site, filing, "reschedule", words.reschedule_heading, text, words.reschedule_button)
    tick = f'<input type="checkbox" id="tick" name="tick" value="yes" required>{escape(words.release_tick)}'
    text = f'<label class="desk__tick" for="tick">{tick}</label>'
    shown += _form(site, filing, "release", words.release_heading, text, words.release_button)
    text = f"<p>{escape(words.preview_note)}</p>"
    shown += _form(site, filing, "preview", words.preview_heading, text, words.preview_button)
    return shown + _form(site, filing, "cancel", words.cancel_heading, _reason(site, looked.given), words.cancel_button)


def _reason(site: Site, given: Given) -> str:
    words = site.interface.sealed
    item = Field(name="reason", label=words.reason, kind="textarea", is_required=True, attributes=' maxlength="500"')
    return f"<p>{escape(words.cancel_note)}</p>" + field(item, given.typed, given.problems)


def _form(
    site: Site, filing: Sealed, action: str, heading: str, html: str, button: str, *, is_first: bool = False
) -> str:
    kind = " button--primary" if is_first else ""
    version = f'<input type="hidden" name="version" value="{filing.version}">'
    form = (
        f'<form class="desk__form" method="post" action="{address(site, filing.id or 0, f"/{action}")}" '
        f'aria-label="{escape(heading)}">{version}{html}<button class="button{kind}">{escape(button)}</button></form>'
    )
    return section(heading, form, action)


def typed_of(fields: Mapping[str, str], refusal_code: str, sentence: str) -> Given:
    """Return what a refused form was sent with, its problem at the field that it is about."""
    name = "moment" if refusal_code.startswith("moment_") else "reason" if refusal_code.startswith("reason_") else ""
    return Given(fields, {name: sentence} if name else {})
