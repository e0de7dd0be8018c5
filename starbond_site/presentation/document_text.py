"""The HTML of a document read as text: page by page, with an anchor for each, for screen readers and small devices."""

from collections.abc import Iterable

import htpy as h
from htpy import Element

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.content.formats import digits
from starbond_site.documents.details import Details
from starbond_site.documents.preflight import language_of
from starbond_site.documents.records import PageText
from starbond_site.presentation.document_page import DocumentPage


def document_text(site: Site, details: Details, pages: Iterable[PageText]) -> DocumentPage:
    words, document = site.interface.document_page, details.document
    name = document.shown_name
    own = localized(details.address, site.language)
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


def _section(site: Site, details: Details, page: PageText) -> Element:
    """Return a page, or a part with its heading; the language of its letters is that of screen readers."""
    number = site.interface.search.page.format(number=digits(page.page, site.interface.dates))
    heading = page.label or (number if details.pages else "")
    language = language_of(page.text)
    lines = [[number > 0 and h.br, line] for number, line in enumerate(page.text.splitlines())]
    spoken = h.p(lang=language if language and language != site.language else None)[lines]
    return h.section(id=f"page-{page.page}")[heading and h.h2[heading], spoken]
