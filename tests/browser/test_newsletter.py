"""The newsletter box in every footer: signing up once, twice, wrongly, and without scripts."""

import csv
import io
import secrets

from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.filing import PATIENCE
from tests.serving import Server


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


def test_what_to_correct_is_said_and_what_was_typed_is_still_there(page: Page, site: Server, words: Site) -> None:
    box, newsletter = _open(page, words), words.interface.newsletter
    expect(box).to_contain_text(f"{newsletter.purpose} {newsletter.retention}")
    address = f"reader-{secrets.token_hex(4)}@example.com"
    _email(box, words).fill(address)
    _subscribe(box, words)
    expect(box.get_by_role("checkbox")).to_have_accessible_description(words.errors.consent_missing, timeout=PATIENCE)
    expect(_email(box, words)).to_have_value(address)
    box.get_by_role("checkbox").check()
    _email(box, words).fill("reader@")
    _subscribe(box, words)
    expect(_email(box, words)).to_have_accessible_description(words.errors.email_invalid, timeout=PATIENCE)
    expect(_email(box, words)).to_be_focused()
    expect(_email(box, words)).to_have_value("reader@")
    expect(box.get_by_role("checkbox")).to_be_checked()

    _email(box, words).fill(address)
    page.context.set_offline(True)
    _subscribe(box, words)
    expect(box.get_by_role("alert")).to_have_text(words.errors.not_stored)
    expect(_email(box, words)).to_have_value(address)
    assert address not in site.admin("subscribers", "export")


def test_purpose_and_consent_come_before_the_button(page: Page, words: Site) -> None:
    box, texts = _open(page, words), words.interface.newsletter
    button = box.get_by_role("button", name=texts.subscribe, exact=True)
    order = [box.get_by_label(texts.label), box.get_by_text(texts.purpose), box.get_by_role("checkbox"), button]
    tops = [one.evaluate("element => element.getBoundingClientRect().top + window.scrollY") for one in order]
    assert tops == sorted(tops)


def _open(page: Page, words: Site, path: str = "/about") -> Locator:
    """Open a page and return the box in its footer, once nothing more is fetched."""
    page.goto(localized(path, words.language), wait_until="networkidle")
    return _box(page, words)


def _box(page: Page, words: Site) -> Locator:
    return page.locator("footer form").filter(has=page.get_by_label(words.interface.newsletter.label))


def _email(box: Locator, words: Site) -> Locator:
    return box.get_by_role("textbox", name=words.interface.newsletter.label)


def _subscribe(box: Locator, words: Site) -> None:
    box.get_by_role("button", name=words.interface.newsletter.subscribe, exact=True).click()
