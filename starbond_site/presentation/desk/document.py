"""The page of one document on the desk: what it is, and everything that can be put right about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from starbond_site.categories import SINGLES
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits, file_size, long_date
from starbond_site.documents import names
from starbond_site.documents.accepted_types import EXTENSIONS
from starbond_site.documents.archive import Archive
from starbond_site.documents.details import Details, Neighbour
from starbond_site.documents.lately import State
from starbond_site.documents.reasons import MAX_REASON
from starbond_site.presentation.desk import clocks, evidence
from starbond_site.presentation.desk.lately import state
from starbond_site.presentation.desk.parts import (
    Field,
    Form,
    Refused,
    choice,
    facts,
    field,
    file_field,
    form,
    moment,
    note,
    section,
    tick,
    typed_in,
)
from starbond_site.presentation.document_page import list_of

SEEN = "_seen"
"""Field of every form: the newest change of the document that the page knew."""
DONE = ("replaced", "withdrawn", "restored", "renamed", "titled", "moved")
"""Values of ``?done=``."""


@dataclass(frozen=True)
class View:
    """A document as the desk sees it."""

    details: Details
    state: State
    seen: int
    """Number of its newest change."""
    others: Sequence[Neighbour]
    """Further public documents of its list, the newest first."""
    limit: int
    """Largest file in MiB."""


def document_page(site: Site, archive: Archive, view: View, refused: Refused | None, query: Mapping[str, str]) -> str:
    """Return what stands below the heading, which is the document's name; reads the database."""
    details = view.details
    parts = [_said(site, query), _what_it_is(site, view)]
    if view.state is State.PUBLIC:
        parts += [_replace_by_file(site, view, refused), _replace(site, view, refused), _move(site, view, refused)]
    else:
        parts += [_restore(site, view, refused)]
    parts += [_title(site, view, refused), _rename(site, view, refused)]
    if view.state is not State.WITHDRAWN:
        parts += [_withdraw(site, view, refused)]
    parts += [clocks.of_document(site, archive, details.id, details.document.category)]
    return "".join((*parts, evidence.section_of(site, details.id)))


def address(site: Site, number: int) -> str:
    """Return the address of the page."""
    return localized(f"{DESK}/documents/{number}", site.language)


def _said(site: Site, query: Mapping[str, str]) -> str:
    """Return what was done just now."""
    done, words = query.get("done", ""), site.interface.desk_document
    said = {
        "replaced": words.done_replaced,
        "withdrawn": words.done_withdrawn,
        "restored": words.done_restored,
        "renamed": words.done_renamed,
        "titled": words.done_titled,
        "moved": words.done_moved,
    }
    return note(said[done], "done") if done in DONE else ""


def _what_it_is(site: Site, view: View) -> str:
    words, desk, details = site.interface.desk_document, site.interface.desk, view.details
    document, page, dates = details.document, site.interface.document_page, site.interface.dates
    withdrawn, public = details.withdrawn, localized(details.address, site.language)
    log = f"{localized(f'{DESK}/audit', site.language)}?text=%2F{details.id}%2F"
    return section(
        words.what_it_is,
        facts(
            [
                (desk.state, state(site, view.state)),
                (site.interface.documents.file_name, escape(document.file_name)),
                (page.list, escape(list_of(site, document.category)[0])),
                (page.published, moment(site, document.published_at, with_seconds=True)),
                (page.own_date, escape(long_date(details.filed_at, dates)) if details.filed_at else ""),
                (words.withdrawn_at, moment(site, withdrawn.at, with_seconds=True) if withdrawn else ""),
                (words.reason, escape(withdrawn.reason) if withdrawn else ""),
                (page.replaces, _link(site, details.replaces)),
                (page.replaced_by, _link(site, details.replaced_by)),
                (page.size, escape(file_size(document.size, dates))),
                (page.number, digits(details.id, dates)),
                (page.sha256, f"<code>{document.sha256}</code>"),
            ]
        )
        + f'<p class="button-row"><a class="button" href="{public}">{escape(words.public_page)}</a>'
        f'<a class="button" href="{log}">{escape(words.log)}</a></p>',
        "what-it-is",
    )


