"""Mail alerts with a real mail server: subscribing, confirming, a filing, preferences, one click to end."""

import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from time import monotonic
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from starbond_site.alerts.service import field_name
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE
from tests.browser.languages import LANGUAGES
from tests.browser.test_accessibility import VIEWS, in_views
from tests.serving import Server, build, serving
from tests.unit.alert_desk import link, text
from tests.unit.documents import samples
from tests.unit.mail_server import SENDER, MailServer

SECONDS = 60


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    """Run a mail server."""
    server = MailServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, mail_server: MailServer) -> Iterator[Server]:
    """Serve a site that sends mail."""
    build()
    settings = {"STARBOND_SMTP_URL": mail_server.url, "STARBOND_MAIL_FROM": SENDER}
    with serving(tmp_path_factory.mktemp("mailing"), **settings) as server:
        yield server


@pytest.fixture
def reader(browser: Browser, mailing: Server) -> Iterator[Callable[..., Page]]:
    """Return what opens a page of a new visitor of the site that sends mail."""
    contexts = []

    def open_page(**options: object) -> Page:
        contexts.append(browser.new_context(base_url=mailing.url, reduced_motion="reduce", **options))  # type: ignore[arg-type]
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


@LANGUAGES
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_from_the_form_to_the_last_click(
    reader: Callable[..., Page], mailing: Server, mail_server: MailServer, tmp_path: Path, words: Site, scripts: bool
) -> None:
    page, alerts = reader(java_script_enabled=scripts), words.interface.alerts
    address = f"reader-{words.language}-{scripts}@example.com".lower()
    page.goto(localized("/AllNotice", words.language))
    page.get_by_role("link", name=alerts.list_link).click()
    form = page.get_by_role("form", name=alerts.form_heading)
    expect(page.get_by_text(alerts.unavailable_heading)).to_be_hidden()
    form.get_by_label(alerts.email).fill(address)
    for category in words.investors.categories:
        form.get_by_role("checkbox", name=category.title, exact=True).set_checked(category.id == "AllNotice")
    form.get_by_role("checkbox", name=alerts.consent.format(company=words.company.name)).check()
    form.get_by_role("button", name=alerts.button).click()
    expect(page.get_by_role("status").filter(has_text=alerts.success)).to_be_visible(timeout=PATIENCE)

    page.goto(link(_mail(mail_server, address, 1), "confirm"))
    page.get_by_role("button", name=alerts.confirm_button).click()
    expect(page.get_by_role("status")).to_have_text(alerts.confirmed)

    name = f"Notice {words.language} {scripts}.pdf"
    _publish(mailing, tmp_path, name, "AllNotice")
    mail = _mail(mail_server, address, 2)
    assert mail["Subject"].startswith(f"{words.category('AllNotice').title}: {name.removesuffix('.pdf')}")
    number = mailing.admin("documents", "list", "AllNotice").splitlines()[0].split("\t")[0]
    assert f"{mailing.url}{localized(f'/documents/{number}', words.language)}\n" in text(mail)

    page.goto(link(mail, "preferences"))
    boxes = page.get_by_role("checkbox", checked=True)
    expect(boxes).to_have_count(1)
    page.get_by_role("checkbox", name=words.category("BondIssue").title).check()
    page.get_by_role("checkbox", name=words.category("AllNotice").title).uncheck()
    page.get_by_role("button", name=alerts.preferences_button).click()
    expect(page.get_by_role("status")).to_have_text(alerts.saved)
    page.reload()
    expect(page.get_by_role("checkbox", name=words.category("BondIssue").title)).to_be_checked()
    expect(boxes).to_have_count(1)

    unsubscribe = urlsplit(mail["List-Unsubscribe"].strip("<>"))
    one_click = urlencode({"List-Unsubscribe": "One-Click"}).encode()
    with urlopen(Request(f"{mailing.url}{unsubscribe.path}?{unsubscribe.query}", one_click)) as answer:  # noqa: S310  own server
        assert answer.status == 200
    assert address not in mailing.admin("alerts", "list")
    page.goto(link(mail, "preferences"))
    expect(page.get_by_role("status")).to_have_text(alerts.nobody)


@LANGUAGES
def test_what_has_to_be_corrected_is_said_at_its_field(reader: Callable[..., Page], words: Site) -> None:
    page, alerts, errors = reader(), words.interface.alerts, words.errors
    form = _form(page, words)
    for category in words.investors.categories:
        form.get_by_role("checkbox", name=category.title, exact=True).uncheck()
    form.get_by_label(alerts.email).fill("reader@example.com")
    form.get_by_role("button", name=alerts.button).click()
    first = form.locator(f"[name='{field_name(words.investors.categories[0].id)}']")
    expect(first).to_have_accessible_description(errors.lists_missing, timeout=PATIENCE)
    expect(first).to_be_focused()
    consent = form.get_by_role("checkbox", name=alerts.consent.format(company=words.company.name))
    expect(consent).to_have_accessible_description(errors.consent_missing)
    expect(form.get_by_label(alerts.email)).to_have_value("reader@example.com")
    assert in_views(page, VIEWS) == {}


@LANGUAGES
def test_a_site_without_mail_says_so_and_names_the_feed(page: Page, words: Site) -> None:
    page.goto(localized("/alerts", words.language))
    alerts = words.interface.alerts
    expect(page.get_by_role("heading", name=alerts.unavailable_heading)).to_be_visible()
    expect(page.get_by_role("form", name=alerts.form_heading)).to_be_hidden()
    expect(page.get_by_role("link", name=alerts.feed_link)).to_have_attribute("href", "/feeds/all.atom")


def _form(page: Page, words: Site) -> Locator:
    page.goto(localized("/alerts", words.language))
    page.wait_for_load_state("networkidle")
    return page.get_by_role("form", name=words.interface.alerts.form_heading)


def _publish(site: Server, folder: Path, name: str, category: str) -> None:
    file = folder / name
    file.write_bytes(samples.pdf(name))
    site.admin("documents", "publish", category, str(file))


def _mail(server: MailServer, address: str, number: int) -> EmailMessage:
    """Return the mail with a number, from 1, that an address gets."""
    pause, deadline = threading.Event(), monotonic() + SECONDS
    while len(found := [mail for mail in list(server.mails) if mail["To"] == address]) < number:
        assert monotonic() < deadline, f"{address} has {len(found)} mails"
        pause.wait(0.1)
    return found[number - 1]
