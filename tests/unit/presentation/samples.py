"""Snapshots and dealers without a database, and what an HTML says of each name."""

import re
from datetime import UTC, datetime
from html import unescape
from math import ceil
from types import MappingProxyType

from starbond_site.content.dealers import Dealer
from starbond_site.documents.public_view import ROWS, ListPage
from starbond_site.documents.records import Document, OtherLanguage
from starbond_site.documents.selection import WHOLE
from starbond_site.documents.snapshot import EMPTY, NodeView, Rows, Snapshot
from starbond_site.presentation.topics import OF_FEATURES

MOMENT = datetime(2026, 11, 20, 6, 0, tzinfo=UTC)
NAME = "Annual Report 2026 -20-11-2026.pdf"
_SAID = re.compile(
    r'<dt[^>]*>(.*?)</dt><dd[^>]*>(.*?)</dd>|<td[^>]* data-head="([^"]*)"[^>]*><div[^>]*>(.*?)</div></td>', re.DOTALL
)


def values(html: str) -> list[tuple[str, str]]:
    """Return what stands beside each name in lists of facts and below each head in tables, in the order of the page."""
    return [
        (unescape(re.sub("<[^>]*>", "", name or head)), unescape(re.sub("<[^>]*>", "", fact or cell)))
        for name, fact, head, cell in _SAID.findall(html)
    ]


def dealer(name: str, **values: object) -> Dealer:
    place = {"region": "Dhaka", "region_bn": "ঢাকা", "area": "Gazipur", "town": "Sreepur", "address": "Road 1"}
    given = {**place, "name": name, "telephone": "01711-000000", **values}
    return Dealer.model_validate(given, context={"country": "BD"})


def published(
    number: int, category: str = "AllNotice", name: str = NAME, pair: OtherLanguage | None = None, **more: object
) -> Document:
    """Return a document without a database; of its further fields, those that are given."""
    same = {"media_type": "application/pdf", "size": 345_678, "sha256": "a" * 64, "key": "", "published_at": MOMENT}
    document = Document(id=number, category=category, file_name=name, **{**same, **more})
    document.pair = pair
    return document


def listed(category: str, *numbers: int, version: int, total: int = 0) -> Snapshot:
    """Return a snapshot in which a list shows the documents of these ids."""
    documents = tuple(published(number, category) for number in numbers)
    newest = max(numbers, default=0)
    total, years = total or len(documents), (2026,) if numbers else ()
    page = ListPage(category, version, WHOLE, 1, max(1, ceil(total / ROWS)), total, documents, years, newest_id=newest)
    lists = {name: ListPage(name, 0) for name in EMPTY.lists} | {category: page}
    nodes = MappingProxyType({name: NodeView(0) for name in EMPTY.nodes})
    return Snapshot(MappingProxyType(lists), nodes, MappingProxyType({name: Rows(0) for name in OF_FEATURES}))


def snapshot(**count: int) -> Snapshot:
    """Return a snapshot with that many documents in a list, each published in a version of its own."""
    ((category, number),) = count.items()
    return listed(category, *range(number, max(number - ROWS, 0), -1), version=number, total=number)
