"""``/desk/documents/ID``: one document, what it is, and the forms that put it right."""

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

import htpy as h
from htpy import Node

from starbond_site import features
from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.documents import corrections, names
from starbond_site.documents import document_record as documents
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.file_types import EXTENSIONS
from starbond_site.documents.names import MAX_REASON
from starbond_site.documents.publish import replacement
from starbond_site.documents.records import Document, DocumentState
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.presentation.desk.desk_html import document_link, document_state, facts, folded, moment, way
from starbond_site.presentation.form_fields import CONFIRMED, Field, file_field, tick
from starbond_site.shared import threads
from starbond_site.shared.categories import SINGLES
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest, DeskView

PATH = f"{DESK}/documents"


def _show(asked: DeskRequest) -> DeskView | None:
    site, details = asked.site, documents.read(asked.archive, asked.number)
    if details is None:
        return None
    body = [
        asked.done(site.interface.desk_document.done),
        _summary(site, details),
        _forms(asked, details.document),
        [hooks.of_document(asked, details) for hooks in features.hooks()],
    ]
    return DeskView(details.document.shown_name, body)


def _summary(site: Site, details: DocumentDetails) -> Node:
    """Return the state of the document in a line, links to its other pages, and everything about it folded."""
    words, document = site.interface.desk_document, details.document
    page = site.interface.document_page
    rows: list[tuple[str, Node]] = [
        (site.interface.documents.file_name, document.file_name),
        (page.list, site.title_of(document.category)),
        (page.published, moment(site, document.published_at, with_seconds=True)),
        (page.own_date, document.filed_at and site.long_date(document.filed_at)),
        (words.withdrawn_at, document.withdrawn_at and moment(site, document.withdrawn_at, with_seconds=True)),
        (words.reason, document.withdrawn_reason),
        (page.replaces, document_link(site, details.replaces)),
        (page.replaced_by, document_link(site, details.replaced_by)),
        (page.size, site.file_size(document.size)),
        (page.number, site.digits(details.document.id)),
        (page.sha256, h.code[document.sha256]),
    ]
    log = way(site, f"{DESK}/audit?text=%2F{details.document.id}%2F", words.log)
    place = [site.title_of(document.category), ", ", moment(site, document.published_at)]
    return [
        h.p[document_state(site, document.state), " ", place],
        h.p(".button-row")[way(site, details.document.page, words.public_page), log],
        folded(words.what_it_is, "what-it-is", facts(rows)),
    ]


def _forms(asked: DeskRequest, document: Document) -> Node:
    """Return the forms that put a document right, each folded; the first is open."""
    site, words, id = asked.site, asked.site.interface.desk_document, document.id
    seen, others = documents.successors(asked.archive, document)
    fields, sheet, is_public = _fields(asked, document, others), document.sheet, document.state is DocumentState.PUBLIC
    values = {"title": document.title, "name": names.heading("", document.file_name)}
    restored = words.restore_single_text if document.category in SINGLES else words.restore_text
    is_withdrawn = document.state is DocumentState.WITHDRAWN
    forms = {
        "file": (is_public and not sheet, words.by_file, words.by_file_text, words.replace),
        "replace": (is_public and others, words.by_other, words.by_other_text, words.replace),
        "move": (is_public, words.move, words.move_text, words.move_button),
        "restore": (not is_public, words.restore, restored, words.restore_button),
        "title": (True, words.title, words.title_text, words.title_button),
        "rename": (True, words.rename, words.rename_text, words.rename_button),
        "withdraw": (not is_withdrawn, words.withdraw, words.withdraw_text, words.withdraw_button),
    }
    shown = [
        asked.form(
            f"{PATH}/{id}/{name}",
            [h.p[text], *fields.get(name, ())],
            button,
            values,
            seen=seen,
            fold=heading,
            is_primary=name in ("file", "restore"),
            enctype="multipart/form-data" if name == "file" else None,
        )
        for name, (is_shown, heading, text, button) in forms.items()
        if is_shown
    ]
    query = sheet and urlencode({"product": sheet.product, "language": sheet.language})
    # The file of a sheet comes with its version, for which another page asks.
    to_sheet = is_public and sheet and h.p[way(site, f"{DESK}/sheets?{query}", words.by_file, is_primary=True)]
    return [to_sheet, shown]


def _fields(asked: DeskRequest, document: Document, others: Sequence[Document]) -> dict[str, list[Field | Node]]:
    site, words, first = asked.site, asked.site.interface.desk_document, asked.site.interface.desk.please_choose
    limit = site.interface.upload.accepted.format(limit=asked.archive.settings.max_upload_mb)
    accepted, unproposed = {"accept": ",".join(EXTENSIONS)}, {"autocomplete": "off"}
    file = Field(name="file", label=words.new_file, hint=site.digits(limit), attributes=accepted)
    by = [(str(other.id), f"{other.shown_name} ({site.digits(other.id)})") for other in others]
    lists = [(id, site.title_of(id)) for id in site.listed if id != document.category]
    name, most = {**unproposed, "maxlength": names.MAX_CHARACTERS}, {"maxlength": MAX_REASON}
    reason = Field(name="reason", label=words.reason, kind="textarea", hint=words.reason_hint, attributes=most)
    return {
        "file": [file_field(site, file, asked.given.of("file"))],
        "replace": [Field(name="by", label=words.successor, options=by, please_choose=first)],
        "move": [Field(name="category", label=words.right_list, options=lists, please_choose=first)],
        "title": [Field(name="title", label=words.right_title, attributes=unproposed)],
        "rename": [Field(name="name", label=words.right_name, is_required=True, attributes=name)],
        "withdraw": [reason, tick(CONFIRMED, words.confirm)],
    }


def _withdraw(sent: DeskForm) -> Document:
    return corrections.withdraw(*sent.record, sent.fields.get("reason", ""), sent.seen)


def _correction(correct: Callable[..., Document], name: str, done: str) -> Action:
    """Return the action of a form with one field."""

    def work(sent: DeskForm) -> Document:
        return correct(sent.archive, sent.number, sent.fields.get(name, ""), sent.actor, sent.seen)

    return Action(work, done)


def _replace(sent: DeskForm) -> str:
    by = sent.integer("by") or 0
    corrections.replace(sent.archive, sent.number, by, sent.actor, sent.seen)
    return f"{PATH}/{by}?done=replaced"


def _replace_by_file(sent: DeskForm) -> Document:
    wanted = replacement(sent.archive, sent.number, sent.file.name)
    return publish_upload(sent.archive, sent.file, wanted, sent.actor)


PAGE = DeskPage(
    path=PATH + "/{number:document}",
    follows=True,
    show=_show,
    actions={
        "withdraw": Action(_withdraw, "withdrawn", is_confirmed=True),
        "restore": Action(lambda sent: corrections.restore(*sent.record, sent.seen), "restored"),
        "rename": _correction(corrections.rename, "name", "renamed"),
        "title": _correction(corrections.retitle, "title", "titled"),
        "move": _correction(corrections.move, "category", "moved"),
        "replace": Action(_replace),
        "file": Action(_replace_by_file, "replaced", has_file=True, pool=threads.UPLOADS),
    },
)
