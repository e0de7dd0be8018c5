"""Inserts current rows into prerendered pages, so that lists are complete at the first paint and without scripts.

The build leaves marked elements empty, ``<div data-live="AllNotice">`` or ``<tbody data-live="shared">``. `fill` writes
the HTML of a fragment into them, and its version into ``data-version``, which the component compares with later
versions after hydration.
"""

import re
from collections.abc import Mapping

from starbond_site.presentation.fragments import Fragment

MARKED = re.compile(r"<(?P<tag>[a-z][a-z0-9]*)\b(?P<attributes>[^>]*?\sdata-live=\"(?P<mark>[^\"]+)\"[^>]*)>")
VERSION = re.compile(r'\sdata-version="[^"]*"')


def marks(html: str) -> tuple[str, ...]:
    return tuple(match["mark"] for match in MARKED.finditer(html))


def fill(html: str, fragments: Mapping[str, Fragment], fanout: str = "") -> str:
    """Return ``html`` with the content of every marked element replaced; marks without a fragment stay as they are.

    With ``fanout``, the elements name that address, where the page subscribes to updates by EventSource.

    Raises ValueError where a marked element is never closed.
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
