"""Mail of a running site: a mail server that is down, and alerts from the form to the one click that ends them."""

import csv
import io
import re
import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from time import monotonic
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.alerts.service import field_name
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.axe import in_views
from tests.browser.conftest import Tab
from tests.browser.filing import PATIENCE, publish
from tests.browser.languages import SCRIPTS
from tests.serving import Server, build, serving
from tests.unit.alert_desk import link, text
from tests.unit.mail_server import SENDER, MailServer

SECONDS = 90


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    """Return a mail server that is down."""
    server = MailServer()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, mail_server: MailServer) -> Iterator[Server]:
    """Serve a site that sends mail: restarted with a mail server that was down when two forms were sent."""
    build()
    settings = {"SMTP_URL": mail_server.url, "MAIL_FROM": SENDER, "MAIL_TO": "office@example.com"}
    settings = {f"STARBOND_{name}": value for name, value in settings.items()}
    with serving(tmp_path_factory.mktemp("mailing"), **settings) as site:
        contact = {"name": "Rahima", "email": "a@example.com", "phone": "+880 1711-000000", "consent": "on"}
        _post(site, "/contact", **contact, message="Which glue do you advise for teak?")
        _post(site, "/newsletter/subscribe", email="reader@example.com", consent="on")
        site.stop()
        mail_server.start()
        site.start()
        yield site


def test_mail_survives_a_server_that_is_down_and_a_restart(mailing: Server, mail_server: MailServer) -> None:
    confirmation = _mail(mail_server, "reader@example.com", 1)
    to_the_office = _mail(mail_server, "office@example.com", 1)
    # When a mail is sent is noted after the mail server has taken it.
    _wait_for(lambda: all(row["mailed_at"] for row in _exported(mailing, "messages")), "the message is not mailed")
    (mailed,) = _exported(mailing, "messages")
    assert mailed["reference"] in to_the_office["Subject"]

    _post(mailing, _path(re.findall(r"https?://\S+/newsletter/confirm\S+", confirmation.get_content())[0]))
    (subscriber,) = _exported(mailing, "subscribers")
    assert subscriber["confirmed_at"]
    _post(mailing, _path(confirmation["List-Unsubscribe"].strip("<>")), **{"List-Unsubscribe": "One-Click"})
    assert _exported(mailing, "subscribers") == []
    assert sorted(mail["To"] for mail in mail_server.mails) == ["office@example.com", "reader@example.com"]


@SCRIPTS
def test_from_the_form_to_the_last_click(
    tab: Tab, mailing: Server, mail_server: MailServer, words: Site, scripts: bool
) -> None:
    page, alerts = tab(base_url=mailing.url, java_script_enabled=scripts), words.interface.alerts
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

    name = f"Notice {words.language} {scripts}"
    number = publish(mailing, "AllNotice", name)
    mail = _mail(mail_server, address, 2)
    assert mail["Subject"].startswith(f"{words.category('AllNotice').title}: {name}")
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

    _post(mailing, _path(mail["List-Unsubscribe"].strip("<>")), **{"List-Unsubscribe": "One-Click"})
    assert address not in mailing.admin("alerts", "list")
    page.goto(link(mail, "preferences"))
    expect(page.get_by_role("status")).to_have_text(alerts.nobody)


def test_what_has_to_be_corrected_is_said_at_its_field(tab: Tab, mailing: Server, words: Site) -> None:
    page, alerts, errors = tab(base_url=mailing.url), words.interface.alerts, words.errors
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
    assert in_views(page) == []


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


def _post(site: Server, path: str, **fields: str) -> None:
    """Post a form without scripts, as a mail program or a browser does; anything but success raises."""
    with urlopen(Request(site.url + path, urlencode(fields).encode()), timeout=30):  # noqa: S310  own server
        pass


def _path(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def _exported(site: Server, what: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(site.admin(what, "export"))))


def _mail(server: MailServer, address: str, number: int) -> EmailMessage:
    """Return the mail with a number, from 1, that an address gets."""

    def found() -> list[EmailMessage]:
        return [mail for mail in list(server.mails) if mail["To"] == address]

    _wait_for(lambda: len(found()) >= number, f"{address} has not {number} mails")
    return found()[number - 1]


def _wait_for(condition: Callable[[], bool], problem: str) -> None:
    pause, deadline = threading.Event(), monotonic() + SECONDS
    while not condition():
        assert monotonic() < deadline, problem
        pause.wait(0.1)
