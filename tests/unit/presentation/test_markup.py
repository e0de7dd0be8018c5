"""The HTML of lists: escaped, in the language of the page, with what a reader needs at each place."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from starbond_site import content
from starbond_site.content import Site
from starbond_site.documents.public_view import ListPage
from starbond_site.documents.records import OtherLanguage
from starbond_site.documents.selection import Selection
from starbond_site.documents.snapshot import NodeView, Snapshot
from starbond_site.presentation import markup
from tests.unit.presentation.samples import published, snapshot

ENGLISH, BANGLA = content.read("en"), content.read("bn")
EVIL = """<script>"'& {name}.pdf"""


def page(
    number: int = 1,
    pages: int = 1,
    total: int = 2,
    query: str = "",
    category: str = "AllNotice",
    **chosen: Any,  # noqa: ANN401  fields of a selection
) -> ListPage:
    documents = tuple(published(id, name=EVIL) for id in range(min(total, 2), 0, -1))
    selection = Selection(query, **chosen)
    return ListPage(category, 5, selection, number, pages, total, documents, (2026, 2007), ("pdf", "zip"), 2)


@pytest.fixture(params=[ENGLISH, BANGLA], ids=lambda site: site.language)
def site(request: pytest.FixtureRequest) -> Site:
    return request.param


def test_rows_are_numbered_and_counted_and_the_newest_leads() -> None:
    assert re.findall(r"<tr><td>(.*?)</td>", markup.document_list(ENGLISH, page(2, 3, 120))) == ["51", "52"]
    assert re.findall(r"<tr><td>(.*?)</td>", markup.document_list(BANGLA, page(2, 3, 120))) == ["৫১", "৫২"]
    assert markup.summary(ENGLISH, page(total=1)) == "1 document · Last updated: 20 November 2026"
    assert markup.summary(ENGLISH, page(1, 3, 120)) == "120 documents · Last updated: 20 November 2026"
    assert markup.summary(ENGLISH, page(2, 3, 120)) == "120 documents"
    assert markup.summary(BANGLA, page(2, 3, 120)) == "১২০টি নথি"
    for total, shown in [(20, False), (21, True)]:
        html = markup.document_list(ENGLISH, page(total=total))
        assert ("<form" in html) == shown, (total, shown)
        assert "/api/documents/AllNotice.csv" in html, (total, shown)
    assert " data-lead" in markup.document_list(ENGLISH, dated(2026, 2019))
    for other in (Selection(sort="oldest"), Selection(year=2026), Selection("report")):
        assert " data-lead" not in markup.document_list(ENGLISH, dated(2026, selection=other))
    assert " data-lead" not in markup.document_list(ENGLISH, page(2, 3, 120))


def test_pager_keeps_the_search_and_nothing_found_offers_the_way_back(site: Site) -> None:
    html = markup.document_list(site, page(2, 3, 120, "a&b"))
    assert re.findall(r'href="(\?list[^"]*)" rel="(\w+)"', html) == [
        ("?list=AllNotice&amp;page=1&amp;q=a%26b#AllNotice", "prev"),
        ("?list=AllNotice&amp;page=3&amp;q=a%26b#AllNotice", "next"),
        ("?list=AllNotice&amp;page=all&amp;q=a%26b#AllNotice", "alternate"),
    ]
    assert markup.summary(site, page(2, 3, 120, "a&b")).count("a&b") == 1
    assert site.category("AllNotice").empty in markup.document_list(site, page(total=0))
    html = markup.document_list(site, page(total=0, query="x"))
    assert "<table" not in html
    assert site.interface.documents.search_clear in html
    assert site.interface.documents.search_none.format(query="x") in html


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


def options(html: str, name: str) -> dict[str, str]:
    (given,) = re.findall(rf'<select class="input" name="{name}".*?>(.*?)</select>', html)
    return dict(re.findall(r'<option value="(.*?)"(?: selected)?>(.*?)</option>', given))


def chosen(html: str) -> list[str]:
    return re.findall(r'value="([^"]*)" selected', html)


def test_what_exists_can_be_selected() -> None:
    html = markup.document_list(BANGLA, page(pages=3, total=120))
    assert options(html, "year") == {"": "সব বছর", "2026": "২০২৬", "2007": "২০০৭"}
    assert options(html, "type") == {"": "সব ধরন", "pdf": "পিডিএফ", "zip": "জিপ"}
    assert [*options(html, "sort")] == ["newest", "oldest", "name"]
    assert 'name="list" value="AllNotice"' in html
    assert chosen(html) == ["newest"]
    assert BANGLA.interface.documents.search_clear not in html


