"""The whole journey on the set-up of a company with several machines; the other journeys use that of ``make run``.

PostgreSQL, Redis, an S3 storage, and two instances of two workers each behind nginx with the shipped configuration:
what is published through one of the four workers must reach visitors of all.
"""

import csv
import io
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from benchmarks.records import fill
from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from starbond_site.documents.reading import ROWS
from tests.browser.filing import PATIENCE, TOTAL, choose, documents, form_of, paper, published_name, submit
from tests.browser.languages import BANGLA, ENGLISH
from tests.faults import stack
from tests.serving import Server, build

pytestmark = pytest.mark.full_build
LIVE = 10_000
"""Milliseconds until a row must be there: a machine that runs all this at once is slow. Benchmarks measure the time."""
KEPT_SECONDS = 10
"""Longest time until a withdrawn file must be gone from every cache; nginx asks again after one to two seconds."""
READERS = 3
"""Nginx gives connections to both instances in turn, so that several readers are on both."""
LONG = "BondIssue"


@dataclass
class Place:
    """A running site and its visitors."""

    url: str
    server: Server
    """Whose environment the command line uses."""
    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)

    def visitor(self) -> Page:
        """Return a page of a new visitor, who trusts the self-signed certificate."""
        options = {"base_url": self.url, "ignore_https_errors": True, "reduced_motion": "reduce"}
        self.contexts.append(self.browser.new_context(**options))  # pyright: ignore[reportArgumentType]
        return self.contexts[-1].new_page()

    def secretary(self, words: Site, path: str = "/UploadFiles") -> Page:
        """Return an upload page of a visitor who has entered the key."""
        page = self.visitor()
        page.goto(localized(path, words.language))
        prompt = page.get_by_role("form", name=words.interface.upload.key_heading)
        prompt.get_by_label(words.interface.upload.key_label).fill(stack.KEY)
        prompt.get_by_role("button", name=words.interface.upload.key_button, exact=True).click()
        expect(page.get_by_text(words.interface.upload.key_accepted)).to_be_visible(timeout=PATIENCE)
        return page


