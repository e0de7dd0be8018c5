"""The free-form nodes `Financial` and `Dividend`, and the single records as nodes."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue
from sqlmodel import Session, col, select

from starbond_site.content.addresses import LANGUAGES
from starbond_site.documents import audit, names, public_view, versions
from starbond_site.documents.archive import SCHEDULE, Actor, Archive
from starbond_site.documents.records import Document, Node
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time
from starbond_site.shared.categories import Category, NodeName

_LINK = re.compile(r"(https?://[^/\\]|/(?![/\\]))[^\x00-\x20\x7f]*", re.IGNORECASE)
"""An http or https address, or a path of this site. Browsers drop control characters and read a backslash as a slash
(WHATWG URL), so that ``//example.com`` and ``/\\example.com`` lead to another site."""
MAX_LINE = 200
"""Characters of a line above the header."""
MAX_LINK = 500


@dataclass(frozen=True, slots=True)
class Headline:
    """A line of text above the header."""

    text: str
    url: str = ""
    """Target of the link: a path of this site or an http(s) URL; empty for no link."""
    translations: Mapping[str, str] = field(default_factory=dict)
    """Further texts by language; ``text`` serves for a language that has none."""


def headline(value: JsonValue) -> Headline | None:
    """Return the headline in the value of a node; None unless the value is an object with a ``text``.

    The text is a string, or one for each language (``{"text": {"en": "...", "bn": "..."}}``); these may also be
    the value itself.
    An address that is neither http, https nor a path of this site is left out, since it could run a script.
    """
    if not isinstance(value, dict):
        return None
    url = value.get("url")
    text, translations = _texts(value.get("text", value))
    if not text:
        return None
    url = url.strip() if isinstance(url, str) else ""
    return Headline(text, url if _LINK.fullmatch(url) else "", translations)


def _texts(text: JsonValue) -> tuple[str, dict[str, str]]:
    """Return a text of a node for all languages that have none of their own, and those that have."""
    if isinstance(text, str):
        return text.strip(), {}
    if not isinstance(text, dict):
        return "", {}
    texts = {each: said.strip() for each in LANGUAGES if isinstance(said := text.get(each), str) and said.strip()}
    main, *others = texts or [""]
    return texts.get(main, ""), {each: texts[each] for each in others}


def put(
    archive: Archive,
    name: NodeName | str,
    value: JsonValue,
    actor: Actor,
    *,
    ends_at: datetime | None = None,
    seen: int | None = None,
) -> None:
    """Set a node to any JSON value, None to clear it.

    Raises:
        Refusal: changed_meanwhile: somebody else set or cleared it after that version; nothing was changed.
    """
    name = NodeName(name)
    with versions.changing(archive, name.value, seen=seen) as session:
        _write(session, name, value, actor, ends_at)


def put_line(
    archive: Archive,
    name: NodeName,
    line: Headline,
    actor: Actor,
    *,
    ends_at: datetime | None = None,
    seen: int | None = None,
) -> None:
    """Set a node to a line that the header shows; see `put`.

    Raises:
        Refusal: the words, the link or the end cannot be shown; nothing was changed.
    """
    with audit.recording_refusals(archive, actor, "set node", name):
        text = names.one_line(line.text)
        if not text:
            raise Refusal("line_missing")
        translations = {each: said for each, given in line.translations.items() if (said := names.one_line(given))}
        if max(map(len, (text, *translations.values()))) > MAX_LINE:
            raise Refusal("line_too_long", limit=MAX_LINE)
        url = line.url.strip()
        if url and (len(url) > MAX_LINK or not _LINK.fullmatch(url)):
            raise Refusal("link_invalid")
        if ends_at is not None and ends_at <= local_time.now():
            raise Refusal("end_invalid")
        shown: JsonValue = {LANGUAGES[0]: text, **translations} if translations else text
        value: JsonValue = {"text": shown, "url": url} if url else {"text": shown}
        put(archive, name, value, actor, ends_at=ends_at, seen=seen)


def clear_ended(archive: Archive) -> list[str]:
    """Clear the nodes whose end has come, and return their names; each is cleared once, whoever asks."""
    cleared: list[str] = []
    due = archive.read(lambda session: [node.name for node in session.exec(select(Node)) if has_ended(node)])
    for name in due:
        with versions.changing(archive, name) as session:
            if has_ended(session.get_one(Node, name)):
                _write(session, NodeName(name), None, SCHEDULE, None)
                cleared.append(name)
            else:
                # Another server was first, or somebody has set it anew.
                session.rollback()
    return cleared


def has_ended(node: Node) -> bool:
    """Return whether the end of a node has come that was not cleared yet."""
    return node.ends_at is not None and node.ends_at <= local_time.now()


def _write(session: Session, name: NodeName, value: JsonValue, actor: Actor, ends_at: datetime | None) -> None:
    session.merge(Node(name=name.value, value=value, updated_at=local_time.now(), ends_at=ends_at))
    action = "clear node" if value is None else "set node"
    until = f" until {local_time.written(ends_at)}" if ends_at else ""
    audit.add(session, actor, action, name, audit.DONE, json.dumps(value, ensure_ascii=False) + until)


def single(session: Session, category: Category) -> Document | None:
    newest = select(Document).where(*public_view.current(category)).order_by(col(Document.id).desc())
    return session.exec(newest).first()
