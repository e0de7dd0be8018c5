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


def route(archive: Callable[[], Archive]) -> Route:
    kept: dict[int, Encoded] = {}
    writing = asyncio.Lock()

    async def sitemap(_request: Request) -> ASGIApp:
        async with writing:
            version, _ = await threads.READS.run(changes.read, archive(), 0, 0)
            if version not in kept:
                kept.clear()
                kept[version] = await threads.READS.run(_written, archive())
            return kept[version]

    return Route("/sitemap-documents.xml", sitemap)


def document_sitemap(documents: Iterable[tuple[int, datetime]], home: str) -> str:
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
