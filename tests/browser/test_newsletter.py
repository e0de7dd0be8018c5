"""The newsletter box in every footer: signing up once, and a second time; and mail alerts up to the last click."""

import csv
import io
import secrets
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.content.formats import digits
from tests.browser.axe import in_views
from tests.browser.conftest import PHONE, Tab
from tests.browser.filing import PATIENCE, paper, publish
from tests.browser.languages import LANGUAGES, SCRIPTS
from tests.serving import Server, build, serving
from tests.unit.alert_desk import link, text
from tests.unit.mail_server import SENDER, MailServer


def test_address_is_kept_once_and_a_second_time_looks_the_same(page: Page, site: Server, words: Site) -> None:
    address = f"reader-{secrets.token_hex(4)}@example.com"
    answers = []
    for path, typed in (("/about", address), ("/contact", address.upper())):
        box = _open(page, words, path)
        _email(box, words).fill(typed)
        box.get_by_role("checkbox").check()
        _subscribe(box, words)
        expect(box.get_by_role("status")).to_have_text(words.interface.newsletter.success, timeout=PATIENCE)
        expect(_email(box, words)).to_have_value("")
        answers.append(box.inner_text())
    assert answers[0] == answers[1]
    kept = [row["email"] for row in csv.DictReader(io.StringIO(site.admin("subscribers", "export")))]
    assert kept.count(address) == 1


def test_purpose_and_consent_come_before_the_button(page: Page, words: Site) -> None:
    box, texts = _open(page, words), words.interface.newsletter
    button = box.get_by_role("button", name=texts.subscribe, exact=True)
    purpose = box.get_by_text(f"{texts.purpose} {texts.retention}")
    order = [box.get_by_label(texts.label), purpose, box.get_by_role("checkbox"), button]
    tops = [one.evaluate("element => element.getBoundingClientRect().top + window.scrollY") for one in order]
    assert tops == sorted(tops)


def _open(page: Page, words: Site, path: str = "/about") -> Locator:
    page.goto(localized(path, words.language), wait_until="networkidle")
    # Without a name, so that the forms of a page are those of its own (architecture.md: five on the upload page).
    return page.locator("footer form").filter(has=page.get_by_label(words.interface.newsletter.label))


def _email(box: Locator, words: Site) -> Locator:
    return box.get_by_role("textbox", name=words.interface.newsletter.label)


def _subscribe(box: Locator, words: Site) -> None:
    box.get_by_role("button", name=words.interface.newsletter.subscribe, exact=True).click()


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
    notices = next(category.title for category in words.investors.categories if category.id == "AllNotice")
    _subscribe_to(page, mails, words, address, notices)
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


@LANGUAGES
def test_a_customer_hears_of_a_new_safety_data_sheet(
    tab: Tab, mailing: tuple[Server, MailServer], words: Site, tmp_path: Path
) -> None:
    (site, mails), product, address = mailing, words.products[0], f"customer-{words.language}@example.com"
    page = tab(base_url=site.url, **PHONE)
    page.goto(localized("/SafetySheets", words.language))
    page.get_by_role("link", name=words.interface.alerts.list_link).click()
    page.locator("summary", has_text=words.category("SafetySheet").title).click()
    _subscribe_to(page, mails, words, address, product.name)
    file = tmp_path / "sheet.pdf"
    file.write_bytes(paper("sheet.pdf")["buffer"])
    of_sheet = ("--product", product.id, "--language", words.language, "--version", "1")
    site.admin("sheets", "publish", str(file), *of_sheet)
    title = digits(
        words.interface.safety_sheets.document.format(product=product.name, version=1), words.interface.dates
    )
    assert _mail(mails, address, 2)["Subject"].startswith(f"{words.company.name}: {title}")


def _subscribe_to(page: Page, mails: MailServer, words: Site, address: str, chosen: str) -> None:
    """Ask for alerts of one list, or of the sheets of one product, and confirm by the mailed link."""
    alerts = words.interface.alerts
    form = page.get_by_role("form", name=alerts.form_heading)
    form.get_by_label(alerts.email).fill(address)
    form.get_by_role("checkbox", name=chosen, exact=True).check()
    form.get_by_role("checkbox", name=alerts.consent.format(company=words.company.name)).check()
    form.get_by_role("button", name=alerts.button).click()
    expect(page.get_by_role("status").filter(has_text=alerts.success)).to_be_visible(timeout=PATIENCE)
    page.goto(link(_mail(mails, address, 1), "confirm"))
    page.get_by_role("button", name=alerts.confirm_button).click()
    expect(page.get_by_role("status")).to_have_text(alerts.confirmed)


def _mail(server: MailServer, address: str, number: int) -> EmailMessage:
    deadline = monotonic() + SECONDS
    while len(found := [mail for mail in list(server.mails) if mail["To"] == address]) < number:
        assert monotonic() < deadline, f"{address} has not {number} mails"
        threading.Event().wait(0.1)
    return found[number - 1]