@pytest.fixture(scope="module")
def place(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Serve the site, with one long list."""
    build()
    with stack.running(tmp_path_factory.mktemp("journey")) as running:
        first = running.instances[0]
        fill(first.data, LONG, TOTAL, STARBOND_DATABASE_URL=running.settings["STARBOND_DATABASE_URL"])
        place = Place(running.url, first, browser)
        yield place
        for context in place.contexts:
            context.close()


def test_document_from_publication_to_withdrawal(place: Place) -> None:
    readers = [place.visitor() for _ in range(READERS)]
    for reader in readers:
        _open_connected(reader, "/PriceSensitiveInformation")
    home = place.visitor()
    _open_connected(home, "/bn")
    secretary = place.secretary(ENGLISH)
    form, given = form_of(secretary, ENGLISH, "PriceSensitiveInformation"), paper("Notice of the meeting.pdf")
    name = published_name(given["name"])
    choose(form, given)
    submit(form, ENGLISH.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(name, timeout=PATIENCE)

    for reader in readers:
        row = reader.get_by_role("row").filter(has_text=name)
        expect(row).to_be_visible(timeout=LIVE)
    expect(home.get_by_role("main")).to_contain_text(name, timeout=LIVE)
    address = readers[0].get_by_role("row").filter(has_text=name).get_by_role("link").last.get_attribute("href") or ""
    for reader in (readers[0], home):
        assert reader.request.get(address).body() == given["buffer"]
        part = reader.request.get(address, headers={"Range": "bytes=0-3"})
        assert (part.status, part.body()) == (206, given["buffer"][:4])

    choose(form, {**given, "name": "Again.pdf"})
    submit(form, ENGLISH.interface.upload.submit)
    twice = ENGLISH.errors.say("already_published", name=name)
    expect(form.get_by_role("alert")).to_have_text(twice, timeout=PATIENCE)

    number = address.split("/")[2]
    place.server.admin("documents", "withdraw", number)
    for reader in readers:
        expect(reader.get_by_role("row").filter(has_text=name)).to_have_count(0, timeout=LIVE)
    _wait_until(readers[0], lambda: readers[0].request.get(address).status == 410)
    late = place.visitor()
    _wait_until(
        late, lambda: not any(record["FileName"] == name for record in documents(late, "PriceSensitiveInformation"))
    )
    late.goto("/PriceSensitiveInformation")
    expect(late.get_by_text(name)).to_have_count(0)


def test_prospectus(place: Place) -> None:
    reader = place.visitor()
    _open_connected(reader, "/SharedInformation")
    secretary, given = place.secretary(ENGLISH, "/prospectus"), paper("Prospectus.pdf")
    form = secretary.get_by_role("form", name=ENGLISH.interface.prospectus.form_label)
    choose(form, given)
    submit(form, ENGLISH.interface.prospectus.upload)
    title = ENGLISH.investors.shared[0].title
    expect(form.get_by_role("status")).to_contain_text(title, timeout=PATIENCE)

    link = reader.get_by_role("row").filter(has_text=title).get_by_role("link").last
    address = form.get_by_role("link", name=ENGLISH.interface.upload.open_document).get_attribute("href") or ""
    expect(link).to_have_attribute("href", address, timeout=LIVE)
    assert reader.request.get(address).body() == given["buffer"]


def test_line_in_the_header(place: Place) -> None:
    readers = [place.visitor() for _ in range(READERS)]
    for reader in readers:
        _open_connected(reader, "/about")
    text = f"Dividend {secrets.token_hex(4)}"
    place.server.admin("nodes", "set", "Dividend", f'{{"text": "{text}"}}')
    for reader in readers:
        expect(reader.get_by_text(text)).to_be_visible(timeout=LIVE)
    place.server.admin("nodes", "clear", "Dividend")
    for reader in readers:
        expect(reader.get_by_text(text)).to_have_count(0, timeout=LIVE)


def test_contact(place: Place) -> None:
    page, words = place.visitor(), ENGLISH.interface.contact
    _open_connected(page, "/contact")
    form, message = page.get_by_role("form", name=words.form_heading), f"Which glue is right? {secrets.token_hex(8)}"
    for label, text in (
        (words.name, "রহিম Reader"),
        (words.email_field, "reader@example.com"),
        (words.phone_field, "+880 1700-000000"),
        (words.message, message),
    ):
        form.get_by_role("textbox", name=label).fill(text)
    form.get_by_role("checkbox").check()
    form.get_by_role("button", name=words.send, exact=True).click()
    expect(form.get_by_role("status")).not_to_be_empty(timeout=PATIENCE)
    kept = csv.DictReader(io.StringIO(place.server.admin("messages", "export")))
    (found,) = [row for row in kept if row["message"] == message]
    assert found["reference"] in form.get_by_role("status").inner_text()


def test_search_and_pages_of_a_list(place: Place) -> None:
    page, words = place.visitor(), BANGLA
    labels = words.interface.documents
    page.goto(localized(f"/{LONG}", words.language))
    shown = page.get_by_role("region", name=words.category(LONG).title)
    for first in (1, ROWS + 1):
        numbers = [digits(number, words.interface.dates) for number in range(first, first + ROWS)]
        expect(shown.locator("tbody tr td:first-child")).to_have_text(numbers)
        shown.get_by_role("link", name=labels.next_page, exact=True).click()
    box = shown.get_by_role("searchbox", name=labels.search_label)
    box.fill("report 77 board")
    shown.get_by_role("button", name=labels.search_button, exact=True).click()
    expect(shown.locator("tbody tr")).to_have_count(1)
    expect(shown.locator("tbody tr")).to_contain_text("Report 77")
    found = page.request.get("/api/search?q=report+77+board").json()
    assert "Report 77" in str(found)


def _open_connected(page: Page, path: str) -> None:
    """Open a page and wait for its websocket."""
    with page.expect_websocket():
        page.goto(path)
    page.wait_for_load_state("networkidle")


def _wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what only a request can show."""
    for _ in range(KEPT_SECONDS * 4):
        if holds():
            return
        page.wait_for_timeout(250)
    assert holds()
