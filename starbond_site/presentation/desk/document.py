"""The page of one document on the desk: what it is, and everything that can be put right about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import htpy as h
from htpy import Element, Node

from starbond_site.categories import SINGLES
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits, file_size, long_date
from starbond_site.documents import names
from starbond_site.documents.accepted_types import EXTENSIONS
from starbond_site.documents.details import Details
from starbond_site.documents.reading import Published, State
from starbond_site.documents.reasons import MAX_REASON
from starbond_site.presentation.desk.parts import facts, folded, moment, note, way
from starbond_site.presentation.desk.recent import document_link, state
from starbond_site.presentation.forms import CONFIRMED, SEEN, Field, Given, file_field, form, tick


@dataclass(frozen=True)
class View:
    """A document as the desk sees it."""

    details: Details
    seen: int
    """Number of its newest change."""
    others: Sequence[Published]
    """Further public documents of its list, the newest first."""
    sections: Sequence[Node]
    """What features say of it."""
    limit: int
    """Largest file in MiB."""


def document_page(site: Site, view: View, given: Given, query: Mapping[str, str]) -> Node:
    """Return what stands below the heading, which is the document's name."""
    details = view.details
    if details.document.state is State.PUBLIC:
        first = [_replace_by_file(site, view, given), _replace(site, view, given), _move(site, view, given)]
    else:
        first = [_restore(site, view, given)]
    return [
        note(site.interface.desk_document.done.get(query.get("done", ""), ""), "done"),
        _summary(site, view),
        first,
        _title(site, view, given),
        _rename(site, view, given),
        details.document.state is not State.WITHDRAWN and _withdraw(site, view, given),
        view.sections,
    ]


def _summary(site: Site, view: View) -> Node:
    """Return the state of the document in a line, the ways on, and everything about it folded."""
    words, details = site.interface.desk_document, view.details
    document, page, dates = details.document, site.interface.document_page, site.interface.dates
    rows: list[tuple[str, Node]] = [
        (site.interface.documents.file_name, document.file_name),
        (page.list, site.title_of(document.category)),
        (page.published, moment(site, document.published_at, with_seconds=True)),
        (page.own_date, document.filed_at and long_date(document.filed_at, dates)),
        (words.withdrawn_at, document.withdrawn_at and moment(site, document.withdrawn_at, with_seconds=True)),
        (words.reason, document.withdrawn_reason),
        (page.replaces, _link(site, details.replaces)),
        (page.replaced_by, _link(site, details.replaced_by)),
        (page.size, file_size(document.size, dates)),
        (page.number, digits(details.id, dates)),
        (page.sha256, h.code[document.sha256]),
    ]
    log = way(site, f"{DESK}/audit?text=%2F{details.id}%2F", words.log)
    place = [site.title_of(document.category), ", ", moment(site, document.published_at)]
    ways = h.p(".button-row")[way(site, details.address, words.public_page), log]
    return [h.p[state(site, document.state), " ", place], ways, folded(words.what_it_is, "what-it-is", facts(rows))]


def _link(site: Site, document: Published | None) -> Node:
    return document and document_link(site, document.id, document.shown_name)


def _form(
    site: Site,
    view: View,
    given: Given,
    name: str,
    heading: str,
    text: str,
    button: str,
    *fields: Node,
    encoding: str | None = None,
) -> Element:
    """Return a form in a section of its own; the first is open, and one that was refused in its place."""
    id, action = f"form-{name}", localized(f"{DESK}/documents/{view.details.id}/{name}", site.language)
    is_first, hidden = name in ("file", "restore"), {SEEN: view.seen}
    own = form(
        action, [h.p[text], fields], button, hidden=hidden, is_primary=is_first, enctype=encoding, aria_labelledby=id
    )
    return folded(heading, id, own, is_open=given.form == name or (is_first and not given.form))


def _replace_by_file(site: Site, view: View, given: Given) -> Element:
    words, upload = site.interface.desk_document, site.interface.upload
    hint = digits(upload.accepted.format(limit=view.limit), site.interface.dates)
    file = Field(name="file", label=words.new_file, hint=hint, attributes={"accept": ",".join(EXTENSIONS)})
    chooser, encoding = file_field(site, file, given.of("file")), "multipart/form-data"
    said = (words.by_file, words.by_file_text, words.replace)
    return _form(site, view, given, "file", *said, chooser, encoding=encoding)


def _replace(site: Site, view: View, given: Given) -> Node:
    """Return the form with the other documents of the list; nothing where there is none."""
    words, first = site.interface.desk_document, site.interface.desk.please_choose
    options = [
        (str(other.id), f"{other.shown_name} ({digits(other.id, site.interface.dates)})") for other in view.others
    ]
    by = Field(name="by", label=words.successor, options=options, please_choose=first).written(given.of("replace"))
    return options and _form(site, view, given, "replace", words.by_other, words.by_other_text, words.replace, by)


def _move(site: Site, view: View, given: Given) -> Element:
    words, own = site.interface.desk_document, view.details.document.category
    options = [(id, site.title_of(id)) for id in site.listed if id != own]
    first = site.interface.desk.please_choose
    lists = Field(name="category", label=words.right_list, options=options, please_choose=first)
    to = lists.written(given.of("move"))
    return _form(site, view, given, "move", words.move, words.move_text, words.move_button, to)


def _title(site: Site, view: View, given: Given) -> Element:
    words = site.interface.desk_document
    title = Field(name="title", label=words.right_title, attributes={"autocomplete": "off"})
    text = title.written(given.of("title"), view.details.document.title)
    return _form(site, view, given, "title", words.title, words.title_text, words.title_button, text)


def _rename(site: Site, view: View, given: Given) -> Element:
    words = site.interface.desk_document
    limits = {"maxlength": names.MAX_CHARACTERS, "autocomplete": "off"}
    name = Field(name="name", label=words.right_name, is_required=True, attributes=limits)
    text = name.written(given.of("rename"), names.heading("", view.details.document.file_name))
    return _form(site, view, given, "rename", words.rename, words.rename_text, words.rename_button, text)


def _withdraw(site: Site, view: View, given: Given) -> Element:
    words, most = site.interface.desk_document, {"maxlength": MAX_REASON}
    reason = Field(name="reason", label=words.reason, kind="textarea", hint=words.reason_hint, attributes=most)
    fields = [reason.written(given.of("withdraw")), tick(CONFIRMED, words.confirm)]
    return _form(site, view, given, "withdraw", words.withdraw, words.withdraw_text, words.withdraw_button, fields)


def _restore(site: Site, view: View, given: Given) -> Element:
    words = site.interface.desk_document
    is_single = view.details.document.category in SINGLES
    text = words.restore_single_text if is_single else words.restore_text
    return _form(site, view, given, "restore", words.restore, text, words.restore_button)
