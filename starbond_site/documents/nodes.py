"""The free-form nodes `Financial` and `Dividend`, and the single records as nodes."""

import json
import re
from dataclasses import dataclass

from pydantic import JsonValue
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.categories import SINGLES, Category, NodeName
from starbond_site.documents import audit, database, reading, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.records import Document, Node

_LINK = re.compile(r"(https?://[^/\\]|/(?![/\\]))[^\x00-\x20\x7f]*", re.IGNORECASE)
"""An http or https address, or a path of this site. Browsers drop control characters and read a backslash as a slash
(WHATWG URL), so that ``//example.com`` and ``/\\example.com`` lead to another site."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A line of text above the header."""

    text: str
    url: str = ""
    """Target of the link: a path of this site or an http(s) URL; empty for no link."""


def headline(value: JsonValue) -> Headline | None:
    """Return the headline in the value of a node; None unless the value is an object with a ``text``.

    An address that is neither http, https nor a path of this site is left out, since it could run a script.
    """
    if not isinstance(value, dict):
        return None
    text, url = value.get("text"), value.get("url")
    if not isinstance(text, str) or not text.strip():
        return None
    url = url.strip() if isinstance(url, str) else ""
    return Headline(text.strip(), url if _LINK.fullmatch(url) else "")


def put(archive: Archive, name: NodeName | str, value: JsonValue, actor: Actor) -> int:
    """Set a node to any JSON value, None to clear it, and return its new version."""
    name = NodeName(name)
    with database.writing(archive.engine) as session:
        version = versions.raise_version(session, name.value)
        session.merge(Node(name=name.value, value=value, updated_at=local_time.now()))
        action = "clear node" if value is None else "set node"
        audit.add(session, actor, action, name, audit.DONE, json.dumps(value, ensure_ascii=False))
    archive.announce(name)
    return version


def single(session: Session, category: Category) -> Document | None:
    """Return the current document of a single record."""
    newest = select(Document).where(*reading.current(category)).order_by(col(Document.id).desc())
    return session.exec(newest).first()


def values(archive: Archive) -> dict[str, JsonValue]:
    """Return the values of all nodes and single records as ``GET /api/nodes`` responds; None for an empty one."""
    with database.reading(archive.engine) as session:
        found: dict[str, JsonValue] = {}
        for category in SINGLES:
            document = single(session, category)
            found[category.value] = {"DownloadUrl": reading.published(document).download_url} if document else None
        for name in NodeName:
            node = session.get(Node, name.value)
            found[name.value] = node.value if node else None
        return found
