"""The app: gathers the pages, mounts the web routes, starts the live feed; nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx
from reflex.config import get_config

from starbond_site import content, mail
from starbond_site.content import LANGUAGES, Site
from starbond_site.documents import archive
from starbond_site.operations import background
from starbond_site.pages import all_pages
from starbond_site.pages.head import browser_title, description, meta, shared_picture
from starbond_site.pages.layout import guard, layout
from starbond_site.pages.page import Page
from starbond_site.reflex_adapter import development, event_logs, serving
from starbond_site.reflex_adapter.connection import app_inside
from starbond_site.shared import logs
from starbond_site.shared.settings import settings
from starbond_site.state import operations
from starbond_site.state.live import broadcast
from starbond_site.web import rights
from starbond_site.web.headers import same_for_every_origin
from starbond_site.web.services import Services
from starbond_site.web.site import Transformer, transformers

_log = logs.get_logger(__name__)


def _add(app: rx.App, site: Site, page: Page) -> None:
    def whole_page() -> rx.Component:
        return layout(site, page)

    # Reflex puts the memoised components of a module's pages into one file, with their words: pages with forms keep
    # theirs apart, and so does each language.
    whole_page.__module__ = f"{page.body.__module__}_{site.language}"
    path = site.address(page.path)
    app.add_page(
        development.when_opened(path, whole_page),
        route=path,
        title=browser_title(site, page),
        description=description(page),
        image=shared_picture(page),
        meta=meta(site, page),
        on_load=page.on_load,
    )


def _web_layers() -> list[Transformer]:
    """Return the ASGI layers around Reflex: rows of lists, paths, headers, files and JSON."""
    site = content.read()
    parts = Services(
        archive=archive.default,
        mailer=mail.default,
        rights=rights.default(),
        paths=site.paths,
        aliases=site.aliases,
        health=operations.ROUTES,
        static=serving.STATIC,
        script_hashes=serving.SCRIPT_HASHES,
        current=broadcast.current,
        fragments=broadcast.fragments,
        proxy_hops=get_config().trusted_proxy_hops,
    )
    return [*transformers(settings(), parts), operations.last_answers]


@asynccontextmanager
async def _live_feed() -> AsyncIterator[None]:
    """Log who may publish, and run the change feed and the threads beside it while the server runs."""
    _log.info("uploads", policy=rights.default().describe())
    async with background.running(archive.default()), broadcast.running(app), operations.observed(app):
        serving.report_ready()
        yield


# `serve` has done so already, but not where each worker or the reloader starts Python anew.
logs.configure(settings().logs)
event_logs.hide_visitor_data()
app = app_inside(same_for_every_origin)(
    reset_style=False,
    toaster=None,
    # Replaces Reflex's overlay and error boundary, which weigh 7 kB on every page.
    app_wraps={(55, "ErrorBoundary"): lambda _stateful: guard()},
    api_transformer=_web_layers(),
    backend_exception_handler=event_logs.log_backend_exception,
    frontend_exception_handler=event_logs.log_frontend_exception,
)
for language in LANGUAGES:
    for page in all_pages(content.read(language)):
        _add(app, content.read(language), page)
app.register_lifespan_task(_live_feed)