def _link(site: Site, neighbour: Neighbour | None) -> str:
    return f'<a href="{address(site, neighbour.id)}">{escape(neighbour.shown_name)}</a>' if neighbour else ""


def _form(site: Site, view: View, name: str, heading: str, text: str, button: str, *, has_file: bool = False) -> Form:
    return Form(
        name=name,
        action=f"{address(site, view.details.id)}/{name}",
        heading=heading,
        text=text,
        button=button,
        hidden={SEEN: view.seen},
        has_file=has_file,
    )


def _replace_by_file(site: Site, view: View, refused: Refused | None) -> str:
    words, upload = site.interface.desk_document, site.interface.upload
    hint = digits(upload.accepted.format(limit=view.limit), site.interface.dates)
    chooser = Field(name="file", label=words.new_file, hint=hint, attributes=f' accept="{",".join(EXTENSIONS)}"')
    item = _form(site, view, "file", words.by_file, words.by_file_text, words.replace, has_file=True)
    return form(item, file_field(site, chooser, typed_in("file", refused), {}), refused)


def _replace(site: Site, view: View, refused: Refused | None) -> str:
    """Return the form with the other documents of the list; nothing where there is none."""
    words = site.interface.desk_document
    if not view.others:
        return ""
    item = _form(site, view, "replace", words.by_other, words.by_other_text, words.replace)
    options = [
        (str(other.id), f"{other.shown_name} ({digits(other.id, site.interface.dates)})") for other in view.others
    ]
    by = choice("by", words.successor, options, typed_in("replace", refused), {}, site.interface.desk.please_choose)
    return form(item, by, refused)


def _move(site: Site, view: View, refused: Refused | None) -> str:
    words, own = site.interface.desk_document, view.details.document.category
    item = _form(site, view, "move", words.move, words.move_text, words.move_button)
    options = [(id, site.title_of(id)) for id in site.listed if id != own]
    typed, first = typed_in("move", refused), site.interface.desk.please_choose
    return form(item, choice("category", words.right_list, options, typed, {}, first), refused)


def _title(site: Site, view: View, refused: Refused | None) -> str:
    words = site.interface.desk_document
    typed = typed_in("title", refused) or {"title": view.details.document.title}
    item = _form(site, view, "title", words.title, words.title_text, words.title_button)
    text = Field(name="title", label=words.right_title, attributes=' autocomplete="off"')
    return form(item, field(text, typed, {}), refused)


def _rename(site: Site, view: View, refused: Refused | None) -> str:
    words, shown = site.interface.desk_document, view.details.document.file_name
    typed = typed_in("rename", refused) or {"name": stem(shown)}
    item = _form(site, view, "rename", words.rename, words.rename_text, words.rename_button)
    text = Field(
        name="name",
        label=words.right_name,
        is_required=True,
        attributes=f' maxlength="{names.MAX_CHARACTERS}" autocomplete="off"',
    )
    return form(item, field(text, typed, {}), refused)


def stem(shown: str) -> str:
    """Return a shown name without its date and extension: what is typed to correct it."""
    whole = shown.removesuffix(names.extension(shown))
    before, _, day = whole.rpartition(" -")
    return before if before and len(day) == len("20-11-2026") else whole


def _withdraw(site: Site, view: View, refused: Refused | None) -> str:
    words = site.interface.desk_document
    item = _form(site, view, "withdraw", words.withdraw, words.withdraw_text, words.withdraw_button)
    reason = Field(
        name="reason",
        label=words.reason,
        kind="textarea",
        hint=words.reason_hint,
        attributes=f' maxlength="{MAX_REASON}"',
    )
    return form(item, field(reason, typed_in("withdraw", refused), {}) + tick("confirmed", words.confirm), refused)


def _restore(site: Site, view: View, refused: Refused | None) -> str:
    words = site.interface.desk_document
    is_single = view.details.document.category in SINGLES
    text = words.restore_single_text if is_single else words.restore_text
    return form(_form(site, view, "restore", words.restore, text, words.restore_button), "", refused)
