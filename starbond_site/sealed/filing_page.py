"""The page of one sealed filing: its facts, and what the person who looks may do with it."""

import htpy as h
from htpy import Element, Node

from starbond_site import local_time
from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits, file_size
from starbond_site.content.sentences import filled
from starbond_site.documents.names import MAX_REASON
from starbond_site.presentation.desk.parts import copy_button, facts, folded, moment, section
from starbond_site.presentation.forms import Field, Given, form, tick
from starbond_site.roles import Holder, Role
from starbond_site.sealed.html import address, moment_field, release_time, state
from starbond_site.sealed.records import CANCELLED, RELEASED, SEALED, Sealed


def filing_page(site: Site, filing: Sealed, holder: Holder, given: Given, document_name: str) -> tuple[str, Node]:
    """Return title and HTML of the page.

    Args:
        holder: who looks at it.
        given: into a form that was refused.
    """
    words = site.interface.sealed
    return words.headings[filing.state].format(number=digits(filing.id, site.interface.dates)), [
        section(words.facts, "facts", facts(_facts(site, filing, document_name))),
        filing.state == SEALED and _actions(site, filing, holder, given),
    ]


def _facts(site: Site, filing: Sealed, document_name: str) -> list[tuple[str, Node]]:
    words, is_sealed = site.interface.sealed, filing.state == SEALED
    name = [
        filing.title and [h.strong[filing.title], h.br],
        filing.name,
        is_sealed and [h.br, h.a(href=address(site, filing.id, "/file"))[words.file_link]],
    ]
    page = h.a(href=localized(f"/documents/{filing.document_id}", site.language))[document_name]
    author = [f"{filing.author or words.nobody}, ", moment(site, filing.sealed_at, with_seconds=True)]
    commitment = [
        h.code[filing.commitment],
        " ",
        copy_button(site, filing.commitment, words.copy_commitment),
        is_sealed and h.small(".desk__hint")[words.commitment_note],
    ]
    return [
        (words.document, name),
        (words.list, site.title_of(filing.category)),
        (words.moment, release_time(site, filing)),
        (words.state, state(site, filing)),
        (words.published_as, filing.state == RELEASED and page),
        (words.reason, filing.cancel_reason),
        (words.author, author),
        (words.editor, filing.version > 1 and (filing.editor or words.nobody)),
        (words.approval, _approval(site, filing)),
        (words.size, file_size(filing.size, site.interface.dates)),
        ("SHA-256", h.code[filing.sha256]),
        (words.commitment, filing.state != CANCELLED and commitment),
    ]


def _approval(site: Site, filing: Sealed) -> Node:
    words = site.interface.sealed
    if filing.approved_at:
        shown = moment(site, filing.approved_at, with_seconds=True)
        return filled(words.approved, name=filing.approver, moment=shown)
    return filing.needs_approval and filing.state == SEALED and words.approval_missing


def preview_made(site: Site, secret: str) -> Element:
    """Return a secret address that was just made, which is shown once."""
    words = site.interface.sealed
    return h.div(".desk__note.desk__note--done", role="status")[
        h.p[words.preview_made],
        h.a(href=secret, rel="noreferrer")[secret],
        " ",
        copy_button(site, secret, words.copy_address),
    ]


def _actions(site: Site, filing: Sealed, holder: Holder, given: Given) -> Node:
    words, roles = site.interface.sealed, holder.roles
    is_own = holder.person_id in (filing.author_id, filing.editor_id)
    approves = filing.waits_for_approval and Role.APPROVE in roles and not is_own
    reason = Field(
        name="reason",
        label=words.reason,
        kind="textarea",
        is_required=True,
        attributes={"maxlength": MAX_REASON},
    )
    reschedule = [
        filing.needs_approval and h.p[words.reschedule_note],
        moment_field(site).written(given, local_time.typed(filing.release_at)),
    ]
    cancel = [h.p[words.cancel_note], reason.written(given)]
    release, preview = tick("tick", words.release_tick, "yes"), h.p[words.preview_note]
    return [
        approves
        and _form(site, filing, "approve", words.approve_heading, words.approve_button, h.p[words.approve_note], given),
        Role.PREPARE in roles
        and [
            _form(site, filing, name, heading, button, inside, given)
            for name, heading, button, inside in (
                ("reschedule", words.reschedule_heading, words.reschedule_button, reschedule),
                ("release", words.release_heading, words.release_button, release),
                ("preview", words.preview_heading, words.preview_button, preview),
                ("cancel", words.cancel_heading, words.cancel_button, cancel),
            )
        ],
    ]


def _form(site: Site, filing: Sealed, action: str, heading: str, button: str, inside: Node, given: Given) -> Element:
    is_first, to = action == "approve", address(site, filing.id, f"/{action}")
    own = form(to, inside, button, hidden={"version": filing.version}, is_primary=is_first, aria_label=heading)
    return folded(heading, f"form-{action}", own, is_open=is_first or given.form == action)
