"""The HTML that says whether a file is what was published, in the language of the given content."""

from collections.abc import Sequence
from datetime import datetime

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.documents.document_record import DocumentDetails, LoggedEntry
from starbond_site.documents.records import Document
from starbond_site.presentation.html_parts import link

MARK = "verify"
"""The element of the page that the server fills (``data-live``)."""


def on_file(site: Site, sha256: str, found: Sequence[DocumentDetails], wanted: DocumentDetails | None = None) -> str:
    """Return the answer on a file: what it is, and whether it is the document that was asked for."""
    words = site.interface.verify
    comparison = wanted and _comparison(site, sha256, wanted)
    if not found:
        unknown = [_headline(words.unknown), h.p[words.unknown_text]]
        return _result("unknown", comparison, unknown, _hash(words.hash_of_file, sha256))
    state = found[0].document.state
    several = len(found) > 1 and h.p[site.digits(words.several.format(count=len(found)))]
    documents = [_document(site, finding) for finding in found]
    return _result(
        state, comparison, _headline(words.headlines[state]), several, documents, _hash(words.hash_of_file, sha256)
    )


def on_document(site: Site, finding: DocumentDetails) -> str:
    words, document = site.interface.verify, finding.document
    asked = _headline(words.compare.format(number=site.digits(document.id)))
    own = _hash(words.hash_of_document, document.sha256)
    return _result(document.state, asked, _document(site, finding), own)


def on_checkpoint(site: Site, state: str, size: int, today: int, last: tuple[str, datetime] | None) -> str:
    """Return the answer on a checkpoint of the public log that a visitor kept: see `checkpoints.compare`."""
    words = site.interface.verify
    said = words.kept[state].format(size=site.digits(size), today=site.digits(today))
    return _result(
        "current" if state == "held" else "unknown",
        _headline(words.kept_heads[state]),
        h.p[said, last_confirmed(site, last)],
    )


def sentence(text: str) -> str:
    """Return an answer of one sentence: what could not be answered, and why."""
    return _result("none", h.p[text])


def _result(state: str, *parts: Node) -> str:
    return str(h.div(class_=f"verdict verdict--{state}")[parts])


def _headline(text: str) -> Element:
    return h.p(".verdict__headline")[text]


def _comparison(site: Site, sha256: str, wanted: DocumentDetails) -> Element:
    words, number = site.interface.verify, site.digits(wanted.document.id)
    is_same = wanted.document.sha256 == sha256
    text = (words.is_document if is_same else words.is_other).format(number=number, name=wanted.document.shown_name)
    return h.p(".verdict__comparison")[text]


def _document(site: Site, finding: DocumentDetails) -> Element:
    words, document = site.interface.verify, finding.document
    published = site.date_and_time(document.published_at, with_zone=True)
    facts = [words.published.format(moment=published), site.file_size(document.size)]
    if document.filed_at:
        facts.append(words.filed.format(date=site.long_date(document.filed_at)))
    listed = link(site, site.page_of(document.category), site.title_of(document.category))
    return h.div(".verdict__document")[
        h.p(".verdict__name")[
            _document_link(site, document),
            " ",
            h.span(class_=f"verdict__state verdict__state--{document.state}")[words.states[document.state]],
        ],
        _replacement(site, finding),
        _withdrawal(site, document),
        h.p(".verdict__facts")[f"{words.in_list} ", listed, [f" · {fact}" for fact in facts]],
        finding.logged and h.p(".verdict__facts")[logged(site, words.logged, finding.logged)],
    ]


def logged(site: Site, words: str, entry: LoggedEntry) -> str:
    """Return what is known of an entry of the public log: in these words, then who confirmed it, or the log last."""
    by = site.interface.verify.confirmed
    said = words.format(number=site.digits(entry.number), moment=site.date_and_time(entry.at, with_zone=True))
    return said + ("".join(_confirmed(site, by, each) for each in entry.confirmed) or last_confirmed(site, entry.last))


def last_confirmed(site: Site, last: tuple[str, datetime] | None) -> str:
    """Return who confirmed the public log last, and when; empty where nobody ever did."""
    return _confirmed(site, site.interface.verify.last_confirmed, last) if last else ""


def _confirmed(site: Site, words: str, by: tuple[str, datetime]) -> str:
    return " " + words.format(name=by[0], moment=site.date_and_time(by[1], with_zone=True))


def _replacement(site: Site, finding: DocumentDetails) -> Node:
    words, by, at = site.interface.verify, finding.replaced_by, finding.document.replaced_at
    if at is None:
        return None
    text = words.replaced_at.format(moment=site.date_and_time(at, with_zone=True))
    return h.p[text, by and [f" {words.replaced_by} ", _document_link(site, by)]]


def _withdrawal(site: Site, document: Document) -> Node:
    words, why, at = site.interface.verify, document.withdrawn_reason, document.withdrawn_at
    if at is None:
        return None
    text = words.withdrawn_at.format(moment=site.date_and_time(at, with_zone=True))
    return h.p[f"{text} {words.reason.format(reason=why) if why else words.no_reason}"]


def _hash(label: str, sha256: str) -> Element:
    return h.p(".verdict__hash")[f"{label} ", h.code[sha256]]


def _document_link(site: Site, document: Document) -> Element:
    return link(site, document.page, document.shown_name)
