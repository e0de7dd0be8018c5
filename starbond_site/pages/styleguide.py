"""The design system on one page, in development only: tokens, type, buttons, fields, cards, table, states.

Names of tokens and classes are those of the code; the samples are content of the site.
"""

from datetime import UTC, datetime

import htpy as h
from htpy import Element, Node

from starbond_site.components.card import brand_card, news_card, product_card
from starbond_site.components.elements import html, page_heading
from starbond_site.content import Site
from starbond_site.content.addresses import DEFAULT
from starbond_site.documents.public_view import ListPage as Listed
from starbond_site.documents.records import Document
from starbond_site.documents.selection import WHOLE
from starbond_site.pages.page import Page
from starbond_site.presentation import design, markup
from starbond_site.reflex_adapter.development import is_production

PATH = "/styleguide"


def pages(site: Site) -> list[Page]:
    """Return the page while developing, in the first language; nothing in a production build."""
    if site.language != DEFAULT or is_production():
        return []
    return [Page(path=PATH, title="Styleguide", description=site.company.tagline, body=_body, indexed=False)]


def _body(site: Site) -> Node:
    cards = [
        *(brand_card(site, brand) for brand in site.brands[:1]),
        *(product_card(site, product) for product in site.products[:1]),
        *(news_card(site, item) for item in site.news[:1]),
    ]
    return [
        page_heading("Styleguide", ""),
        _section("Colours", [_colour(name) for name in design.COLOURS], "cards"),
        _section("Type", [_step(site, step) for step in design.TYPE_STEPS]),
        _section("Space", [_space(index, pixels) for index, pixels in enumerate(design.SPACE)]),
        _section("Buttons", _buttons(site), "button-row"),
        _section("Fields", _fields(site)),
        _section("Cards", cards, "cards"),
        _section("Table", html(markup.document_list(site, _list(site, rows=2)))),
        _section("States", _states(site)),
    ]


def _section(title: str, inside: Node, style: str = "stack") -> Element:
    return h.section(".container.section--tight")[h.div(".section-head")[h.h2[title]], h.div(class_=style)[inside]]


def _colour(name: str) -> Element:
    role = design.COLOURS[name]
    sample = h.div(style=f"block-size:3rem;background:var(--{name});border:1px solid var(--line)")
    return h.div[sample, h.code[f"--{name} {role.light} {role.dark}"]]


def _step(site: Site, step: int) -> Element:
    name = "--small" if step < 0 else f"--t{step}"
    return h.p(style=f"font-size:var({name});line-height:1.25")[h.code[name], f" {site.company.tagline}"]


def _space(index: int, pixels: int) -> Element:
    sample = h.div(style=f"block-size:0.75rem;inline-size:var(--s{index});background:var(--amber)")
    return h.div[h.code[f"--s{index} {pixels}"], sample]


def _buttons(site: Site) -> Node:
    words = site.interface
    return [
        h.button(".button.button--primary", type="button")[words.contact.send],
        h.button(".button", type="button")[words.home.read_more],
        h.button(".button", type="button", disabled=True)[words.upload.submit],
        h.a(href="/Products")[words.home.all_products],
        [h.span(".chip")[brand.name] for brand in site.brands[:1]],
    ]


def _fields(site: Site) -> Node:
    words = site.interface
    sizes = [h.option[size.label] for product in site.products[:1] for size in product.sizes]
    return [
        h.label(".field__label", for_="sample-name")[words.contact.name],
        h.input("#sample-name.input"),
        h.label(".field__label", for_="sample-size")[words.product.size],
        h.select("#sample-size.select")[sizes],
    ]


def _states(site: Site) -> Node:
    words = site.interface
    return [
        html(markup.document_list(site, _list(site, rows=0))),
        h.p(".live-loading")[words.documents.loading],
        [h.blockquote(".quote")[h.p[letter.quote]] for letter in site.letters[:1]],
        h.p(style="color:var(--danger)")[words.live.connection_lost],
        h.p(style="color:var(--success)")[words.live.connection_back],
    ]


def _list(site: Site, rows: int) -> Listed:
    category = site.investors.categories[0]
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    shown = {"category": category.id, "file_name": category.title, "media_type": "PDF", "size": 0, "sha256": ""}
    documents = (Document(id=number, published_at=moment, key="", **shown) for number in range(1, rows + 1))
    return Listed(category.id, 0, WHOLE, 1, 1, rows, tuple(documents))
