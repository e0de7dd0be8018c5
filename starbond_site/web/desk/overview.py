"""``/desk``: what was published recently, the announcement bar with its forms, and links to what is left to do."""

from collections.abc import Mapping
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from starlette.exceptions import HTTPException

from starbond_site import features
from starbond_site.content import Site, read
from starbond_site.content.addresses import DESK, PREFIXED, UPLOAD_PAGES
from starbond_site.content.sentences import filled
from starbond_site.documents import newest, nodes
from starbond_site.documents.nodes import MAX_LINE, MAX_LINK, Headline
from starbond_site.documents.public_view import ListPage
from starbond_site.documents.records import Document
from starbond_site.documents.selection import Selection, selected
from starbond_site.documents.snapshot import NodeView, node_views
from starbond_site.presentation.desk.desk_html import (
    document_link,
    document_state,
    folded,
    moment,
    note,
    section,
    table,
    way,
)
from starbond_site.presentation.form_fields import Field, FormInput, moment_field
from starbond_site.presentation.html_parts import pager
from starbond_site.presentation.markup import summary
from starbond_site.shared import local_time
from starbond_site.shared.categories import NodeName
from starbond_site.shared.roles import Role
from starbond_site.web.desk.pages import Action, DeskForm, DeskPage, DeskRequest


def _show(asked: DeskRequest) -> list[Node]:
    site, archive, prepares = asked.site, asked.archive, Role.PREPARE in asked.principal.roles
    publish, wanted = UPLOAD_PAGES[0], Selection(query=selected(asked.query).query)
    return [
        prepares and h.p[way(site, publish, site.page(publish).title, is_primary=True)],
        [hooks.urgent(asked) for hooks in features.hooks()],
        [hooks.waiting(asked) for hooks in features.hooks()],
        prepares
        and [
            _recent(site, newest.page(archive, asked.page, wanted)),
            lines(asked, node_views(archive, NodeName)),
        ],
        [hooks.summary(asked) for hooks in features.hooks()],
    ]


def _recent(site: Site, found: ListPage) -> Element:
    """Return what was published recently, the newest first, or what was searched for among all documents."""
    words, wanted = site.interface.desk, found.selection
    if not found.documents and not wanted.query:
        return section(words.recent, "recent", h.p[words.no_recent])
    heads = (words.document, words.list, words.published, words.state)
    return section(
        words.recent,
        "recent",
        _search(site, wanted),
        wanted.query and h.p(role="status")[summary(site, found)],
        bool(found.documents) and table(words.recent, heads, [_row(site, document) for document in found.documents]),
        pager(
            site,
            found.number,
            found.pages,
            lambda to: f"{site.address(DESK)}?{urlencode({**wanted.parameters, 'page': to})}",
        ),
    )


def _search(site: Site, wanted: Selection) -> Node:
    words, address = site.interface.desk, site.address(DESK)
    given = Field(name="q", label=words.search, kind="search", hint=words.search_hint)
    return h.form(".desk__form.desk__form--line", role="search", method="get", action=address, aria_label=words.search)[
        given.written(FormInput(typed={"q": wanted.query})),
        h.div(".button-row")[
            h.button(".button")[site.interface.documents.search_button],
            wanted.query and h.a(".button", href=address)[site.interface.desk_audit.everything],
        ],
    ]


def _row(site: Site, document: Document) -> tuple[Node, ...]:
    return (
        document_link(site, document),
        site.title_of(document.category),
        moment(site, document.published_at),
        document_state(site, document.state),
    )


def lines(asked: DeskRequest, views: Mapping[str, NodeView]) -> Element:
    """Return the lines above the header: what is shown now, and a form for each."""
    words = asked.site.interface.desk_lines
    said = words.done.get(asked.query.get("line", ""), "")
    forms = [_line(asked, name, views[name]) for name in NodeName]
    inside = (note(said, "done"), h.p[words.lead], h.div(".desk__columns")[forms])
    return folded(words.heading, "lines", *inside, is_open=bool(said) or asked.given.form in words.titles)


def _line(asked: DeskRequest, name: NodeName, view: NodeView) -> Element:
    site, line = asked.site, view.line
    words, text, url = site.interface.desk_lines, {"maxlength": MAX_LINE}, {"maxlength": MAX_LINK}
    translated = [
        Field(
            name=f"{name}-text-{language}",
            label=words.words_in.format(language=read(language).interface.language.name),
            hint=words.words_in_hint,
            attributes={**text, "lang": language},
        )
        for language in PREFIXED
    ]
    inside = [
        h.h3(id=f"form-{name}")[words.titles[name]],
        h.p[_current_line(site, view)],
        Field(name=f"{name}-text", label=words.words, attributes=text),
        *translated,
        Field(name=f"{name}-url", label=words.link, hint=words.link_hint, attributes=url),
        moment_field(f"{name}-end", words.end, words.end_hint),
    ]
    buttons = h.div(".button-row")[
        h.button(".button")[words.set],
        line and h.button(".button", name="clear", value="1")[words.clear],
    ]
    values = {f"{name}-end": local_time.typed(view.ends_at)}
    if line:
        texts = {f"{name}-text-{language}": text for language, text in line.translations.items()}
        values |= {f"{name}-text": line.text, f"{name}-url": line.url, **texts}
    return asked.form(f"{DESK}/lines/{name}", inside, buttons, values, seen=view.version, novalidate=True)


def _current_line(site: Site, view: NodeView) -> Node:
    words, line = site.interface.desk_lines, view.line
    if line is None:
        return words.none
    shown = [
        h.strong[line.text],
        [[" / ", h.strong(lang=language)[text]] for language, text in line.translations.items()],
    ]
    return [shown, view.ends_at and [" ", filled(words.ends, moment=moment(site, view.ends_at))]]


def _change_line(sent: DeskForm) -> str:
    if sent.name not in [node.value for node in NodeName]:
        raise HTTPException(404)
    name, seen = NodeName(sent.name), sent.seen

    def typed(field: str) -> str:
        return sent.fields.get(f"{name}-{field}", "")

    if sent.fields.get("clear"):
        nodes.put(sent.archive, name, None, sent.actor, seen=seen)
        return f"{DESK}?line=cleared#lines"
    translations = {language: typed(f"text-{language}") for language in PREFIXED}
    ends_at = sent.moment(f"{name}-end", "end_invalid") if typed("end").strip() else None
    line = Headline(typed("text"), typed("url"), translations)
    nodes.put_line(sent.archive, name, line, sent.actor, ends_at=ends_at, seen=seen)
    return f"{DESK}?line=set#lines"


PAGE = DeskPage(
    path=DESK,
    follows=True,
    label=lambda site: site.page(DESK).title,
    show=_show,
    roles=(Role.PREPARE, Role.APPROVE, Role.ADMINISTER),
    actions={"lines/{name}": Action(_change_line)},
)
