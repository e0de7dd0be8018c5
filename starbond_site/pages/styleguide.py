"""The design system on one page, in development only: tokens, type, buttons, fields, cards, table, states.

Names of tokens and classes are those of the code; the samples are content of the site.
"""

from datetime import UTC, datetime

import reflex as rx

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


def _body(site: Site) -> rx.Component:
    return rx.fragment(
        page_heading("Styleguide", ""),
        _section("Colours", *(_colour(name) for name in design.COLOURS), class_name="cards"),
        _section("Type", *(_step(site, step) for step in design.TYPE_STEPS)),
        _section("Space", *(_space(index, pixels) for index, pixels in enumerate(design.SPACE))),
        _section("Buttons", *_buttons(site), class_name="button-row"),
        _section("Fields", *_fields(site)),
        _section(
            "Cards",
            *(brand_card(site, brand) for brand in site.brands[:1]),
            *(product_card(site, product) for product in site.products[:1]),
            *(news_card(site, item) for item in site.news[:1]),
            class_name="cards",
        ),
        _section("Table", html(markup.document_list(site, _list(site, rows=2)))),
        _section("States", *_states(site)),
    )


def _section(title: str, *children: rx.Component, class_name: str = "stack") -> rx.Component:
    return rx.el.section(
        rx.el.div(rx.el.h2(title), class_name="section-head"),
        rx.el.div(*children, class_name=class_name),
        class_name="container section--tight",
    )


def _colour(name: str) -> rx.Component:
    role = design.COLOURS[name]
    return rx.el.div(
        _sample(blockSize="3rem", background=f"var(--{name})", border="1px solid var(--line)"),
        rx.el.code(f"--{name} {role.light} {role.dark}"),
    )


def _step(site: Site, step: int) -> rx.Component:
    name = "--small" if step < 0 else f"--t{step}"
    return rx.el.p(
        rx.el.code(name),
        f" {site.company.tagline}",
        custom_attrs={"style": {"fontSize": f"var({name})", "lineHeight": "1.25"}},
    )


def _space(index: int, pixels: int) -> rx.Component:
    return rx.el.div(
        rx.el.code(f"--s{index} {pixels}"),
        _sample(blockSize="0.75rem", inlineSize=f"var(--s{index})", background="var(--amber)"),
    )


def _sample(**style: str) -> rx.Component:
    return rx.el.div(custom_attrs={"style": style})


def _buttons(site: Site) -> list[rx.Component]:
    words = site.interface
    return [
        rx.el.button(words.contact.send, type="button", class_name="button button--primary"),
        rx.el.button(words.home.read_more, type="button", class_name="button"),
        rx.el.button(words.upload.submit, type="button", class_name="button", disabled=True),
        rx.el.a(words.home.all_products, href="/Products"),
        *(rx.el.span(brand.name, class_name="chip") for brand in site.brands[:1]),
    ]


def _fields(site: Site) -> list[rx.Component]:
    words = site.interface
    return [
        rx.el.label(words.contact.name, html_for="sample-name", class_name="field__label"),
        rx.el.input(id="sample-name", class_name="input"),
        rx.el.label(words.product.size, html_for="sample-size", class_name="field__label"),
        rx.el.select(
            *(rx.el.option(size.label) for product in site.products[:1] for size in product.sizes),
            id="sample-size",
            class_name="select",
        ),
    ]


def _states(site: Site) -> list[rx.Component]:
    return [
        html(markup.document_list(site, _list(site, rows=0))),
        rx.el.p(site.interface.documents.loading, class_name="live-loading"),
        *(rx.el.blockquote(rx.el.p(letter.quote), class_name="quote") for letter in site.letters[:1]),
        rx.el.p(site.interface.live.connection_lost, custom_attrs={"style": {"color": "var(--danger)"}}),
        rx.el.p(site.interface.live.connection_back, custom_attrs={"style": {"color": "var(--success)"}}),
    ]


def _list(site: Site, rows: int) -> Listed:
    category = site.investors.categories[0]
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    shown = {"category": category.id, "file_name": category.title, "media_type": "PDF", "size": 0, "sha256": ""}
    documents = (Document(id=number, published_at=moment, key="", **shown) for number in range(1, rows + 1))
    return Listed(category.id, 0, WHOLE, 1, 1, rows, tuple(documents))
