"""Inserts current rows into prerendered pages, so that lists are complete at the first paint and without scripts.

The build leaves marked elements empty, ``<div data-live="AllNotice">`` or ``<tbody data-live="shared">``. `fill` writes
the HTML of a fragment into them, and its version into ``data-version``, which the component compares with later
versions after hydration. `with_head` writes what the head says of a document: title, description, addresses, robots.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import htpy as h

from starbond_site.content.addresses import Language, as_language, localized, others
from starbond_site.presentation.spoken import spoken
from starbond_site.presentation.topics import Fragment
from starbond_site.shared.settings import settings

MARKED = re.compile(r"<(?P<tag>[a-z][a-z0-9]*)\b(?P<attributes>[^>]*?\sdata-live=\"(?P<mark>[^\"]+)\"[^>]*)>")
VERSION = re.compile(r'\sdata-version="[^"]*"')
TITLE = re.compile(r"<title>[^<]*</title>")
META = re.compile(r"<meta\b(?=[^>]*\b(?P<kind>name|property)=\"(?P<name>[^\"]+)\")[^>]*>")
LINK = re.compile(r"<link\b(?=[^>]*\brel=\"(?P<relation>canonical|alternate)\")[^>]*>")
HREFLANG = re.compile(r"\bhreflang=\"([^\"]+)\"", re.IGNORECASE)


def marks(html: str) -> tuple[str, ...]:
    return tuple(match["mark"] for match in MARKED.finditer(html))


def fill(html: str, fragments: Mapping[str, Fragment], fanout: str = "") -> str:
    """Return ``html`` with the content of every marked element replaced; marks without a fragment stay as they are.

    Args:
        fanout: address that the elements name, where the page subscribes to updates by EventSource.

    Raises:
        ValueError: a marked element is never closed.
    """
    parts: list[str] = []
    position = 0
    for match in MARKED.finditer(html):
        fragment = fragments.get(match["mark"])
        if fragment is None or match.start() < position:
            continue
        end = _end(html, match["tag"], match.end())
        attributes = VERSION.sub("", match["attributes"]) + (f' data-fanout="{fanout}"' if fanout else "")
        parts += (
            html[position : match.start()],
            f'<{match["tag"]}{attributes} data-version="{fragment.version}">',
            fragment.html,
        )
        position = end
    return "".join((*parts, html[position:]))


def _end(html: str, tag: str, start: int) -> int:
    """Return where the element that was opened just before ``start`` is closed."""
    depth = 1
    for match in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(html, start):
        depth += -1 if match[1] else 1
        if not depth:
            return match.start()
    raise ValueError(f"the element <{tag}> is never closed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Values of the head of a page."""

    language: Language
    title: str
    description: str
    path: str
    """English path of the page."""
    is_indexed: bool = True
    record: str = ""
    """Path of the same as JSON."""

    @property
    def address(self) -> str:
        return settings().public_url + localized(self.path, self.language)

    def meta(self) -> Mapping[str, str]:
        """Return the content of ``meta`` elements, by their name or property."""
        return {
            "description": self.description,
            "robots": "index, follow" if self.is_indexed else "noindex, nofollow",
            "og:type": "article",
            "og:title": self.title,
            "og:description": self.description,
            "og:url": self.address,
        }


def framed(page: str, mark: str, html: str, head: Head, frame: str, fanout: str) -> bytes:
    """Return a page of the server within a page of the build, whose English path is ``frame``; see `fill`."""
    return with_head(fill(page, {mark: Fragment(spoken(head.language, html))}, fanout), head, frame).encode()


def with_head(html: str, head: Head, frame: str) -> str:
    """Return a page with another head, whose language switch leads to the same page in the other language.

    Elements are replaced where they stand, and none is added but the link to the record: React finds at hydration as
    many as it wrote (`pages.head`, which reads their values).
    """
    values = head.meta()

    def meta(found: re.Match[str]) -> str:
        if found["name"] not in values:
            return found[0]
        return str(h.meta({"content": values[found["name"]], found["kind"]: found["name"]}))

    def link(found: re.Match[str]) -> str:
        if found["relation"] == "canonical":
            return str(h.link(href=head.address, rel="canonical"))
        language = HREFLANG.search(found[0])
        if not language:
            return found[0]
        path = localized(head.path, as_language(language[1]))
        return str(h.link(href=settings().public_url + path, hreflang=language[1], rel="alternate"))

    before, end, body = html.partition("</head>")
    before = TITLE.sub(lambda _: str(h.title[head.title]), before, count=1)
    before = LINK.sub(link, META.sub(meta, before))
    if head.record:
        before = f"{before}{h.link(rel='alternate', type='application/json', href=head.record)}"
    return before + end + with_switch(body, head.language, frame, head.path)


def with_switch(html: str, language: Language, path: str, target: str) -> str:
    """Return a page whose links to a path in other languages, such as its switch, lead to another address there."""
    for other in others(language):
        html = html.replace(f'href="{localized(path, other)}"', f'href="{localized(target, other)}"')
    return html
