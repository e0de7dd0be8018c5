"""Atom feeds (RFC 4287) of the documents of a list, or of all of them.

A page has the newest documents, and names the page of the older ones (RFC 5005, section 3). A withdrawn document is a
tombstone (RFC 6721), a replaced one stays and names its successor (RFC 5829). The id of an entry is the address of the
English page of its document, in every feed, so that readers who follow two feeds recognise it. Ids keep the host that
they were first given under (`Settings.feed_ids`), as RFC 4287 asks in section 4.2.6.

Written with the standard library: feedgen 1.0.0 knows no tombstones, and would bring dateutil for 60 lines of XML.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from starbond_site.content import Language, Site
from starbond_site.content.addresses import localized
from starbond_site.documents.newest import FeedPage
from starbond_site.documents.records import Document
from starbond_site.presentation.spoken import other_language
from starbond_site.shared.categories import LISTS, Category
from starbond_site.shared.local_time import in_utc

ALL = "all"
"""Name of the feed of all lists and single records."""
NAMES = (*(category.value for category in LISTS), ALL)
MEDIA_TYPE = "application/atom+xml"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""Time of the last change where nothing was ever published: the element is required."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot contain."""


def address(name: str, language: Language) -> str:
    return localized(f"/feeds/{name}.atom", language)


def categories(name: str) -> tuple[str, ...]:
    return tuple(category.value for category in Category) if name == ALL else (name,)


def title(site: Site, name: str) -> str:
    if name == ALL:
        return site.interface.feeds.all
    return site.title_of(name)


def feed(site: Site, name: str, recent: FeedPage, public_url: str, before: int | None = None, ids: str = "") -> bytes:
    """Return a page of a feed as XML.

    Args:
        before: the document whose older ones the page has; None for the newest page.
        ids: what ids begin with, where that is not ``public_url``.
    """
    ids = ids or public_url
    own = public_url + address(name, site.language)
    root = ET.Element(
        "feed",
        {
            "xmlns": "http://www.w3.org/2005/Atom",
            "xmlns:at": "http://purl.org/atompub/tombstones/1.0",
            "xml:lang": site.language,
        },
    )
    _add(root, "id", ids + address(name, site.language))
    _add(root, "title", site.interface.feeds.title.format(company=site.company.name, list=title(site, name)))
    _add(root, "updated", in_utc(recent.changed_at or NEVER))
    author = ET.SubElement(root, "author")
    _add(author, "name", site.company.name)
    _add(author, "uri", public_url)
    _link(root, "self", own if before is None else f"{own}?before={before}", MEDIA_TYPE)
    _link(root, "alternate", public_url + site.address(site.page_of(name)), "text/html")
    if before is not None:
        _link(root, "first", own, MEDIA_TYPE)
    if recent.has_more:
        _link(root, "next", f"{own}?before={[*recent.entries][-1].id}", MEDIA_TYPE)
    for gone in recent.withdrawn:
        _add_tombstone(root, gone, public_url, ids)
    for document, changed_at in recent.entries.items():
        _add_entry(root, site, document, changed_at, public_url, ids)
    return ET.tostring(root, "utf-8", xml_declaration=True)


def _add_entry(
    root: ET.Element, site: Site, document: Document, changed_at: datetime, public_url: str, ids: str
) -> None:
    made = ET.SubElement(root, "entry")
    _add(made, "id", _id(ids, document.id))
    other = other_language(site.language, document.shown_name)
    _add(made, "title", document.shown_name, **({"xml:lang": other} if other else {}))
    _add(made, "published", in_utc(document.published_at))
    _add(made, "updated", in_utc(changed_at))
    _link(made, "alternate", public_url + site.address(f"/documents/{document.id}"), "text/html")
    if pair := document.pair:
        # RFC 4287, 4.1.2: further alternates differ in type or language.
        address = public_url + localized(f"/documents/{pair.id}", pair.language)
        _link(made, "alternate", address, "text/html", hreflang=pair.language, title=_legal(pair.shown_name))
    enclosed = {"length": str(document.size), "title": _legal(document.file_name)}
    _link(made, "enclosure", public_url + document.download_url, document.media_type, **enclosed)
    if document.replaced_by is not None:
        successor = public_url + site.address(f"/documents/{document.replaced_by}")
        _link(made, "successor-version", successor, "text/html")
    ET.SubElement(made, "category", {"term": document.category, "label": title(site, document.category)})
    _add(made, "summary", " · ".join(_said(site, document)))


def _said(site: Site, document: Document) -> Iterable[str]:
    """Yield the parts of the summary: list, type, size, and whether it was filed earlier or replaced."""
    words = site.interface.feeds
    yield title(site, document.category)
    yield document.file_type
    yield site.file_size(document.size)
    if document.filed_at is not None:
        yield words.filed.format(date=site.long_date(document.filed_at))
    if document.replaced_by is not None:
        yield words.replaced


def _add_tombstone(root: ET.Element, gone: Document, public_url: str, ids: str) -> None:
    made = ET.SubElement(
        root, "at:deleted-entry", {"ref": _id(ids, gone.id), "when": in_utc(gone.withdrawn_at or NEVER)}
    )
    if gone.withdrawn_reason:
        _add(made, "at:comment", gone.withdrawn_reason)
    _link(made, "alternate", _id(public_url, gone.id), "text/html")


def _id(public_url: str, number: int) -> str:
    return f"{public_url}/documents/{number}"


def _add(parent: ET.Element, name: str, text: str, **attributes: str) -> None:
    ET.SubElement(parent, name, attributes).text = _legal(text)


def _link(parent: ET.Element, rel: str, href: str, media_type: str, **more: str) -> None:
    ET.SubElement(parent, "link", {"rel": rel, "href": href, "type": media_type, **more})


def _legal(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
