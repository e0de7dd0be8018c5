"""The frame of the page of every document (`web.document_page`); at its own address it leads to the lists."""

import reflex as rx

from starbond_site.components.link import link, localized
from starbond_site.components.react import document_frame
from starbond_site.components.react.live import connection_words
from starbond_site.content import Site
from starbond_site.content.addresses import DOCUMENT_FRAME, SHARED
from starbond_site.documents.reading import FILINGS
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation import topics
from starbond_site.presentation.document_page import MARK
from starbond_site.state.live import Live


def pages(site: Site) -> list[Page]:
    return [page_at(site, DOCUMENT_FRAME, _body, indexed=False, is_frame=True)]


def _body(site: Site) -> rx.Component:
    words = site.interface.document_page
    paths = [path for path in (*(page.path for page in site.investors.pages), SHARED) if site.has(path)]
    return document_frame(
        rx.el.h1(words.index_heading),
        rx.el.p(words.index_lead, class_name="lead"),
        rx.el.ul(
            *(rx.el.li(link(site.page(path).title, href=localized(path, site.language))) for path in paths),
            aria_label=words.index_lists,
        ),
        mark=MARK,
        topics=[FILINGS, topics.SHARED],
        state=Live.get_full_name(),
        words=connection_words(site),
        class_name="document-page container section--tight",
    )
