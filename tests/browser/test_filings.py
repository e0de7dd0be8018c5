"""Lists that are used: selecting, all filings, documents of earlier days, and how long a list is on a phone."""

import csv
import io
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from benchmarks.records import fill
from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.documents.reading import ROWS
from tests.serving import Server, build, serving
from tests.unit.documents import samples

SITES = [content.read(language) for language in content.LANGUAGES]
LONG, SHORT, PATH = "AllNotice", "BondIssue", "/filings"
TOTAL = 60
LIVE_MS = 2_000
PHONE = {"width": 390, "height": 844}
LONGEST_ON_PHONES = 5_200
"""Pixels; before rows had a layout of their own for phones, the page of 60 documents had 10,400."""


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site with a long list, two documents of earlier years in it, and a short list."""
    build()
    folder = tmp_path_factory.mktemp("filings")
    fill(folder / "data", LONG, TOTAL)
    with serving(folder) as server:
        for day in ("2007-03-12", "2019-07-01"):
            publish(server, folder, LONG, f"Notice of {day[:4]}", day)
        publish(server, folder, SHORT, "Terms of the bond", "2019-07-02")
        yield server


@pytest.fixture(params=SITES, ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    return request.param


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def reader(request: pytest.FixtureRequest, visitor: Callable[..., BrowserContext], lists: Server) -> Page:
    """Return a page with or without scripts."""
    return visitor(base_url=lists.url, java_script_enabled=request.param).new_page()


@pytest.fixture
def page(visitor: Callable[..., BrowserContext], lists: Server) -> Page:
    return visitor(base_url=lists.url).new_page()


def publish(server: Server, folder: Path, category: str, name: str, day: str = "") -> str:
    """Publish a document by the command line, perhaps of an earlier day, and return its id."""
    file = folder / f"{name}.pdf"
    file.write_bytes(samples.pdf(secrets.token_hex(16)))
    dated = ("--date", day) if day else ()
    return server.admin("documents", "publish", category, str(file), *dated).partition("id ")[2].partition(",")[0]


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def names(shown: Locator) -> list[str]:
    return shown.locator("tbody tr .document__file").all_inner_texts()


def test_selecting_is_an_address(reader: Page, words: Site, lists: Server) -> None:
    labels, chosen = words.interface.documents, words.interface.lists
    reader.goto(localized(f"/{LONG}", words.language))
    shown = region(reader, words.category(LONG).title)
    expect(shown.locator("tbody tr")).to_have_count(ROWS)

    year = digits(2019, words.interface.dates)
    shown.get_by_role("combobox", name=chosen.year, exact=True).select_option(label=year)
    shown.get_by_role("combobox", name=chosen.kind, exact=True).select_option(label=chosen.pdf)
    shown.get_by_role("button", name=labels.search_button, exact=True).click()

    expect(shown.get_by_text(chosen.chosen_one, exact=True)).to_be_visible()
    assert names(shown) == ["Notice of 2019 -01-07-2019.pdf"]
    expect(shown.locator("tbody tr")).to_contain_text(chosen.entered_later.partition("{")[0].strip())
    expect(reader).to_have_url(re.compile(rf"list={LONG}.*year=2019.*type=pdf"))
    expect(shown.get_by_role("combobox", name=chosen.year, exact=True)).to_have_value("2019")

    address = shown.get_by_role("link", name=chosen.csv).get_attribute("href") or ""
    table = csv.DictReader(io.StringIO(reader.request.get(lists.url + address).body().decode("utf-8-sig"), newline=""))
    assert [row[chosen.column_name] for row in table] == ["Notice of 2019 -01-07-2019.pdf"]

    reader.go_back()
    expect(shown.locator("tbody tr")).to_have_count(ROWS)
    reader.go_forward()
    expect(shown.locator("tbody tr")).to_have_count(1)
    shown.get_by_role("link", name=labels.search_clear).click()
    expect(shown.locator("tbody tr")).to_have_count(ROWS)


def test_order_is_kept_through_pages(reader: Page, words: Site) -> None:
    reader.goto(localized(f"/{LONG}", words.language) + f"?list={LONG}&sort=oldest")
    shown = region(reader, words.category(LONG).title)
    assert names(shown)[:2] == ["Notice of 2007 -12-03-2007.pdf", "Notice of 2019 -01-07-2019.pdf"]

    shown.get_by_role("link", name=words.interface.documents.next_page, exact=True).click()
    expect(shown.get_by_role("combobox", name=words.interface.lists.sort, exact=True)).to_have_value("oldest")
    assert re.search(r"Report \d+ ", names(shown)[-1])


def test_all_filings_have_every_list_and_select_one(reader: Page, words: Site) -> None:
    labels, chosen = words.interface.documents, words.interface.lists
    reader.goto(localized(PATH, words.language))
    shown = region(reader, words.page(PATH).title)
    expect(shown.locator("tbody tr").first).to_contain_text(words.category(LONG).title)

    shown.get_by_role("combobox", name=chosen.category, exact=True).select_option(label=words.category(SHORT).title)
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.locator("tbody tr")).to_contain_text([words.category(SHORT).title])
    expect(reader).to_have_url(re.compile(f"list={SHORT}"))

    link = shown.get_by_role("link", name="Terms of the bond -02-07-2019.pdf", exact=True)
    expect(link).to_have_attribute("href", re.compile(rf"^{localized('/documents/', words.language)}\d+$"))


def test_new_document_joins_all_filings_and_not_a_selection(
    page: Page, visitor: Callable[..., BrowserContext], lists: Server, words: Site, tmp_path: Path
) -> None:
    title, name = words.page(PATH).title, f"Annual report {words.language}"
    selecting = visitor(base_url=lists.url).new_page()
    for reader, query in ((page, ""), (selecting, "?year=2007")):
        reader.goto(localized(PATH, words.language) + query)
        reader.wait_for_load_state("networkidle")
    before = names(region(selecting, title))

    number = publish(lists, tmp_path, "AnnualReport", name)

    first = region(page, title).locator("tbody tr").first
    expect(first).to_contain_text(name, timeout=LIVE_MS)
    expect(first).to_have_class("document--fresh")
    expect(region(selecting, title).get_by_role("status")).to_have_text(words.interface.live.updated)
    assert names(region(selecting, title)) == before
    lists.admin("documents", "withdraw", number)
    expect(region(page, title).locator("tbody tr").first).not_to_contain_text(name)


def test_document_of_an_earlier_day_joins_at_its_place(page: Page, words: Site, lists: Server, tmp_path: Path) -> None:
    page.goto(localized(f"/{SHORT}", words.language))
    page.wait_for_load_state("networkidle")
    shown = region(page, words.category(SHORT).title)
    before = names(shown)

    # Of a year that the list has, so that only the row changes.
    number = publish(lists, tmp_path, SHORT, f"Earlier {words.language}", "2019-01-31")

    row = shown.locator("tbody tr").filter(has_text=f"Earlier {words.language}")
    expect(row).to_have_class("document--fresh", timeout=LIVE_MS)
    assert names(shown) == [*before, f"Earlier {words.language} -31-01-2019.pdf"]
    expect(shown.locator("tbody tr td").nth(3)).to_have_text(digits(2, words.interface.dates))
    lists.admin("documents", "withdraw", number)
    expect(row).to_have_count(0)


def test_long_list_is_short_on_a_phone(visitor: Callable[..., BrowserContext], lists: Server, words: Site) -> None:
    page = visitor(base_url=lists.url, viewport=PHONE).new_page()
    page.goto(localized(f"/{LONG}", words.language))
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")

    shown = region(page, words.category(LONG).title)
    assert shown.locator("tbody tr").count() == ROWS
    assert page.evaluate("document.documentElement.scrollHeight") <= LONGEST_ON_PHONES
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    row = shown.locator("tbody tr").first
    expect(row.locator(".document__details")).to_be_visible()
    for link in row.get_by_role("link").all():
        box = link.bounding_box()
        assert box
        assert box["height"] >= 24
