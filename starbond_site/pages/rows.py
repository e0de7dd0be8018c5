"""What the server writes into the marked elements of a page, by mark: the lists as they are at this moment."""

import asyncio
from functools import lru_cache, partial

from starlette.datastructures import QueryParams

from starbond_site import content
from starbond_site.components import live_html
from starbond_site.components.latest_filing import TOPIC
from starbond_site.documents import archive, reading, views
from starbond_site.documents.records import LISTS
from starbond_site.documents.snapshot import Snapshot
from starbond_site.state.broadcast import broadcast
from starbond_site.web.rows import Fragment, Source

MAX_PAGE_DIGITS = 6
"""Longer page numbers are nonsense; the last page is given for what is merely too high."""


def sources() -> dict[str, Source]:
    """Return the source of every mark that pages have."""
    return {
        **{category.value: partial(_list, category.value) for category in LISTS},
        live_html.LATEST: _latest,
        views.SHARED: _shared,
        views.NODES: _nodes,
    }


async def _list(topic: str, language: str, query: QueryParams) -> Fragment:
    """Return the head of a list from the snapshot; an older page or a search from the database."""
    number, words = query.get("page", "1")[:MAX_PAGE_DIGITS], query.get("q", "").strip()
    if query.get("list") != topic or not (words or number not in ("", "1")):
        return _newest(broadcast.feed.snapshot, topic, language)
    page = await asyncio.to_thread(
        reading.page, archive.default(), topic, int(number) if number.isdecimal() else 1, words
    )
    view = views.page_view(page)
    return Fragment(live_html.document_list(_site(language), view), view["version"])


@lru_cache(maxsize=2 * len(LISTS))
def _written(topic: str, version: int) -> dict[str, str]:
    """Return where ``_newest`` keeps what it wrote for a version, by language."""
    return {}


def _newest(snapshot: Snapshot, topic: str, language: str) -> Fragment:
    version = views.version(snapshot, topic)
    written = _written(topic, version)
    if language not in written:
        written[language] = live_html.document_list(_site(language), views.view(snapshot, topic))
    return Fragment(written[language], version)


async def _latest(language: str, _query: QueryParams) -> Fragment:
    view = views.view(broadcast.feed.snapshot, TOPIC)
    return Fragment(live_html.latest(_site(language), view), view["version"])


async def _shared(language: str, _query: QueryParams) -> Fragment:
    view = views.view(broadcast.feed.snapshot, views.SHARED)
    return Fragment(live_html.shared(_site(language), view), view["version"])


async def _nodes(language: str, _query: QueryParams) -> Fragment:
    view = views.view(broadcast.feed.snapshot, views.NODES)
    return Fragment(live_html.line(_site(language), view), view["version"])


def _site(language: str) -> content.Site:
    return content.read("bn" if language == "bn" else "en")
