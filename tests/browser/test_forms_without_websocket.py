"""Contact form and newsletter box where no script runs, and where scripts run and websockets are blocked."""

import csv
import io
import re
import secrets
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE
from tests.browser.languages import LANGUAGES, SITES
from tests.serving import Server

TYPED = {"name": "রহিম <b>Reader</b>", "email": "reader@example.com", "phone": "+880 1700-000000"}


@pytest.fixture
def plain(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page of a browser without JavaScript."""
    return visitor(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()


@pytest.fixture
def blocked(visitor: Callable[..., BrowserContext]) -> Page:
    """Return a page of a browser behind a firewall that ends every websocket."""
    page = visitor(viewport={"width": 1440, "height": 900}).new_page()

    def close(socket: WebSocketRoute) -> None:
        socket.close()

    page.route_web_socket(re.compile(".*"), close)
    return page


@LANGUAGES
def test_contact_form_without_scripts(plain: Page, site: Server, words: Site) -> None:
    question = f"Which glue is right for teak? {secrets.token_hex(4)}"
    plain.goto(localized("/contact", words.language))
    _fill(_form(plain, words), words, question, phone="call me")
    _send(_form(plain, words), words)

    form, contact = _form(plain, words), words.interface.contact
    assert urlsplit(plain.url).query == "", "nothing typed stands in the address"
    expect(plain.get_by_role("alert")).to_have_text(contact.errors_heading)
    phone = form.get_by_role("textbox", name=contact.phone_field)
    expect(phone).to_have_accessible_description(words.errors.phone_invalid)
    expect(phone).to_have_value("call me")
    expect(form.get_by_role("textbox", name=contact.name)).to_have_value(TYPED["name"])
    expect(form.get_by_role("textbox", name=contact.message)).to_have_value(question)
    expect(form.get_by_role("checkbox")).to_be_checked()
    assert plain.evaluate("document.documentElement.scrollWidth") == 390

    phone.fill(TYPED["phone"])
    _send(form, words)
    expect(plain.get_by_role("status")).to_have_text(_success(words))
    assert plain.get_by_role("status").inner_text() == contact.success.format(reference=_stored(site, question))


@LANGUAGES
def test_contact_form_with_blocked_websockets(blocked: Page, site: Server, words: Site) -> None:
    question = f"Which glue is right for cork? {secrets.token_hex(4)}"
    blocked.goto(localized("/contact", words.language))
    blocked.wait_for_load_state("networkidle")
    form, contact = _form(blocked, words), words.interface.contact
    _fill(form, words, question, phone="")
    _send(form, words)

    phone = form.get_by_role("textbox", name=contact.phone_field)
    expect(phone).to_have_accessible_description(words.errors.phone_missing, timeout=PATIENCE)
    expect(phone).to_be_focused()
    expect(form.get_by_role("textbox", name=contact.message)).to_have_value(question)

    phone.fill(TYPED["phone"])
    _send(form, words)
    expect(form.get_by_role("status")).to_have_text(_success(words), timeout=PATIENCE)
    assert form.get_by_role("status").inner_text() == contact.success.format(reference=_stored(site, question))
    assert urlsplit(blocked.url).path == localized("/contact", words.language)


@pytest.mark.parametrize("status", [502, 200], ids=["error page of a proxy", "page of a hotel"])
def test_an_answer_that_is_none_loses_nothing(page: Page, status: int) -> None:
    words = SITES[0]
    page.goto("/contact")
    page.wait_for_load_state("networkidle")
    page.route(
        lambda address: urlsplit(address).path == "/contact",
        lambda route: route.fulfill(status=status, body="<h1>Bad gateway</h1>", content_type="text/html"),
    )
    form = _form(page, words)
    _fill(form, words, "Which glue is right for slate?")
    _send(form, words)

    expect(form.get_by_role("alert")).to_have_text(words.errors.not_stored)
    expect(form.get_by_role("textbox", name=words.interface.contact.message)).to_have_value(
        "Which glue is right for slate?"
    )


@LANGUAGES
def test_newsletter_without_scripts(plain: Page, site: Server, words: Site) -> None:
    address = f"reader-{secrets.token_hex(4)}@example.com"
    plain.goto(localized("/about", words.language))
    box, newsletter = _box(plain, words), words.interface.newsletter
    box.get_by_role("textbox", name=newsletter.label).fill(address)
    box.get_by_role("button", name=newsletter.subscribe, exact=True).click()

    expect(plain.get_by_role("checkbox")).to_have_accessible_description(words.errors.consent_missing)
    expect(plain.get_by_role("textbox", name=newsletter.label)).to_have_value(address)
    plain.get_by_role("checkbox").check()
    plain.get_by_role("button", name=newsletter.subscribe, exact=True).click()
    expect(plain.get_by_role("status")).to_have_text(newsletter.success)
    assert address in site.admin("subscribers", "export")


@LANGUAGES
def test_newsletter_with_blocked_websockets(blocked: Page, site: Server, words: Site) -> None:
    address = f"reader-{secrets.token_hex(4)}@example.com"
    blocked.goto(localized("/about", words.language))
    blocked.wait_for_load_state("networkidle")
    box, newsletter = _box(blocked, words), words.interface.newsletter
    box.get_by_role("textbox", name=newsletter.label).fill(address)
    box.get_by_role("checkbox").check()
    box.get_by_role("button", name=newsletter.subscribe, exact=True).click()

    expect(box.get_by_role("status")).to_have_text(newsletter.success, timeout=PATIENCE)
    assert address in site.admin("subscribers", "export")


def _form(page: Page, words: Site) -> Locator:
    return page.get_by_role("form", name=words.interface.contact.form_heading)


def _box(page: Page, words: Site) -> Locator:
    return page.locator("footer form").filter(has=page.get_by_label(words.interface.newsletter.label))


def _fill(form: Locator, words: Site, message: str, phone: str = TYPED["phone"]) -> None:
    contact = words.interface.contact
    for label, text in (
        (contact.name, TYPED["name"]),
        (contact.email_field, TYPED["email"]),
        (contact.phone_field, phone),
        (contact.message, message),
    ):
        form.get_by_role("textbox", name=label).fill(text)
    form.get_by_role("checkbox").check()


def _send(form: Locator, words: Site) -> None:
    form.get_by_role("button", name=words.interface.contact.send, exact=True).click()


def _success(words: Site) -> re.Pattern[str]:
    before, _, after = words.interface.contact.success.partition("{reference}")
    return re.compile(f"^{re.escape(before)}[0-9A-Z-]+{re.escape(after)}$")


def _stored(site: Server, message: str) -> str:
    """Return the reference number under which a message is stored, once."""
    rows = csv.DictReader(io.StringIO(site.admin("messages", "export")))
    (found,) = [row["reference"] for row in rows if row["message"] == message]
    return found
