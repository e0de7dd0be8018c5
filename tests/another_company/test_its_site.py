"""Another company's site, made of content and assets alone, as its visitors and its secretary use it."""

import re
from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from starbond_site import content
from starbond_site.content import Site
from starbond_site.documents import names
from tests.browser.axe import VIEWS, in_view
from tests.browser.components.visitor import HYDRATED
from tests.browser.conftest import Visitor
from tests.browser.filing import LIVE, PATIENCE, choose, open_forms, paper, send_file, submit
from tests.serving import Server

pytestmark = pytest.mark.company  # in a copy of the other company there is no first one
FIRST = content.read()
MISSING = "/no-such-page"
QUIET = "Service Worker registration blocked"
"""The one thing that the console says: the browser of the tests has no service workers."""


@pytest.fixture
def page(visitor: Visitor) -> Page:
    return visitor(viewport={"width": 1440, "height": 900}).new_page()


def test_every_page_is_there_for_everyone(page: Page, words: Site, site: Server) -> None:
    """Title, WCAG in every width and theme, console, width, links, and nothing of the first company; on one walk."""
    problems: dict[str, object] = {}
    links: dict[str, str] = {}
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in {"warning", "error"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    people = (*FIRST.people.directors, *FIRST.people.managers)
    known = [FIRST.company.name, FIRST.company.email, FIRST.company.sales_phone.dial, "Dhaka", "Bangladesh", "BDT"]
    known += [named.name for named in (*FIRST.brands, *FIRST.products, *people)]
    first = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in known), re.IGNORECASE)
    for place, path in enumerate((*words.paths, MISSING)):
        is_missing = path == MISSING
        said.clear()
        response = page.goto(path)
        assert response
        page.wait_for_function(HYDRATED)
        for target in page.locator("a[href]").evaluate_all("links => links.map((link) => link.href)"):
            if urlsplit(target).netloc == urlsplit(site.url).netloc:
                links.setdefault(target.partition("#")[0], path)
        found = {
            "status": response.status if response.status != (404 if is_missing else 200) else None,
            "title": page.title() if not page.title().endswith(f"| {words.company.name}") else None,
            "wcag": in_view(page, *VIEWS[place % len(VIEWS)]),
            "said": [text for text in said if QUIET not in text and not (is_missing and "404" in text)],
            "of the first company": first.findall(response.text()),
        }
        if wrong := {name: value for name, value in found.items() if value}:
            problems[path] = wrong
    for address in ("/feeds/all.atom", "/sitemap.xml", "/manifest.webmanifest", "/search?q=clay"):
        if left := first.findall(page.request.get(site.url + address).text()):
            problems[address] = left
    links = {target: path for target, path in links.items() if urlsplit(target).path not in (*words.paths, MISSING)}
    dead = {target: path for target, path in links.items() if page.request.get(target).status != 200}
    assert (problems, dead) == ({}, {})


def test_one_language_means_one(page: Page, words: Site) -> None:
    page.goto("/")
    expect(page.get_by_role("banner").get_by_role("link", name=words.company.name)).to_be_visible()
    assert page.locator("link[hreflang], [data-language]").count() == 0
    assert page.locator("html").get_attribute("lang") == "en"
    desk = ("sheets", "meetings", "dividends", "holders", "shareholding", "clocks")
    answers = ("/api/dividends", "/api/shareholding.csv", "/api/live/dividends", "/agm/2026")
    of_the_first = [path for path in FIRST.paths if path not in words.paths]
    for gone in ("/bn", *of_the_first, *(f"/desk/{name}" for name in desk), *answers):
        assert page.request.get(gone).status == 404, gone


def test_a_product_below_a_folder(page: Page, words: Site) -> None:
    product = next(product for product in words.products if len(product.sizes) > 1)
    page.goto(product.path)
    page.wait_for_function(HYDRATED)
    page.get_by_label(words.interface.product.size, exact=True).select_option(label=product.sizes[1].label)
    expect(page.get_by_role("main").locator("img").first).to_have_attribute("alt", re.compile(product.sizes[1].label))
    expect(page.get_by_role("link", name=words.interface.product.whatsapp).first).to_have_attribute(
        "href", re.compile(re.escape(words.company.whatsapp))
    )


def test_documents_are_published_live(visitor: Visitor, words: Site) -> None:
    """In a list that only content names, with the date of the company's own time zone."""
    reader, secretary = visitor().new_page(), visitor().new_page()
    shown = next(listed for listed in words.investors.pages if "Rns" in listed.categories)
    reader.goto(shown.path)
    reader.wait_for_function(HYDRATED)
    given = paper("Statement.pdf")
    form = send_file(secretary, words, "Rns", given)
    name = names.file_name(given["name"], datetime.now(ZoneInfo("Europe/Dublin")).date())
    expect(form.get_by_role("status")).to_contain_text(name, timeout=PATIENCE)
    row = reader.get_by_role("region", name=words.category("Rns").title).get_by_role("row")
    expect(row.filter(has_text=name)).to_be_visible(timeout=LIVE)
    for category in ("Rns", "Reports", "Meetings"):
        documents = reader.request.get(f"/api/documents/{category}").json()["documents"]
        assert [document["FileName"] for document in documents] == [name] * (category == "Rns")
        assert (name in reader.request.get(f"/feeds/{category}.atom").text()) is (category == "Rns")


def test_the_one_row_of_shared_information(visitor: Visitor, words: Site) -> None:
    reader, secretary = visitor().new_page(), visitor().new_page()
    (row,) = words.investors.shared
    reader.goto("/SharedInformation")
    expect(reader.get_by_role("row").filter(has_text=row.title)).to_contain_text(
        words.interface.shared.not_yet_available
    )
    open_forms(secretary, words, "/prospectus")
    form = secretary.get_by_role("form")
    choose(form, paper("Admission.pdf"))
    submit(form, words.interface.prospectus.upload)
    expect(form.get_by_role("status")).to_contain_text(row.title, timeout=PATIENCE)
    download = words.interface.shared.download_row.format(title=row.title)
    expect(reader.get_by_role("link", name=download)).to_be_visible(timeout=LIVE)
