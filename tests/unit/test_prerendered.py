"""Prerendered pages, and what search engines are told in them."""

import json
import re

import htpy as h
import pytest
import reflex as rx
from markupsafe import Markup

from starbond_site import content
from starbond_site.components.react import print_page
from starbond_site.components.react.component import drawn, prerendered_head
from starbond_site.content.addresses import (
    DESK,
    DOCUMENT_FRAME,
    FILINGS,
    NOT_FOUND,
    OPTIONAL,
    SEARCH,
    SHARED,
    UNSEARCHED,
    UPLOAD_PAGES,
    alternates,
    localized,
)
from starbond_site.pages import all_pages, head, product, structured, styleguide
from starbond_site.pages.layout import layout
from starbond_site.shared.settings import settings

WRITTEN = "import.meta.env.SSR"


WORDS = "Words that no script of the page changes"


def parts() -> tuple[rx.Component, rx.Component]:
    return drawn(h.p(".lead")[WORDS]), prerendered_head(h.meta(name="a", content=WORDS))


def test_the_code_for_browsers_has_no_words() -> None:
    for part in map(str, parts()):
        assert (WRITTEN in part.partition(WORDS)[0], "undefined" in part.partition(WORDS)[2]) == (True, True)
    assert 'className:"lead"' in str(parts()[0]).partition(WRITTEN)[0]


def test_elements_around_components_are_reacts_and_say_the_same() -> None:
    button = print_page("Print")
    row = h.div("#row.a.b", style="--pack:0.7", hidden=True, data_live="x", aria_label="A & B")[
        h.label(for_="size")['"Size" & <pack>'], button, h.br, h.p[h.b["1"], WORDS], [None, False, "text"]
    ]
    label, given, br, kept, text = drawn(row).render()["children"]
    props = {'id:"row"', 'className:"a b"', "hidden:true", '"data-live":"x"', '"aria-label":"A & B"'}
    assert props < {*drawn(row).render()["props"]}
    assert 'style:({ ["--pack"] : "0.7" })' in drawn(row).render()["props"]
    assert (label["props"], label["children"]) == (['htmlFor:"size"'], [{"contents": json.dumps('"Size" & <pack>')}])
    assert (given, br["name"], text["contents"]) == (button.render(), '"br"', '"text"')
    assert f"html:({WRITTEN}||import.meta.env.DEV?{json.dumps(f'<b>1</b>{WORDS}')}:undefined)" in kept["props"]


SITES = [content.read("en"), content.read("bn")]
KEPT = re.compile(r'"html:\(.*?DEV\?(.*?):undefined\)".*?"part:\\"(\w+)')
"""What the page alone has of an element, and its mark, in an element that was rendered."""
PRODUCTS = [(site, item) for site in SITES for item in site.products]


@pytest.mark.parametrize("site", SITES, ids=["en", "bn"])
def test_what_differs_on_a_page_has_different_marks(site: content.Site) -> None:
    for page in all_pages(site):
        found = KEPT.findall(json.dumps(layout(site, page).render(), default=str))
        assert len({mark for _, mark in found}) == len({html for html, _ in found}) > 0, page.path


@pytest.mark.parametrize("name", ["area", "col", "wbr"])
def test_an_element_without_an_end_is_beside_what_follows(name: str) -> None:
    written = h.div[getattr(h, name), print_page("Print"), h.b["1"]]
    assert [child["name"] for child in drawn(written).render()["children"]][::2] == [f'"{name}"', '"b"']


@pytest.mark.parametrize("html", ["<b>1", "</b>", "<b><i>1</b></i>", "R&D 1"])
def test_html_that_is_not_closed_or_escaped_is_refused(html: str) -> None:
    with pytest.raises(ValueError, match=r"closes|closed|escaped"):
        drawn(Markup(html))  # noqa: S704


def test_a_product_has_its_brand_and_the_way_to_it_and_no_invented_offer():
    for site, item in PRODUCTS:
        data, way, *how = structured.product(site, item)
        assert (data["@type"], data["name"]) == ("Product", item.name), item.id
        assert data["brand"] == {"@type": "Brand", "name": site.brand(item.brand).name}, item.id
        assert not data.keys() & {"offers", "aggregateRating", "review"}, item.id
        assert way["@type"] == "BreadcrumbList", item.id
        steps = way["itemListElement"]
        assert [step["position"] for step in steps] == [1, 2, 3], item.id
        assert [step["name"] for step in steps][1:] == [site.brand(item.brand).name, item.name], item.id
        assert steps[-1]["item"] == settings().public_url + site.address(item.path), item.id
        (page,) = [page for page in product.pages(site) if page.path == item.path]
        assert list(page.structured_data) == [data, way, *how], site.language
        told = [step["text"] for facts in how for step in facts["step"]]
        assert told == [step.text for step in item.steps], item.id
        assert [facts["@type"] for facts in how] == ["HowTo"] * bool(item.steps), item.id


def test_pages_about_the_company_say_who_it_is():
    site = SITES[0]
    named = [one.path for one in all_pages(site) if site.company.legal_name in "".join(map(str, head.meta(site, one)))]
    assert sorted(named) == ["/", "/about", "/contact"]


@pytest.mark.parametrize("site", SITES, ids=["en", "bn"])
def test_every_page_names_its_own_address_title_and_feeds_and_its_address_in_each_language(site: content.Site) -> None:
    home, locale = settings().public_url, site.interface.language.locale.replace("-", "_")
    lists = {page.path: page.categories for page in site.investors.pages} | dict.fromkeys((SHARED, FILINGS), ())
    for page in all_pages(site):
        if page.is_frame or page.path == NOT_FOUND:
            continue
        written, address = "".join(map(str, head.meta(site, page))), home + site.address(page.path)
        told = {"og:url": address, "og:title": f"{page.title} | {site.company.name}", "og:locale": locale}
        own = [f'content:{json.dumps(text)},property:"{name}"' for name, text in told.items()]
        own.append(f'href:"{address}",rel:"canonical"')
        own += [f'href:"{home}{to}",hreflang:"{language}"' for language, to in alternates(page.path).items()]
        assert [part for part in own if part not in written] == [], page.path
        feeds = [*lists[page.path], "all"] if page.path in lists else []
        found = re.findall(r'href:"([^"]*)\.atom"', written)
        assert found == [localized(f"/feeds/{name}", site.language) for name in feeds], page.path


def test_pages_that_are_not_indexed_are_the_upload_pages_the_frames_and_what_a_search_finds() -> None:
    site = SITES[0]
    hidden = {page.path for page in all_pages(site) if not page.indexed}
    assert hidden - {styleguide.PATH} == {DOCUMENT_FRAME, DESK, SEARCH, *UPLOAD_PAGES} & {*site.paths}
    assert {page.path for page in site.pages} >= UNSEARCHED - {*OPTIONAL}
