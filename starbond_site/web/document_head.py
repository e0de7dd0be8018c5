"""Writes what the head of a prerendered page says of its document: title, description, addresses, robots."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import htpy as h

from starbond_site.content.addresses import localized
from starbond_site.content.languages import as_language
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.settings import settings

TITLE = re.compile(r"<title>[^<]*</title>")
META = re.compile(r"<meta\b(?=[^>]*\b(?P<kind>name|property)=\"(?P<name>[^\"]+)\")[^>]*>")
LINK = re.compile(r"<link\b(?=[^>]*\brel=\"(?P<relation>canonical|alternate)\")[^>]*>")
HREFLANG = re.compile(r"\bhreflang=\"([^\"]+)\"", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What the head of a page names."""

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
            "twitter:title": self.title,
            "twitter:description": self.description,
        }


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
    for language in LANGUAGES:
        if language != head.language:
            switch = f'href="{localized(frame, language)}"'
            body = body.replace(switch, f'href="{localized(head.path, language)}"')
    return before + end + body
