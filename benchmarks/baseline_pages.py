"""Serves the folder ``PAGES`` with gzip, and with long caching of files whose name has a hash."""

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

HASHED = "assets/"
YEAR = "public, max-age=31536000, immutable"


class Pages(StaticFiles):
    """Static files with a ``Cache-Control`` header."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Add the header."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = YEAR if path.startswith(HASHED) else "no-cache"
        return response


app = Starlette(
    routes=[Mount("/", Pages(directory=Path(os.environ.get("PAGES", ".")), html=True))],
    middleware=[Middleware(GZipMiddleware)],
)
