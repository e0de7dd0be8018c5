"""Pages of another release than the server's, as all open ones are after a deployment: nothing shown or typed is lost.

`test_deploy.py` deploys such a release; here a page claims to have been built for another state than the server has.
"""

import re
import secrets
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.web.resumable import PATH
from tests.browser.components.visitor import hide
from tests.browser.conftest import Visitor
from tests.browser.filing import LIVE, PATIENCE, choose, form_of, open_forms, paper, publish, submit
from tests.browser.test_contact import GOOD, _consent, _field, _fill, _open, _send, _success
from tests.serving import Server

OTHER_SCHEMA = """const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (message) {
  send.call(this, message.replace?.(/"state_schema":"\\w+"/, '"state_schema":"earlier"') ?? message);
};"""
LONGEST_WAIT = 120_000
"""Milliseconds within which hidden pages are loaded anew."""
WAIT_SHORTLY = f"""const {{ random }} = Math;
Math.random = () => 0.9 + random() / 10;
const later = window.setTimeout;
window.setTimeout = (work, wait, ...more) => {{
  const isLong = wait > {0.9 * LONGEST_WAIT} && wait <= {LONGEST_WAIT};
  if (isLong) sessionStorage.waits = Number(sessionStorage.waits ?? 0) + 1;
  return later(work, isLong ? 0 : wait, ...more);
}};"""
"""Lets a page wait nearly as long as it ever does before it is loaded anew, counts that, and lets no time pass."""
LEFT_BEHIND = "() => window.isSocketOpen && window.otherRelease"


def left_behind(visitor: Visitor) -> Page:
    page = visitor().new_page()
    page.add_init_script(OTHER_SCHEMA + WAIT_SHORTLY)
    return page


def remember(page: Page) -> None:
    """Recognise the page that is open now."""
    page.wait_for_function(LEFT_BEHIND)
    page.evaluate("window.notReloaded = true")


def waits_in_vain(page: Page) -> None:
    """Hide a page until it would be loaded anew, and show it again."""
    hide(page, True)
    page.wait_for_function("() => sessionStorage.waits")
    # The timer of the page was set before this one.
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("window.notReloaded")
    hide(page, False)


def test_page_stays_says_nothing_and_follows_over_http(visitor: Visitor, site: Server, words: Site) -> None:
    page, name = left_behind(visitor), f"deployed {secrets.token_hex(4)}"
    # The second time Reflex would show its banner.
    for _ in range(2):
        page.goto(localized("/BondIssue", words.language))
        remember(page)
    before = page.locator("body").inner_text()
    with page.expect_request(lambda request: urlsplit(request.url).path == "/api/live/BondIssue"):
        publish(site, "BondIssue", name)
    expect(page.get_by_role("link", name=re.compile(name)).first).to_be_visible(timeout=LIVE + 3_000)
    assert page.evaluate("window.notReloaded")
    assert page.locator("body").inner_text().splitlines()[0] == before.splitlines()[0]
    expect(page.get_by_role("alert")).to_have_count(0)


def test_page_that_nobody_looks_at_is_loaded_anew_once_and_within_two_minutes(visitor: Visitor) -> None:
    page = left_behind(visitor)
    page.goto("/")
    remember(page)
    # It may be gone before this has ended.
    with page.expect_navigation(), suppress(Error):
        hide(page, True)
    remember(page)
    hide(page, True)
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("[window.notReloaded, sessionStorage.waits]") == [True, "1"], "several releases are served"


def test_what_is_typed_stays_and_is_sent_as_it_is(visitor: Visitor, words: Site) -> None:
    page = left_behind(visitor)
    form = _open(page, words)
    remember(page)
    _fill(form, words, GOOD)
    waits_in_vain(page)
    for name, text in GOOD.items():
        expect(_field(form, words, name)).to_have_value(text)
    _send(form, words)
    expect(form.get_by_role("status")).to_have_text(_success(words), timeout=PATIENCE)


def test_form_that_lacks_a_field_is_shown_anew_with_what_was_typed(visitor: Visitor, words: Site) -> None:
    page = left_behind(visitor)
    form = _open(page, words)
    remember(page)
    _fill(form, words, GOOD)
    _field(form, words, "phone").evaluate("(field) => field.remove()")
    _send(form, words)
    expect(page.get_by_text(words.errors.phone_missing)).to_be_visible(timeout=PATIENCE)
    for name, text in (GOOD | {"phone": ""}).items():
        expect(_field(page.locator("form"), words, name)).to_have_value(text)
    expect(_consent(page.locator("form"))).to_be_checked()
    _field(page.locator("form"), words, "phone").fill(GOOD["phone"])
    _send(page.locator("form"), words)
    expect(page.get_by_role("status")).to_have_text(_success(words), timeout=PATIENCE)


def test_file_that_was_chosen_is_published(visitor: Visitor, words: Site) -> None:
    page, given, title = left_behind(visitor), paper("Chosen before.pdf"), f"Typed before {secrets.token_hex(4)}"
    open_forms(page, words)
    remember(page)
    form = form_of(page, words, "AnnualReport")
    form.get_by_label(words.interface.upload_form.title, exact=True).fill(title)
    choose(form, given)
    waits_in_vain(page)
    with page.expect_request(lambda asked: asked.method == "POST" and urlsplit(asked.url).path.startswith(f"{PATH}/")):
        submit(form, words.interface.upload.submit)
    expect(form.get_by_role("status")).to_contain_text(title, timeout=PATIENCE)
