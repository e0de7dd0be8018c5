"""Notices that nearly all pages are asked for from the same few addresses: those of a proxy that is not told apart.

All readers then share the limits of an address, and the audit names the proxy (docs/operating.md, "Behind a CDN"). The
numbers stand in a file of the data folder, without an address; ``starbond check`` reads it.
"""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from starbond_site.shared.limits import networks
from starbond_site.shared.settings import Settings
from starbond_site.web.visitor import Visitor

SAMPLE = 1000
"""Pages that are looked at together, by each worker."""
FEW = 5
FILE = "few-addresses.json"


class FewAddresses:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: Settings, proxy_hops: int) -> None:
        self._app = app
        self._file = settings.data_dir / FILE
        self._proxy_hops = proxy_hops
        self._seen = Counter[str]()
        self._pages = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)
        if scope["type"] != "http" or scope["method"] != "GET":
            return
        visitor = Visitor.of_scope(scope, self._proxy_hops)
        if "text/html" not in visitor.headers.get("accept", ""):
            return
        self._seen[networks(visitor.address)[0]] += 1
        self._pages += 1
        if self._pages == SAMPLE:
            most = sum(count for _, count in self._seen.most_common(FEW))
            found = {"addresses": min(FEW, len(self._seen)), "percent": 100 * most // SAMPLE}
            self._seen, self._pages = Counter(), 0
            await asyncio.to_thread(_note, self._file, found)


def _note(file: Path, found: dict[str, int]) -> None:
    # A full disk is told of elsewhere, and not to a reader.
    with suppress(OSError):
        file.write_text(json.dumps(found))
