"""What a browser gets of a topic: the rows of a list, the shared records, the header's lines, in both languages.

One shape for everyone: the server writes it into the page before the first paint, and the change feed pushes it.
"""

from collections.abc import Callable
from math import ceil
from typing import Any
from urllib.parse import urlsplit

from starbond_site import content
from starbond_site.content.formats import digits, file_size, long_date
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.reading import ROWS, Page, Published
from starbond_site.documents.records import LISTS, SINGLES, NodeName
from starbond_site.documents.snapshot import ListView, Snapshot

View = dict[str, Any]
SHARED, NODES = "shared", "nodes"
TOPICS = (*(category.value for category in LISTS), SHARED, NODES)
"""What a page can show live."""


def topic_of(name: str) -> str:
    """Return the topic that shows a list, single record or node of that name."""
    if name in LISTS:
        return name
    return SHARED if name in SINGLES else NODES


def version(snapshot: Snapshot, topic: str) -> int:
    """Return the version of a topic; it rises with every change. 0 is kept for "nothing yet"."""
    if topic in LISTS:
        return 1 + snapshot.version(topic)
    names = SINGLES if topic == SHARED else NodeName
    return 1 + sum(snapshot.version(name) for name in names)


def view(snapshot: Snapshot, topic: str) -> View:
    """Return the newest view of a topic."""
    if topic == SHARED:
        return {"version": version(snapshot, topic), "rows": _shared_rows(snapshot)}
    if topic == NODES:
        return {"version": version(snapshot, topic), "lines": lines(snapshot)}
    shown: ListView = snapshot.lists[topic]
    pages = max(1, ceil(shown.total / ROWS))
    return _list_view(topic, version(snapshot, topic), shown.documents, shown.total, number=1, pages=pages)


def page_view(page: Page) -> View:
    """Return an older page of a list, or the result of a search, in the same shape."""
    shown = _list_view(
        page.category, page.version + 1, page.documents, page.total, number=page.number, pages=page.pages
    )
    return shown | {"query": page.query, "summary": _in_each(lambda site: _found(site, page))} if page.query else shown


def lines(snapshot: Snapshot) -> list[View]:
    """Return the nodes that are shown above the header: objects with a ``text`` and perhaps a ``url`` (decisions)."""
    shown = []
    for name in NodeName:
        value = snapshot.nodes[name].value
        if isinstance(value, dict) and isinstance(value.get("text"), str) and value["text"].strip():
            shown.append({"node": name.value, "text": value["text"], "url": _safe(value.get("url"))})
    return shown


def _list_view(
    topic: str, number_of_version: int, documents: tuple[Published, ...], total: int, *, number: int, pages: int
) -> View:
    first = (number - 1) * ROWS + 1
    return {
        "version": number_of_version,
        "topic": topic,
        "number": number,
        "pages": pages,
        "query": "",
        "summary": _in_each(lambda site: _summary(site, documents, total, newest=number == 1)),
        "position": _in_each(lambda site: _position(site, number, pages)),
        "rows": [_row(document, first + index) for index, document in enumerate(documents)],
    }


def _row(document: Published, number: int) -> View:
    return {
        "id": str(document.id),
        "FileName": document.file_name,
        "DownloadUrl": document.download_url,
        "number": _in_each(lambda site: digits(number, site.interface.dates)),
        "facts": _in_each(lambda site: facts(site, document)),
    }


def facts(site: content.Site, document: Published) -> str:
    """Return type, size and day of a document in one line."""
    words = site.interface.dates
    kind = document.file_name.rpartition(".")[2].upper() if "." in document.file_name else document.media_type
    return " · ".join((kind, file_size(document.size, words), long_date(document.published_at, words)))


def _summary(site: content.Site, documents: tuple[Published, ...], total: int, *, newest: bool) -> str:
    words = site.interface
    count = words.documents.count_one if total == 1 else words.documents.count
    text = digits(count.format(count=total), words.dates)
    if not (documents and newest):
        return text
    change = words.documents.last_change.format(date=long_date(documents[0].published_at, words.dates))
    return f"{text} · {change}"


def _found(site: content.Site, page: Page) -> str:
    """Return how many documents a search has found."""
    words = site.interface.documents
    sentence = {0: words.search_none, 1: words.search_one}.get(page.total, words.search_count)
    count = digits(page.total, site.interface.dates)
    return sentence.replace("{count}", count).replace("{query}", page.query)


def _position(site: content.Site, number: int, pages: int) -> str:
    return digits(site.interface.documents.page_of.format(number=number, count=pages), site.interface.dates)


def _shared_rows(snapshot: Snapshot) -> list[View]:
    rows = []
    for name in SINGLES:
        document = snapshot.nodes[name].document
        rows.append({"node": name.value} | (_row(document, 0) if document else {}))
    return rows


def _in_each(write: Callable[[content.Site], str]) -> dict[Language, str]:
    return {language: write(content.read(language)) for language in LANGUAGES}


def _safe(url: object) -> str:
    """Return an address that a link may lead to; scripts and other schemes are left out."""
    if isinstance(url, str) and (url.startswith("/") or urlsplit(url).scheme in ("http", "https")):
        return url
    return ""
