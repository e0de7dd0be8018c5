"""The frames of pages that the server writes for each request (`web`): documents, the desk, results and comparisons."""

import htpy as h
from htpy import Node

from starbond_site.components.elements import heading_of, html, print_button
from starbond_site.components.react import countdown, document_frame, sent_file
from starbond_site.components.react.live import connection_words
from starbond_site.content import Site
from starbond_site.content.addresses import COMPARE, DESK, SEARCH, SHARED, UPLOADS
from starbond_site.documents.public_view import FILINGS
from starbond_site.presentation import document_page, topics
from starbond_site.presentation.desk import desk_html
from starbond_site.presentation.html_parts import link
from starbond_site.presentation.products import comparison
from starbond_site.presentation.search import results
from starbond_site.state.live import Live


def compare(site: Site) -> Node:
    """Return the page of products side by side."""
    words = site.interface.compare
    lead = site.digits(words.lead.format(count=comparison.MAX_PRODUCTS))
    empty = html(comparison.comparison(site, comparison.ComparedProducts(())))
    return [
        heading_of(site, COMPARE, lead),
        h.div(".container.section--tight")[
            document_frame(empty, mark=comparison.MARK, class_name="compare"),
            h.div(".compare__print")[print_button(words.print)],
        ],
    ]


def document(site: Site) -> Node:
    """Return the frame of the page of every document; at its own address it leads to the lists."""
    words = site.interface.document_page
    paths = [path for path in (*(page.path for page in site.investors.pages), SHARED) if site.has(path)]
    return _live_frame(
        h.h1[words.index_heading],
        h.p(".lead")[words.index_lead],
        h.ul(aria_label=words.index_lists)[[h.li[link(site, path, site.page(path).title)] for path in paths]],
        mark=document_page.MARK,
        words=connection_words(site),
        class_name="document-page container section--tight",
    )


def search(site: Site) -> Node:
    style = "search__results"
    frame = document_frame(html(results.search(site), style), mark=results.MARK, class_name=style)
    return heading_of(site, SEARCH), h.div(".container.section--tight")[frame]


def desk(site: Site) -> Node:
    """Return the frame of every page of the secretary's desk, which is written for whoever may use it."""
    words, upload = site.interface.desk, site.interface.upload_form
    labels = {
        "sending": upload.uploading,
        "waiting": words.file_waits,
        "busy": upload.busy,
        "sent": words.file_sent,
        "file_gone": upload.file_gone,
    }
    return [
        _live_frame(
            h.h1[site.page(DESK).title],
            mark=desk_html.MARK,
            changed=words.changed,
            class_name="desk container section--tight",
        ),
        countdown(),
        sent_file(action=UPLOADS, labels=labels, digits=site.interface.dates.digits),
    ]


def _live_frame(*children: Node, **props: object) -> Node:
    """Return a frame that is asked for again when something is published."""
    return document_frame(*children, topics=[FILINGS, topics.SHARED], state=Live.get_full_name(), **props)
