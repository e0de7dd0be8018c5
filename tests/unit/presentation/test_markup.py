"""The HTML of lists: escaped, in the language of the page, with what a reader needs at each place."""

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from starbond_site import content
from starbond_site.content import Site
from starbond_site.documents.reading import Page
from starbond_site.documents.snapshot import NodeView, Snapshot
from starbond_site.presentation import markup
from tests.unit.presentation.samples import published, snapshot

ENGLISH, BANGLA = content.read("en"), content.read("bn")
EVIL = """<script>"'& {name}.pdf"""


def page(number: int = 1, pages: int = 1, total: int = 2, query: str = "") -> Page:
    documents = tuple(published(id, name=EVIL) for id in range(min(total, 2), 0, -1))
    return Page("AllNotice", 5, query, number, pages, total, documents)


@pytest.fixture(params=[ENGLISH, BANGLA], ids=lambda site: site.language)
def site(request: pytest.FixtureRequest) -> Site:
    return request.param


def test_nothing_of_a_name_is_read_as_html(site: Site) -> None:
    html = markup.document_list(site, page(pages=3, total=120, query=EVIL))

    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert not re.search(r'="[^"]*[<>]', html)
    assert "{name}.pdf" in html


def test_rows_are_numbered_on_through_pages_in_the_digits_of_the_language() -> None:
    assert re.findall(r"<tr><td>(.*?)</td>", markup.document_list(ENGLISH, page(2, 3, 120))) == ["51", "52"]
    assert re.findall(r"<tr><td>(.*?)</td>", markup.document_list(BANGLA, page(2, 3, 120))) == ["৫১", "৫২"]


def test_pager_leads_both_ways_and_keeps_the_search(site: Site) -> None:
    html = markup.document_list(site, page(2, 3, 120, "a&b"))

    assert re.findall(r'href="(\?list[^"]*)" rel="(\w+)"', html) == [
        ("?list=AllNotice&amp;page=1&amp;q=a%26b", "prev"),
        ("?list=AllNotice&amp;page=3&amp;q=a%26b", "next"),
    ]
    assert markup.summary(site, page(2, 3, 120, "a&b")).count("a&b") == 1


@pytest.mark.parametrize(("number", "relations"), [(1, ["next"]), (3, ["prev"])])
def test_first_and_last_page_lead_one_way(site: Site, number: int, relations: list[str]) -> None:
    assert re.findall(r'rel="(prev|next)"', markup.document_list(site, page(number, 3, 120))) == relations


def test_list_of_one_page_has_neither_search_nor_pager(site: Site) -> None:
    html = markup.document_list(site, page())

    assert "<form" not in html
    assert "<nav" not in html


def test_empty_list_says_so_and_fruitless_search_offers_the_way_back(site: Site) -> None:
    assert site.category("AllNotice").empty in markup.document_list(site, page(total=0))

    html = markup.document_list(site, page(total=0, query="x"))
    assert "<table" not in html
    assert site.interface.documents.search_clear in html
    assert site.interface.documents.search_none.format(query="x") in html


def test_summary_counts_and_dates_the_first_page_alone() -> None:
    assert markup.summary(ENGLISH, page(total=1)) == "1 document · Last change: 20 November 2026"
    assert markup.summary(ENGLISH, page(1, 3, 120)) == "120 documents · Last change: 20 November 2026"
    assert markup.summary(ENGLISH, page(2, 3, 120)) == "120 documents"
    assert markup.summary(BANGLA, page(2, 3, 120)) == "১২০টি নথি"


def test_shared_rows_are_three_and_say_what_is_missing(site: Site) -> None:
    html = markup.shared_rows(site, snapshot(AllNotice=0))

    assert html.count("<tr>") == 3
    assert html.count(site.interface.shared.not_yet_available) == 3


def nodes(**values: object) -> Snapshot:
    given = snapshot(AllNotice=0)
    return replace(given, nodes=MappingProxyType({**given.nodes, **{k: NodeView(1, v) for k, v in values.items()}}))


def test_header_lines_link_only_to_harmless_addresses(site: Site) -> None:
    shown = nodes(Financial={"text": "a <b>", "url": "/AllNotice"}, Dividend={"text": "c", "url": "//example.com"})
    html = markup.header_lines(site, shown)

    assert '<p><a href="/AllNotice">a &lt;b&gt;</a></p><p>c</p>' in html
    assert "example.com" not in html
    assert markup.header_lines(site, nodes(Financial={"text": "/x"}, Dividend=5)).count("<p>") == 1
    assert markup.header_lines(site, nodes(Financial=5)) == ""
