"""``GET /sitemap-documents.xml``: the pages of public documents for search engines (https://www.sitemaps.org).

``robots.txt`` names it beside the sitemap of the build. It is written anew when something changed, and not for each
request: with 25,000 documents it has 5 MB (65 kB compressed) and takes about a second.
"""

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime

from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import threads
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES
from starbond_site.documents import changes, details
from starbond_site.documents.archive import Archive
from starbond_site.local_time import in_utc
from starbond_site.settings import settings
from starbond_site.web.encoding import SAME_FOR_ALL, Encoded

MAX_ADDRESSES = 50_000
"""Of one sitemap, by its protocol; with more documents the newest are named."""
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


class DocumentSitemap:
    """The route, and the newest answer."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        """Take the site's archive, which is opened with the first request."""
        self._archive = archive
        self._kept: tuple[int, Encoded] | None = None
        self._writing = asyncio.Lock()

    @property
    def route(self) -> Route:
        """The Starlette route."""
        return Route("/sitemap-documents.xml", self.sitemap)

    async def sitemap(self, _request: Request) -> ASGIApp:
        """Answer with the pages of all public documents in every language."""
        async with self._writing:
            version, _ = await threads.READS.run(changes.read, self._archive(), 0, 0)
            if self._kept is None or self._kept[0] != version:
                self._kept = (version, await threads.READS.run(_written, self._archive()))
            return self._kept[1]


def document_sitemap(documents: Iterable[tuple[int, datetime]], home: str) -> str:
    """Return a sitemap."""
    entries = [
        f"<url><loc>{home}{localized(f'/documents/{number}', language)}</loc><lastmod>{in_utc(changed)}</lastmod></url>"
        for number, changed in documents
        for language in LANGUAGES
    ]
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{NAMESPACE}">\n' + "\n".join(entries) + "\n</urlset>\n"
    )


def _written(archive: Archive) -> Encoded:
    public = details.public(archive, MAX_ADDRESSES // len(LANGUAGES))
    return Encoded(document_sitemap(public, settings().public_url).encode(), "application/xml", SAME_FOR_ALL)
