"""The HTML of the page of one document, and what its head says of it.

Everything is in the language of the given content.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import htpy as h
import segno
from htpy import Element, Node
from markupsafe import Markup

from starbond_site.content import Site
from starbond_site.content.addresses import VERIFY
from starbond_site.documents import names
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.preflight import language_of
from starbond_site.documents.records import Document, PageText
from starbond_site.presentation.desk.desk_html import copy_button
from starbond_site.presentation.html_parts import document_name, link, structured_data
from starbond_site.presentation.markup import pair_link
from starbond_site.presentation.verification_result import logged
from starbond_site.shared import local_time
from starbond_site.shared.categories import WITH_FIGURES
from starbond_site.shared.local_time import in_utc
from starbond_site.shared.settings import settings

MARK = "document"
"""Of the element of the frame that the document is written into (``data-live``)."""
COPY = "document-page__copy"
"""Class of buttons that copy."""
QR_CODES = 256
"""QR codes in memory; one takes about 3 ms and 4 kB."""


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """The content of the page of a document."""

    title: str
    description: str
    trail: Node
    """Above the heading: the link to the list."""
    heading: str
    """Text of the ``h1``."""
    body: Node
    """Below it."""

    @property
    def html(self) -> str:
        return str(h.fragment[self.trail, h.h1[self.heading], self.body])


def document_page(site: Site, details: DocumentDetails) -> DocumentPage:
    name = names.heading(details.document.title, details.document.file_name)
    main = [_notes(site, details), _actions(site, details), _facts(site, details), _citation(site, details)]
    side, label = [_picture(site, details), _qr(site, details)], site.interface.product.breadcrumb_label
    return DocumentPage(
        title=f"{name} | {site.company.name}",
        description=_description(site, details),
        trail=h.nav(".document-page__trail", aria_label=label)[_list_link(site, details)],
        heading=name,
        body=[
            h.div(".document-page__columns")[h.div[main], h.div[side]],
            _structured_data(site, details),
        ],
    )


def gone(site: Site, details: DocumentDetails) -> Node:
    """Return the notice in place of the file of a withdrawn document, with the link to its page."""
    link = h.a(href=site.address(details.document.page))[site.interface.document_page.gone_link]
    return [h.p[h.strong[details.document.shown_name]], _withdrawn(site, details), h.p[link]]


@lru_cache(maxsize=QR_CODES)
def qr_code(address: str) -> Markup:
    """Return an address as a QR code (ISO/IEC 18004) of SVG, dark on light in both themes, with its quiet zone."""
    code = segno.make_qr(address, error="m")
    return Markup(code.svg_inline(dark="#000", light="#fff", border=4, omitsize=True))  # noqa: S704


def _list_link(site: Site, details: DocumentDetails) -> Element:
    category = details.document.category
    return h.a(href=site.address(site.page_of(category)))[site.title_of(category)]


def _notes(site: Site, details: DocumentDetails) -> Node:
    """Return the notes above the facts: withdrawn, replaced, entered later."""
    words, document = site.interface.document_page, details.document
    notes: list[Node] = []
    if details.document.is_withdrawn:
        notes.append(h.div(".document-page__note.document-page__note--withdrawn")[_withdrawn(site, details)])
    elif details.replaced_by and document.replaced_at:
        text = words.was_replaced.format(date=site.long_date(document.replaced_at))
        notes.append(h.p(".document-page__note")[f"{text} ", _link(site, details.replaced_by)])
    if document.filed_at:
        own_date, date = site.long_date(document.filed_at), site.long_date(document.published_at)
        text = words.entered_later.format(own_date=own_date, date=date)
        notes.append(h.p(".document-page__note")[text])
    return notes


def _withdrawn(site: Site, details: DocumentDetails) -> Node:
    words, at = site.interface.document_page, details.document.withdrawn_at
    if at is None:
        return None
    text = words.withdrawn.format(date=site.long_date(at), time=site.time_of_day(at))
    without, reason = words.withdrawn_without_reason, details.document.withdrawn_reason
    return [h.p[h.strong[text]], h.p[words.withdrawn_reason.format(reason=reason) if reason else without]]


def _actions(site: Site, details: DocumentDetails) -> Element:
    words, document, listed = site.interface.document_page, details.document, site.interface.documents
    label = listed.download_name.format(name=document.shown_name)
    download = h.a(
        ".button.button--primary", href=document.download_url, aria_label=label, target="_blank", rel="noopener"
    )[listed.download]
    text = site.address(f"{details.document.page}/text")
    return h.div(".button-row")[
        None if details.document.is_withdrawn else download,
        details.has_text and not details.document.is_withdrawn and _button(text, words.read_text),
        _button(f"{site.address(VERIFY)}?document={details.document.id}", words.check),
        _button(f"{details.document.page}.receipt", words.receipt),
        _button(f"{details.document.page}.json", words.record),
    ]


def _button(address: str, label: str) -> Element:
    return h.a(".button", href=address)[label]


def _facts(site: Site, details: DocumentDetails) -> Node:
    """Return the facts as a description list, the hash with a button that scripts show."""
    words, document = site.interface.document_page, details.document
    address = settings().public_url + site.address(details.document.page)
    facts: list[tuple[str, Node]] = [
        (site.interface.documents.file_name, document.file_name),
        (words.list, _list_link(site, details)),
        (words.type, document.file_type),
        (words.size, site.file_size(document.size)),
        (words.pages, site.digits(details.pages) if details.pages else None),
        (words.accessibility, _accessibility(site, details)),
        (words.published, _moment(site, document.published_at)),
        (words.own_date, details.document.filed_at and site.long_date(details.document.filed_at)),
        (words.other_language, Markup(pair_link(details.document.pair))),  # noqa: S704  HTML of a row
        (words.replaces, _link(site, details.replaces)),
        (words.replaced_by, _link(site, details.replaced_by)),
        (words.number, site.digits(details.document.id)),
        (words.address, h.a(href=address)[address]),
        (words.public_log, details.logged and logged(site, words.logged, details.logged)),
        (words.sha256, [h.code[document.sha256], copy_button(site, document.sha256, words.copy_sha256, COPY)]),
    ]
    facts += [fact for write in details.of_features for fact in write(site)]
    return [
        h.h2(".visually-hidden")[words.facts_label],
        h.dl(".document-page__facts")[[h.div[h.dt[label], h.dd[value]] for label, value in facts if value]],
    ]


def _accessibility(site: Site, details: DocumentDetails) -> str | None:
    """Return what screen readers miss, or that nothing is; None where it is not known."""
    words, missed = site.interface.accessibility, details.accessibility
    if missed is None:
        return None
    said = ", ".join(getattr(words, code) for code in missed) or words.complete
    return said[0].upper() + said[1:]


def _moment(site: Site, moment: datetime) -> Element:
    words = site.interface.document_page
    local, universal = local_time.in_local_time(moment), moment.astimezone(UTC)
    first, second = (
        template.format(date=site.long_date(shown.date()), time=site.digits(f"{shown:%H:%M:%S}"))
        for template, shown in ((words.local_time, local), (words.utc, universal))
    )
    return h.time(datetime=in_utc(moment))[first, h.br, h.span(".muted")[second]]


def _link(site: Site, document: Document | None) -> Node:
    return document and link(site, f"/documents/{document.id}", document_name(document.shown_name))


def _citation(site: Site, details: DocumentDetails) -> Element:
    words, document = site.interface.document_page, details.document
    text = words.citation.format(
        company=site.company.legal_name,
        name=document.shown_name,
        list=site.title_of(document.category),
        date=site.long_date(details.document.filed_at or document.published_at),
        number=site.digits(details.document.id),
        address=settings().public_url + site.address(details.document.page),
    )
    copy = copy_button(site, text, words.copy_citation, COPY)
    return h.section(".document-page__citation")[h.h2[words.citation_heading], h.p[text], copy]


def _picture(site: Site, details: DocumentDetails) -> Node:
    """Return the picture of the first page; its size is that of the sheet (A4) until it is loaded."""
    if not details.picture_key or details.document.is_withdrawn:
        return None
    alt = site.interface.document_page.picture.format(name=details.document.shown_name)
    picture = h.img(src=f"{details.document.page}/page-1.webp", alt=alt, width=595, height=842, decoding="async")
    return h.a(".document-page__picture.no-print", href=details.document.download_url)[picture]


def _qr(site: Site, details: DocumentDetails) -> Element:
    words = site.interface.document_page
    image = h.div(role="img", aria_label=words.qr)[
        qr_code(f"{settings().public_url}/verify?document={details.document.id}")
    ]
    return h.figure(".document-page__qr")[image, h.figcaption[words.qr_note]]


def _description(site: Site, details: DocumentDetails) -> str:
    words, document = site.interface.document_page, details.document
    facts = [document.file_type, site.file_size(document.size)]
    if details.pages:
        facts.append(f"{words.pages}: {site.digits(details.pages)}")
    return words.description.format(
        list=site.title_of(document.category),
        company=site.company.name,
        date=site.long_date(document.published_at),
        details=", ".join(facts),
    )


def _structured_data(site: Site, details: DocumentDetails) -> Node:
    """Return the document as JSON-LD (schema.org ``Report`` or ``DigitalDocument``); nothing of a withdrawn one."""
    if details.document.is_withdrawn:
        return None
    home, document = settings().public_url, details.document
    facts: dict[str, Any] = {
        "@type": "Report" if document.category in WITH_FIGURES else "DigitalDocument",
        "@id": home + details.document.page,
        "url": home + site.address(details.document.page),
        "name": document.shown_name,
        "identifier": str(details.document.id),
        "datePublished": in_utc(document.published_at),
        "publisher": {"@type": "Organization", "@id": f"{home}/#organization", "name": site.company.name},
        "encoding": {
            "@type": "MediaObject",
            "contentUrl": home + document.download_url,
            "encodingFormat": document.media_type,
            "contentSize": str(document.size),
            "sha256": document.sha256,
        },
    }
    if details.document.filed_at:
        facts["dateCreated"] = local_time.local_date(details.document.filed_at).isoformat()
    return structured_data(facts)


def document_text(site: Site, details: DocumentDetails, pages: Iterable[PageText]) -> DocumentPage:
    words, document = site.interface.document_page, details.document
    name = document.shown_name
    own = site.address(details.document.page)
    note = words.text_note.format(name=name)
    download = h.a(href=document.download_url, target="_blank", rel="noopener")[document.file_name]
    return DocumentPage(
        title=f"{words.text_title.format(name=name)} | {site.company.name}",
        description=note,
        trail=h.p[h.a(href=own)[name]],
        heading=words.text_title.format(name=name),
        body=[
            h.p(role="note")[f"{note} ", download],
            h.div(".prose")[[_section(site, details, page) for page in pages]],
        ],
    )


def _section(site: Site, details: DocumentDetails, page: PageText) -> Element:
    """Return a page, or a part with its heading; the language of its letters is that of screen readers."""
    number = site.interface.search.page.format(number=site.digits(page.page))
    heading = page.label or (number if details.pages else "")
    language = language_of(page.text)
    lines = [[number > 0 and h.br, line] for number, line in enumerate(page.text.splitlines())]
    spoken = h.p(lang=language if language and language != site.language else None)[lines]
    return h.section(id=f"page-{page.page}")[heading and h.h2[heading], spoken]
