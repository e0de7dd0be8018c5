"""``/desk/documents/ID``: one document, what it is, and the forms that put it right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node

from starbond_site import features
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, localized
from starbond_site.content.formats import digits, file_size, long_date
from starbond_site.documents import corrections, names
from starbond_site.documents import details as documents
from starbond_site.documents.details import Details
from starbond_site.documents.file_types import EXTENSIONS
from starbond_site.documents.names import MAX_REASON
from starbond_site.documents.publish import replacement
from starbond_site.documents.reading import Published, State
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.presentation.desk.parts import document_link, document_state, facts, folded, moment, way
from starbond_site.presentation.forms import CONFIRMED, SEEN, Field, Given, file_field, form, tick
from starbond_site.shared import threads
from starbond_site.shared.categories import SINGLES
from starbond_site.web.desk.pages import Action, Asked, Page, Sent, Shown

PATH = f"{DESK}/documents"


@dataclass(frozen=True)
class _View:
    """A document as the desk sees it."""

    site: Site
    given: Given
    details: Details
    seen: int
    """Number of its newest change."""


def _show(asked: Asked) -> Shown | None:
    site, archive, details = asked.site, asked.archive, documents.read(asked.archive, asked.number)
    if details is None:
        return None
    seen, others = documents.successors(archive, details.document)
    view = _View(site, asked.given, details, seen)
    if details.document.state is State.PUBLIC:
        first = [_file_form(view, archive.settings.max_upload_mb), _successor_form(view, others), _move_form(view)]
    else:
        first = [_restore_form(view)]
    body = [
        asked.done(site.interface.desk_document.done),
        _summary(view),
        first,
        _title_form(view),
        _rename_form(view),
        details.document.state is not State.WITHDRAWN and _withdraw_form(view),
        [hooks.of_document(asked, details) for hooks in features.hooks()],
    ]
    return Shown(details.document.shown_name, body)


def _summary(view: _View) -> Node:
    """Return the state of the document in a line, links to its other pages, and everything about it folded."""
    site, details = view.site, view.details
    words, document = site.interface.desk_document, details.document
    page, dates = site.interface.document_page, site.interface.dates
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
    return [
        h.p[document_state(site, document.state), " ", place],
        h.p(".button-row")[way(site, details.address, words.public_page), log],
        folded(words.what_it_is, "what-it-is", facts(rows)),
    ]


def _link(site: Site, document: Published | None) -> Node:
    return document and document_link(site, document.id, document.shown_name)


def _form(
    view: _View, name: str, heading: str, text: str, button: str, *fields: Node, encoding: str | None = None
) -> Element:
    """Return a form in a section of its own; the first is open, and one that was refused in its place."""
    id, action = f"form-{name}", localized(f"{PATH}/{view.details.id}/{name}", view.site.language)
    is_first, hidden = name in ("file", "restore"), {SEEN: view.seen}
    own = form(
        action, [h.p[text], fields], button, hidden=hidden, is_primary=is_first, enctype=encoding, aria_labelledby=id
    )
    return folded(heading, id, own, is_open=view.given.form == name or (is_first and not view.given.form))


def _file_form(view: _View, limit: int) -> Element:
    """Return the form that replaces the document by a file; of a sheet, the way to the page that asks for one."""
    site, words = view.site, view.site.interface.desk_document
    if sheet := view.details.document.sheet:
        asked = urlencode({"product": sheet.product, "language": sheet.language})
        return h.p[way(site, f"{DESK}/sheets?{asked}", words.by_file, is_primary=True)]
    hint = digits(site.interface.upload.accepted.format(limit=limit), site.interface.dates)
    file = Field(name="file", label=words.new_file, hint=hint, attributes={"accept": ",".join(EXTENSIONS)})
    chooser, encoding = file_field(site, file, view.given.of("file")), "multipart/form-data"
    return _form(view, "file", words.by_file, words.by_file_text, words.replace, chooser, encoding=encoding)


def _successor_form(view: _View, others: Sequence[Published]) -> Node:
    """Return the form with the other documents of the list; nothing where there is none."""
    words, dates = view.site.interface.desk_document, view.site.interface.dates
    options = [(str(other.id), f"{other.shown_name} ({digits(other.id, dates)})") for other in others]
    by = Field(
        name="by", label=words.successor, options=options, please_choose=view.site.interface.desk.please_choose
    ).written(view.given.of("replace"))
    return options and _form(view, "replace", words.by_other, words.by_other_text, words.replace, by)


def _move_form(view: _View) -> Element:
    site, words, own = view.site, view.site.interface.desk_document, view.details.document.category
    options = [(id, site.title_of(id)) for id in site.listed if id != own]
    first = site.interface.desk.please_choose
    lists = Field(name="category", label=words.right_list, options=options, please_choose=first)
    return _form(view, "move", words.move, words.move_text, words.move_button, lists.written(view.given.of("move")))


def _title_form(view: _View) -> Element:
    words = view.site.interface.desk_document
    title = Field(name="title", label=words.right_title, attributes={"autocomplete": "off"})
    text = title.written(view.given.of("title"), view.details.document.title)
    return _form(view, "title", words.title, words.title_text, words.title_button, text)


def _rename_form(view: _View) -> Element:
    words = view.site.interface.desk_document
    limits = {"maxlength": names.MAX_CHARACTERS, "autocomplete": "off"}
    name = Field(name="name", label=words.right_name, is_required=True, attributes=limits)
    text = name.written(view.given.of("rename"), names.heading("", view.details.document.file_name))
    return _form(view, "rename", words.rename, words.rename_text, words.rename_button, text)


def _withdraw_form(view: _View) -> Element:
    words, most = view.site.interface.desk_document, {"maxlength": MAX_REASON}
    reason = Field(name="reason", label=words.reason, kind="textarea", hint=words.reason_hint, attributes=most)
    fields = [reason.written(view.given.of("withdraw")), tick(CONFIRMED, words.confirm)]
    return _form(view, "withdraw", words.withdraw, words.withdraw_text, words.withdraw_button, fields)


def _restore_form(view: _View) -> Element:
    words = view.site.interface.desk_document
    is_single = view.details.document.category in SINGLES
    text = words.restore_single_text if is_single else words.restore_text
    return _form(view, "restore", words.restore, text, words.restore_button)


def _withdraw(sent: Sent) -> str:
    sent.check_confirmed()
    corrections.withdraw(sent.archive, sent.number, sent.actor, sent.fields.get("reason", ""), sent.seen)
    return _after(sent.number, "withdrawn")


def _restore(sent: Sent) -> str:
    corrections.restore(sent.archive, sent.number, sent.actor, sent.seen)
    return _after(sent.number, "restored")


def _correction(correct: Callable[..., object], name: str, done: str) -> Action:
    """Return the action of a form with one field."""

    def work(sent: Sent) -> str:
        correct(sent.archive, sent.number, sent.fields.get(name, ""), sent.actor, sent.seen)
        return _after(sent.number, done)

    return Action(work)


def _replace(sent: Sent) -> str:
    by = sent.integer("by") or 0
    corrections.replace(sent.archive, sent.number, by, sent.actor, sent.seen)
    return _after(by, "replaced")


def _replace_by_file(sent: Sent) -> str:
    wanted = replacement(sent.archive, sent.number, sent.file.name)
    published = publish_upload(sent.archive, sent.file, wanted, sent.actor, None)
    return _after(published.id, "replaced")


def _after(number: int, done: str) -> str:
    return f"{PATH}/{number}?done={done}"


PAGE = Page(
    path=PATH + "/{number:document}",
    follows=True,
    show=_show,
    actions={
        "withdraw": Action(_withdraw),
        "restore": Action(_restore),
        "rename": _correction(corrections.rename, "name", "renamed"),
        "title": _correction(corrections.retitle, "title", "titled"),
        "move": _correction(corrections.move, "category", "moved"),
        "replace": Action(_replace),
        "file": Action(_replace_by_file, has_file=True, pool=threads.UPLOADS),
    },
)