def test_selection_is_kept_by_controls_pages_and_csv(site: Site) -> None:
    html = markup.document_list(site, page(2, 3, 120, "a&b", year=1999, kind="word", sort="oldest"))
    assert chosen(html) == ["1999", "word", "oldest"]
    assert [*options(html, "year")] == ["", "2026", "2007", "1999"]
    assert 'page=3&amp;q=a%26b&amp;year=1999&amp;type=word&amp;sort=oldest#AllNotice"' in html
    assert "/api/documents/AllNotice.csv?q=a%26b&amp;year=1999&amp;type=word&amp;sort=oldest" in html
    assert ("language=bn" in html) == (site.language == "bn")
    assert site.interface.documents.search_clear in html


def test_list_is_one_more_filter_of_all_filings(site: Site) -> None:
    html = markup.document_list(site, page(1, 3, 120, category="filings"))
    assert [*options(html, "list")][:2] == ["", "PriceSensitiveInformation"]
    assert f"{site.category('AllNotice').title} · PDF" in html
    of_one = replace(page(1, 3, 120, category="filings"), selection=Selection(category="BondIssue"))
    html = markup.document_list(site, of_one)
    assert chosen(html) == ["BondIssue", "newest"]
    assert 'href="?list=BondIssue&amp;page=2#filings"' in html
    assert "/api/documents/filings.csv?" in html


def test_row_says_title_page_and_day(site: Site) -> None:
    row = markup.document_row(site, page(), 0)
    prefix = "/bn" if site.language == "bn" else ""
    assert re.findall(r'href="(.*?)"', row)[0] == f"{prefix}/documents/2"
    assert ("20 November 2026, 12:00" if site is ENGLISH else "২০ নভেম্বর ২০২৬, ১২:০০") in row
    filed = datetime(2007, 3, 11, 18, tzinfo=UTC)
    line = markup.type_size_and_day(site, published(1, filed_at=filed))
    assert ("12 March 2007" if site is ENGLISH else "১২ মার্চ ২০০৭") in line
    assert "12:00" not in line
    assert site.interface.lists.entered_later.partition("{")[0].strip() in line
    titled = published(1, title="Interim dividend <2026>")
    html = markup.document_list(site, replace(page(total=1), documents=(titled,)))
    assert ">Interim dividend &lt;2026&gt;</a>" in html
    assert '<span class="document__details">Annual Report 2026 -20-11-2026.pdf · PDF' in html
    assert site.interface.documents.download_name.format(name="Interim dividend &lt;2026&gt;") in html


@pytest.mark.parametrize(("language", "shown"), [("bn", "বাংলা"), ("en", "English")])
def test_row_links_to_the_other_language_by_its_own_name(site: Site, language: str, shown: str) -> None:
    other = OtherLanguage(7, language, EVIL)
    given = page(total=1)
    paired = replace(given, documents=(published(1, pair=other),))
    prefix = "/bn" if language == "bn" else ""
    link = re.search(r'<a class="document__pair"[^>]*>.*?</a>', markup.document_list(site, paired))
    assert link
    assert f'href="{prefix}/documents/7" lang="{language}" hreflang="{language}"' in link[0]
    assert f'aria-label="{shown}: &lt;script&gt;' in link[0]
    assert link[0].endswith(f">{shown}</a>")
    assert "document__pair" not in markup.document_list(site, given)


def dated(*years: int, **more: Any) -> ListPage:  # noqa: ANN401  fields of a page
    found = tuple(published(id, filed_at=datetime(year, 3, 1, tzinfo=UTC)) for id, year in enumerate(years, 1))
    return replace(page(total=len(years)), documents=found, **more)


def test_years_are_headings_unless_names_decide_on_the_order(site: Site) -> None:
    html = markup.document_list(site, dated(2026, 2026, 2019))
    years = [site.digits(year) for year in (2026, 2019)]
    assert re.findall(r"<caption><h2>(.*?)</h2>", html) == years
    assert re.findall(r'<table class="documents" data-year="(.*?)">', html) == ["2026", "2019"]
    assert re.findall(r"<tr><td>(.*?)</td>", html) == [site.digits(number) for number in (1, 2, 3)]
    html = markup.document_list(site, dated(2026, 2019, 2026, selection=Selection(sort="name")))
    assert html.count("<table") == 1
    assert "<h2>" not in html
