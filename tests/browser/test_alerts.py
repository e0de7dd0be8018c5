"""Alerts by mail, from the form to the one click that ends them."""

import threading
from collections.abc import Iterator
from email.message import EmailMessage
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

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
def mailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, MailServer]]:
    """Serve a site that sends mail."""
    build()
    mails = MailServer()
    mails.start()
    settings = {"STARBOND_SMTP_URL": mails.url, "STARBOND_MAIL_FROM": SENDER, "STARBOND_MAIL_TO": "office@example.com"}
    with serving(tmp_path_factory.mktemp("mailing"), **settings) as site:
        yield site, mails
    mails.stop()


@SCRIPTS
def test_from_the_form_to_the_last_click(
    tab: Tab, mailing: tuple[Server, MailServer], words: Site, scripts: bool
) -> None:
    (site, mails), alerts = mailing, words.interface.alerts
    page = tab(base_url=site.url, java_script_enabled=scripts)
    address = f"reader-{words.language}-{scripts}@example.com".lower()
    page.goto(localized("/AllNotice", words.language))
    page.get_by_role("link", name=alerts.list_link).click()
    form = page.get_by_role("form", name=alerts.form_heading)
    expect(page.get_by_text(alerts.unavailable_heading)).to_be_hidden()
    if scripts:
        assert in_views(page) == []
    form.get_by_label(alerts.email).fill(address)
    for category in words.investors.categories:
        form.get_by_role("checkbox", name=category.title, exact=True).set_checked(category.id == "AllNotice")
    form.get_by_role("checkbox", name=alerts.consent.format(company=words.company.name)).check()
    form.get_by_role("button", name=alerts.button).click()
    expect(page.get_by_role("status").filter(has_text=alerts.success)).to_be_visible(timeout=PATIENCE)

    page.goto(link(_mail(mails, address, 1), "confirm"))
    page.get_by_role("button", name=alerts.confirm_button).click()
    expect(page.get_by_role("status")).to_have_text(alerts.confirmed)

    name = f"Notice {words.language} {scripts}"
    number = publish(site, "AllNotice", name)
    mail = _mail(mails, address, 2)
    assert mail["Subject"].startswith(f"{words.category('AllNotice').title}: {name}")
    assert f"{site.url}{localized(f'/documents/{number}', words.language)}\n" in text(mail)

    parts = urlsplit(mail["List-Unsubscribe"].strip("<>"))
    answer = page.request.post(f"{site.url}{parts.path}?{parts.query}", form={"List-Unsubscribe": "One-Click"})
    assert answer.ok
    assert address not in site.admin("alerts", "list")
    page.goto(link(mail, "preferences"))
    expect(page.get_by_role("status")).to_have_text(alerts.nobody)


def _mail(server: MailServer, address: str, number: int) -> EmailMessage:
    deadline = monotonic() + SECONDS
    while len(found := [mail for mail in list(server.mails) if mail["To"] == address]) < number:
        assert monotonic() < deadline, f"{address} has not {number} mails"
        threading.Event().wait(0.1)
    return found[number - 1]
