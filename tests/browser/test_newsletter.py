"""The newsletter box in every footer: signing up once, twice, wrongly, and as a program."""

import csv
import io
import re
import secrets

from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE
from tests.browser.languages import LANGUAGES, SITES
from tests.serving import Server


def test_address_is_kept_once_and_a_second_time_looks_the_same(page: Page, site: Server) -> None:
    for words, path in zip((*SITES, SITES[-1]), ("/", "/about", "/contact"), strict=False):
        address = f"reader-{secrets.token_hex(4)}@example.com"
        answers = []
        for typed in (address, address.upper()):
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


@LANGUAGES
def test_what_to_correct_is_said_and_what_was_typed_is_still_there(page: Page, site: Server, words: Site) -> None:
    box, newsletter = _open(page, words), words.interface.newsletter
    expect(box).to_contain_text(f"{newsletter.purpose} {newsletter.retention}")
    address = f"reader-{secrets.token_hex(4)}@example.com"
    _email(box, words).fill(address)
    _subscribe(box, words)
    expect(box.get_by_role("checkbox")).to_have_accessible_description(words.errors.consent_missing, timeout=PATIENCE)
    expect(_email(box, words)).to_have_value(address)

    box.get_by_role("checkbox").check()
    for typed, code in (("", "email_missing"), ("reader@", "email_invalid")):
        _email(box, words).fill(typed)
        _subscribe(box, words)
        expect(_email(box, words)).to_have_accessible_description(words.errors.say(code), timeout=PATIENCE)
        expect(_email(box, words)).to_be_focused()
        expect(_email(box, words)).to_have_value(typed)
        expect(box.get_by_role("checkbox")).to_be_checked()
    assert address not in site.admin("subscribers", "export")


def test_without_scripts_the_address_is_kept(plain: Page, site: Server, words: Site) -> None:
    address = f"reader-{secrets.token_hex(4)}@example.com"
    plain.goto(localized("/about", words.language))
    box, newsletter = _box(plain, words), words.interface.newsletter
    _email(box, words).fill(address)
    _subscribe(box, words)

    expect(plain.get_by_role("checkbox")).to_have_accessible_description(words.errors.consent_missing)
    expect(plain.get_by_role("textbox", name=newsletter.label)).to_have_value(address)
    plain.get_by_role("checkbox").check()
    plain.get_by_role("button", name=newsletter.subscribe, exact=True).click()
    expect(plain.get_by_role("status")).to_have_text(newsletter.success)
    assert address in site.admin("subscribers", "export")


def test_where_websockets_are_blocked_the_address_is_kept(visitor: Visitor, site: Server, words: Site) -> None:
    blocked, address = visitor().new_page(), f"reader-{secrets.token_hex(4)}@example.com"
    blocked.route_web_socket(re.compile(".*"), lambda socket: socket.close())
    blocked.goto(localized("/about", words.language))
    blocked.wait_for_load_state("networkidle")
    box = _box(blocked, words)
    _email(box, words).fill(address)
    box.get_by_role("checkbox").check()
    _subscribe(box, words)

    expect(box.get_by_role("status")).to_have_text(words.interface.newsletter.success, timeout=PATIENCE)
    assert address in site.admin("subscribers", "export")


def test_program_is_thanked_and_not_kept(page: Page, site: Server) -> None:
    words = SITES[0]
    box, address = _open(page, words), f"program-{secrets.token_hex(4)}@example.com"
    _email(box, words).fill(address)
    box.get_by_role("checkbox").check()
    box.locator("input[name=website]").fill("https://example.com")
    _subscribe(box, words)

    expect(box.get_by_role("status")).to_have_text(words.interface.newsletter.success, timeout=PATIENCE)
    assert address not in site.admin("subscribers", "export")


def test_address_survives_a_lost_connection(page: Page) -> None:
    words = SITES[0]
    box = _open(page, words)
    _email(box, words).fill("reader@example.com")
    page.context.set_offline(True)
    _subscribe(box, words)

    expect(box.get_by_role("alert")).to_have_text(words.errors.not_stored)
    expect(_email(box, words)).to_have_value("reader@example.com")


def _open(page: Page, words: Site, path: str = "/about") -> Locator:
    """Open a page and return the box in its footer, once the websocket is there."""
    with page.expect_websocket():
        page.goto(localized(path, words.language))
    page.wait_for_load_state("networkidle")
    return _box(page, words)


def _box(page: Page, words: Site) -> Locator:
    return page.locator("footer form").filter(has=page.get_by_label(words.interface.newsletter.label))


def _email(box: Locator, words: Site) -> Locator:
    return box.get_by_role("textbox", name=words.interface.newsletter.label)


@LANGUAGES
def test_purpose_and_consent_come_before_the_button(page: Page, words: Site) -> None:
    page.goto(localized("/about", words.language))
    texts = words.interface.newsletter
    box = page.locator("footer form")
    order = [
        box.get_by_label(texts.label),
        box.get_by_text(texts.purpose),
        box.get_by_role("checkbox"),
        box.get_by_role("button", name=texts.subscribe, exact=True),
    ]
    tops = [one.evaluate("element => element.getBoundingClientRect().top + window.scrollY") for one in order]
    assert tops == sorted(tops)
    order[0].focus()
    for control in order[2:]:
        page.keyboard.press("Tab")
        expect(control).to_be_focused()


def _subscribe(box: Locator, words: Site) -> None:
    box.get_by_role("button", name=words.interface.newsletter.subscribe, exact=True).click()
