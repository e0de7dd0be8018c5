"""Assembles the middleware and routes around the Reflex app, as ``rx.App(api_transformer=...)`` takes them."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from starbond_site.documents import audit
from starbond_site.documents.archive import Archive
from starbond_site.newsletter.service import NewsletterService
from starbond_site.settings import Settings
from starbond_site.web import files, newsletter
from starbond_site.web.api import Api, Current
from starbond_site.web.guard import Guard, RefusedRequest, UploadEndpoint
from starbond_site.web.headers import SecurityHeaders
from starbond_site.web.language import RememberedLanguage
from starbond_site.web.live import LiveContent
from starbond_site.web.paths import Paths
from starbond_site.web.policy import reader
from starbond_site.web.rights import Rights
from starbond_site.web.rows import LiveRows, Source
from starbond_site.web.timing import Timing
from starbond_site.web.upload_key import UploadKeyEndpoint

FANOUT_PATH = "/live"
"""Where pages subscribe to updates by EventSource, if `Settings.fanout` is set; Nchan answers there."""
Transformer = Starlette | Callable[[ASGIApp], ASGIApp]


@dataclass(frozen=True, kw_only=True)
class Options:
    """What only the app knows."""

    paths: Collection[str]
    """English paths of all pages, as they are spelled (``/Bod``)."""
    upload_pages: Collection[str]
    """Paths that ask for the upload key, the first by default."""
    upload_endpoint: UploadEndpoint
    static: Path
    """Folder of the built site."""
    script_hashes: Path
    """JSON list of the build with the hashes of inline scripts."""
    aliases: Mapping[str, str] = field(default_factory=lambda: {"/Chairman": "/chairman"})
    current: Current
    """Returns the current snapshot of the change feed."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """By mark: what is written into the marked elements."""
    proxy_hops: int = 0
    """Reflex's ``trusted_proxy_hops``: reverse proxies that may name the visitor's address."""
    health: Sequence[BaseRoute] = ()
    """Routes of `web.health`."""
    notify_refusal: Callable[[RefusedRequest], Awaitable[None]] | None = None
    """Sends a refusal to the page that waits for its upload."""


def transformers(
    settings: Settings,
    archive: Callable[[], Archive],
    newsletter_service: Callable[[], NewsletterService],
    rights: Rights,
    options: Options,
) -> list[Transformer]:
    """Return what stands around the Reflex app, innermost first.

    From outside: measuring, where metrics are served; headers of every response; canonical paths; the chosen language;
    rows in pages; the guard of uploads; then files, JSON and newsletter pages; then Reflex.

    Args:
        settings: of this process.
        archive: returns the archive; called with the first request that needs it, since a build has no database.
        newsletter_service: returns the newsletter service, likewise.
        rights: decide who may publish.
        options: what only the app knows.
    """

    async def record(refused: RefusedRequest) -> None:
        actor = audit.Actor(refused.visitor.address, rights.policy)
        action = "publish" if refused.handler else "enter key"
        code = refused.decision.code
        await asyncio.to_thread(audit.record, archive(), actor, action, refused.handler, code)

    upload_key = UploadKeyEndpoint(rights, options.upload_pages, proxy_hops=options.proxy_hops, audit=record)
    policy = reader(options.script_hashes, is_secure=rights.is_secure)
    routes = [
        *options.health,
        *files.routes(archive),
        *Api(archive, options.current).routes,
        LiveContent(options.sources).route,
        upload_key.route,
        *newsletter.routes(newsletter_service, options.proxy_hops),
    ]

    def around(app: ASGIApp) -> ASGIApp:
        app = Guard(
            app,
            rights,
            options.upload_endpoint,
            max_bytes=settings.max_upload_bytes,
            proxy_hops=options.proxy_hops,
            audit=record,
            notify=options.notify_refusal,
        )
        app = LiveRows(app, options.static, options.sources, FANOUT_PATH if settings.fanout else "")
        app = RememberedLanguage(app)
        app = Paths(app, options.paths, options.static, aliases=options.aliases)
        app = SecurityHeaders(app, policy, is_secure=rights.is_secure)
        return Timing(app) if settings.metrics_port else app

    return [Starlette(routes=routes), around]
