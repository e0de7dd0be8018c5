"""The newsletter box in every footer: signing up once, and a second time; and mail alerts up to the last click."""

import csv
import io
import secrets
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from tests.browser.axe import in_views
from tests.browser.conftest import Tab
from tests.browser.filing import PATIENCE, publish
from tests.browser.languages import SCRIPTS
from tests.serving import Server, build, serving
from tests.unit.alert_desk import link, text
from tests.unit.mail_server import SENDER, MailServer


def test_address_is_kept_once_and_a_second_time_looks_the_same(page: Page, site: Server, words: Site) -> None:
    address = f"reader-{secrets.token_hex(4)}@example.com"
    answers, texts = [], words.interface.newsletter
    for path, typed in (("/about", address), ("/contact", address.upper())):
        box = _open(page, words, path)
        button = box.get_by_role("button", name=texts.subscribe, exact=True)
        # Purpose and consent come before the button.
        purpose = box.get_by_text(f"{texts.purpose} {texts.retention}")
        order = [_email(box, words), purpose, box.get_by_role("checkbox"), button]
        tops = [one.evaluate("element => element.getBoundingClientRect().top + window.scrollY") for one in order]
        assert tops == sorted(tops)
        _email(box, words).fill(typed)
        box.get_by_role("checkbox").check()
        button.click()
        expect(box.get_by_role("status")).to_have_text(texts.success, timeout=PATIENCE)
        expect(_email(box, words)).to_have_value("")
        answers.append(box.inner_text())
    assert answers[0] == answers[1]
    kept = [row["email"] for row in csv.DictReader(io.StringIO(site.admin("subscribers", "export")))]
    assert kept.count(address) == 1


def _open(page: Page, words: Site, path: str) -> Locator:
    page.goto(localized(path, words.language), wait_until="networkidle")
    # Without a name, so that the forms of a page are those of its own (architecture.md: five on the upload page).
    return page.locator("footer form").filter(has=page.get_by_label(words.interface.newsletter.label))


def _email(box: Locator, words: Site) -> Locator:
    return box.get_by_role("textbox", name=words.interface.newsletter.label)


SECONDS = 90


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, MailServer]]:
    build()
    mails = MailServer()
    mails.start()
    settings = {"STARBOND_SMTP_URL": mails.url, "STARBOND_MAIL_FROM": SENDER, "STARBOND_MAIL_TO": "office@example.com"}
    with serving(tmp_path_factory.mktemp("mailing"), **settings) as site:
        yield site, mails
    mails.stop()


@SCRIPTS
def test_from_the_form_to_the_last_click(tab: Tab, mailing: tuple[Server, MailServer], words: Site, scripts: bool):
    (site, mails), alerts = mailing, words.interface.alerts
    page = tab(base_url=site.url, java_script_enabled=scripts)
    address = f"reader-{words.language}-{scripts}@example.com".lower()
    page.goto(localized("/AllNotice", words.language))
    page.get_by_role("link", name=alerts.list_link).click()
    expect(page.get_by_text(alerts.unavailable_heading)).to_be_hidden()
    if scripts:
        assert in_views(page) == []
    form, sheets_of = page.get_by_role("form", name=alerts.form_heading), words.products[0].name
    page.locator("summary", has_text=words.category("SafetySheet").title).click()
    for chosen in (words.category("AllNotice").title, sheets_of):
        form.get_by_role("checkbox", name=chosen, exact=True).check()
    form.get_by_role("checkbox", name=alerts.consent.format(company=words.company.name)).check()
    form.get_by_label(alerts.email).fill(address)
    form.get_by_role("button", name=alerts.button).click()
    expect(page.get_by_role("status").filter(has_text=alerts.success)).to_be_visible(timeout=PATIENCE)
    asked = _mail(mails, address, 1)
    assert sheets_of in text(asked)
    page.goto(link(asked, "confirm"))
    page.get_by_role("button", name=alerts.confirm_button).click()
    expect(page.get_by_role("status")).to_have_text(alerts.confirmed)
    name = f"Notice {words.language} {scripts}"
    number = publish(site, "AllNotice", name)
    mail = _mail(mails, address, 2)
    assert mail["Subject"].startswith(f"{words.company.name}: {name}")
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
