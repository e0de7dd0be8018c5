"""Assembles the middleware and routes around the Reflex app, as ``rx.App(api_transformer=...)`` takes them."""

from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import features
from starbond_site.content.addresses import COMPARE
from starbond_site.documents.database import DatabaseProblem
from starbond_site.documents.refusals import Refusal
from starbond_site.shared.settings import Settings
from starbond_site.web import data_sheets, files, markdown_texts, posted_form, proofs
from starbond_site.web.api import Api
from starbond_site.web.built import BuiltSite
from starbond_site.web.desk import frame as desk_frame
from starbond_site.web.desk import routes as desk_routes
from starbond_site.web.document_page import DocumentPages
from starbond_site.web.few_addresses import FewAddresses
from starbond_site.web.headers import with_security_headers
from starbond_site.web.pages_with_a_query import compare_routes, search_routes, verify_routes
from starbond_site.web.paths import Paths
from starbond_site.web.refusals import ErrorResponse, refused
from starbond_site.web.resumable import ResumableUploads
from starbond_site.web.rights import Denied
from starbond_site.web.services import Services
from starbond_site.web.timing import timed
from starbond_site.web.unfinished_messages import UnfinishedMessages
from starbond_site.web.upload_key import UploadKeyEndpoint

FANOUT_PATH = "/live"
"""Where pages subscribe to updates by EventSource, if `Settings.fanout` is set; Nchan answers there."""
REFLEX_UPLOAD = "/_upload"
"""Reflex takes files here; this site takes them at `resumable.PATH`."""
Transformer = Starlette | Callable[[ASGIApp], ASGIApp]


def transformers(settings: Settings, parts: Services) -> list[Transformer]:
    """Return the layers around the Reflex app, innermost first.

    From outside: measuring, where metrics are served; where readers come from; messages without end; headers of every
    response; canonical paths; the chosen language; the built site; then files, JSON and the forms of visitors; then
    Reflex.
    """
    archive, current = parts.archive, parts.current
    built = BuiltSite(parts, has_mail=bool(settings.smtp_url), fanout=FANOUT_PATH if settings.fanout else "")
    desk = desk_frame.Desk(parts, built)
    closed = ErrorResponse(Refusal("upload_in_two_steps"), headers={"Connection": "close"})
    routes = [
        *parts.health,
        *proofs.routes(archive),
        *verify_routes(archive, built.page),
        *(compare_routes(built.page) if COMPARE in parts.paths else ()),
        *search_routes(archive, built.page),
        *(route for feature in features.offered() for route in feature.hooks.asked(built.page)),
        *data_sheets.routes(),
        *markdown_texts.routes(archive, current),
        *files.routes(archive, current),
        *DocumentPages(parts, built).routes,
        *Api(parts).routes,
        *desk_routes(desk),
        *(route for hooks in features.hooks() for route in hooks.sign_in(desk, settings)),
        UploadKeyEndpoint(parts).route,
        *ResumableUploads(parts).routes,
        # Reflex's endpoint stays closed: every method is told where files go, and no body is read.
        *(Route(REFLEX_UPLOAD + rest, closed) for rest in ("", "/{rest:path}")),
        *posted_form.contact_routes(parts),
        *(route for feature in features.offered() for route in feature.hooks.routes(parts)),
    ]

    def around(app: ASGIApp) -> ASGIApp:
        left_out = [route.path for route in routes if isinstance(route, Route)]
        app = Paths(app, [*parts.paths, *data_sheets.paths()], built, aliases=parts.aliases, left_out=left_out)
        app = with_security_headers(app, lambda: built.build.policy, is_secure=parts.rights.is_secure)
        app = UnfinishedMessages(app)
        if not settings.is_local:
            app = FewAddresses(app, settings, parts.proxy_hops)
        return timed(app) if settings.metrics_port else app

    away = dict.fromkeys((SQLAlchemyError, DatabaseProblem), desk.unavailable)
    return [Starlette(routes=routes, exception_handlers={**away, Denied: desk.denied, Refusal: refused}), around]
