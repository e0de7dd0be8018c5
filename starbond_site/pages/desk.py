"""The frame of every page of the secretary's desk (`web.desk`), which the server writes for whoever may use it."""

import reflex as rx

from starbond_site.components.react import countdown, document_frame, sent_file
from starbond_site.content import Site
from starbond_site.content.addresses import DESK, UPLOADS
from starbond_site.documents.reading import FILINGS
from starbond_site.pages.layout import MAIN
from starbond_site.pages.page import Page, page_at
from starbond_site.presentation import topics
from starbond_site.presentation.desk.desk_html import MARK
from starbond_site.state.live import Live


def pages(site: Site) -> list[Page]:
    return [page_at(site, DESK, _body, indexed=False, is_frame=True, is_tool=True, below=MAIN)]


def _body(site: Site) -> rx.Component:
    written = document_frame(
        rx.el.h1(site.page(DESK).title),
        mark=MARK,
        topics=[FILINGS, topics.SHARED],
        state=Live.get_full_name(),
        changed=site.interface.desk.changed,
        class_name="desk container section--tight",
    )
    words = site.interface.desk
    labels = {
        "sending": site.interface.upload_form.uploading,
        "waiting": words.file_waits,
        "busy": site.interface.upload_form.busy,
        "sent": words.file_sent,
        "file_gone": site.interface.upload_form.file_gone,
    }
    return rx.fragment(
        written, countdown(), sent_file(action=UPLOADS, labels=labels, digits=site.interface.dates.digits)
    )
