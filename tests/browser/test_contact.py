"""The contact form: a reference number, what to correct beside each field, and nothing typed is ever lost."""

import re
import secrets
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Route, expect

from starbond_site.content import Site
from starbond_site.content.addresses import localized
from starbond_site.mail.submissions import MESSAGE_CHARACTERS, NAME_CHARACTERS
from tests.browser.conftest import Visitor
from tests.browser.filing import PATIENCE
from tests.browser.languages import ENGLISH, LANGUAGES
from tests.serving import Server

GOOD = {
    "name": "রহিম Reader", "email": "reader@example.com", "phone": "+880 1700-000000",
    "message": "Which glue is right for marine plywood?",
}  # fmt: skip
CORRECTIONS: list[tuple[str, str, str, dict[str, object]]] = [
    ("phone", "call me", "phone_invalid", {}),
    ("message", "Too short", "message_short", {"limit": MESSAGE_CHARACTERS[0]}),
]


def test_message_is_stored_without_scripts(plain: Page, site: Server) -> None:
    """``web/test_contact_post.py`` has what is kept of a refused one; with scripts: ``test_in_every_browser.py``."""
    message = f"{GOOD['message']} {secrets.token_hex(4)}"
    form = _open(plain, ENGLISH)
    assert plain.locator(".open-now:visible").count() == 0, "nobody knows what time it is"
    _fill(form, ENGLISH, GOOD | {"message": message})
    _send(form, ENGLISH)
    expect(plain.get_by_role("main").get_by_role("status")).to_have_text(_success(ENGLISH), timeout=PATIENCE)
    assert message in site.admin("messages", "export")


@LANGUAGES
def test_whatever_an_office_says_of_now_has_room(page: Page, words: Site) -> None:
    """Scripts fill the line after the first paint; a sentence with more rows than are kept free would move the page."""
    contact, hours = words.interface.contact, [each.opening for each in words.company.offices if each.opening]
    said = [contact.open_now.format(time=opening.closes) for opening in hours]
    for day in (contact.today, *contact.weekdays):
        said += [contact.closed_now.format(day=day, time=opening.opens) for opening in hours]
    page.goto(localized("/contact", words.language), wait_until="networkidle")
    for width in (320, 360, 390, 768):
        page.set_viewport_size({"width": width, "height": 900})
        grown = page.evaluate(
            """(said) => {
              const line = document.querySelector(".open-now").cloneNode();
              document.querySelector(".open-now").replaceWith(line);
              const free = line.offsetHeight;
              return said.filter((sentence) => { line.textContent = sentence; return line.offsetHeight > free; });
            }""",
            said,
        )
        assert grown == [], width


def test_what_to_correct_stands_beside_each_field_and_nothing_typed_is_lost(page: Page, words: Site) -> None:
    form = _open(page, words)
    expect(_field(form, words, "name")).to_have_attribute("maxlength", str(NAME_CHARACTERS))
    expect(_consent(form)).to_have_attribute("aria-invalid", "false")
    _send(form, words)
    for code in ("name_missing", "email_missing", "phone_missing", "message_missing", "consent_missing"):
        expect(form.get_by_text(words.errors.say(code))).to_be_visible(timeout=PATIENCE)
    expect(_field(form, words, "name")).to_be_focused()
    for field, typed, code, values in CORRECTIONS:
        given = GOOD | {field: typed}
        _fill(form, words, given)
        _send(form, words)
        control = _field(form, words, field)
        description = re.compile(re.escape(words.errors.say(code, **values)))
        expect(control, code).to_have_accessible_description(description, timeout=PATIENCE)
        expect(control, code).to_have_attribute("aria-invalid", "true")
        expect(control, code).to_be_focused()
        expect(form.get_by_role("alert")).to_contain_text(words.interface.contact.errors_heading)
        for name, text in given.items():
            expect(_field(form, words, name), code).to_have_value(text)
        expect(_consent(form)).to_be_checked()


def test_nothing_is_lost_without_a_connection_or_by_an_answer_that_is_none(visitor: Visitor, words: Site) -> None:
    """No connection, the error page of a proxy, and the page of a hotel; websockets are blocked as well."""
    page = visitor().new_page()
    page.route_web_socket(re.compile(".*"), lambda socket: socket.close())
    form = _open(page, words)
    statuses = iter((0, 502, 200))

    def answer(route: Route) -> None:
        if status := next(statuses):
            route.fulfill(status=status, body="<h1>Bad gateway</h1>", content_type="text/html")
        else:
            route.abort()

    page.route(lambda address: urlsplit(address).path == localized("/contact", words.language), answer)
    for _ in range(3):
        _fill(form, words, GOOD)
        _send(form, words)
        expect(form.get_by_role("alert")).to_have_text(words.errors.not_stored)
        for name, text in GOOD.items():
            expect(_field(form, words, name)).to_have_value(text)
    assert next(statuses, None) is None
    page.unroute_all()
    _send(form, words)
    expect(form.get_by_role("status")).to_have_text(_success(words), timeout=PATIENCE)


def test_open_or_closed_follows_the_clock_of_the_company(visitor: Visitor, words: Site) -> None:
    page = visitor().new_page()
    contact, office = words.interface.contact, words.company.offices[0]
    assert office.opening
    page.clock.install(time="2026-11-22T11:58:30Z")  # A Sunday, 17:58:30 in Dhaka.
    page.goto(localized("/contact", words.language))
    card = page.get_by_role("article").filter(has_text=office.lines[0])
    expect(card).to_contain_text(contact.open_now.format(time=office.opening.closes))
    page.clock.run_for(90_000)
    closed = contact.closed_now.format(day=contact.weekdays[1], time=office.opening.opens)
    expect(card).to_contain_text(closed)


def _open(page: Page, words: Site) -> Locator:
    page.goto(localized("/contact", words.language), wait_until="networkidle")
    return page.get_by_role("form", name=words.interface.contact.form_heading)


def _field(form: Locator, words: Site, name: str) -> Locator:
    contact = words.interface.contact
    labels = {"name": contact.name, "email": contact.email_field, "phone": contact.phone_field}
    return form.get_by_role("textbox", name=labels.get(name, contact.message))


def _consent(form: Locator) -> Locator:
    return form.get_by_role("checkbox")


def _fill(form: Locator, words: Site, given: dict[str, str]) -> None:
    for name, text in given.items():
        _field(form, words, name).fill(text)
    _consent(form).check()


def _send(form: Locator, words: Site) -> None:
    form.get_by_role("button", name=words.interface.contact.send, exact=True).click()


def _success(words: Site) -> re.Pattern[str]:
    before, _, after = words.interface.contact.success.partition("{reference}")
    return re.compile(f"^{re.escape(before)}[0-9A-Z-]+{re.escape(after)}$")
