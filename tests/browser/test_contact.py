"""The contact form: a reference number, what to correct beside each field, and nothing typed is ever lost."""

import csv
import io
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.forms import MESSAGE_CHARACTERS, NAME_CHARACTERS
from tests.browser.filing import PATIENCE
from tests.browser.languages import LANGUAGES, SITES
from tests.serving import Server

GOOD = {
    "name": "রহিম Reader",
    "email": "reader@example.com",
    "phone": "+880 1700-000000",
    "message": "Which glue is right for marine plywood?",
}
CORRECTIONS: list[tuple[str, str, str, dict[str, object]]] = [
    ("name", "", "name_missing", {}),
    ("email", "", "email_missing", {}),
    ("email", "reader@", "email_invalid", {}),
    ("phone", "", "phone_missing", {}),
    ("phone", "call me", "phone_invalid", {}),
    ("message", "", "message_missing", {}),
    ("message", "Too short", "message_short", {"limit": MESSAGE_CHARACTERS[0]}),
    ("message", "x" * (MESSAGE_CHARACTERS[1] + 1), "message_long", {"limit": MESSAGE_CHARACTERS[1]}),
]


@LANGUAGES
def test_message_is_stored_under_its_reference(page: Page, site: Server, words: Site) -> None:
    form, message = _open(page, words), f"{GOOD['message']} ({words.language})"
    _fill(form, words, GOOD | {"message": message})
    _send(form, words)

    before, _, after = words.interface.contact.success.partition("{reference}")
    status = form.get_by_role("status")
    expect(status).to_have_text(re.compile(f"^{re.escape(before)}[0-9A-Z-]+{re.escape(after)}$"), timeout=PATIENCE)
    for field in GOOD:
        expect(_field(form, words, field)).to_have_value("")
    stored = list(csv.DictReader(io.StringIO(site.admin("messages", "export"))))
    (found,) = [row for row in stored if row["message"] == message]
    assert status.inner_text() == words.interface.contact.success.format(reference=found["reference"])
    assert found["consent_at"]


@LANGUAGES
@pytest.mark.parametrize(
    ("field", "typed", "code", "values"), CORRECTIONS, ids=[f"{code}" for _, _, code, _ in CORRECTIONS]
)
def test_what_to_correct_stands_beside_the_field(
    page: Page, words: Site, field: str, typed: str, code: str, values: dict[str, object]
) -> None:
    form, given = _open(page, words), GOOD | {field: typed}
    _fill(form, words, given)
    _send(form, words)

    control = _field(form, words, field)
    expect(form.get_by_role("alert")).to_contain_text(words.interface.contact.errors_heading, timeout=PATIENCE)
    expect(control).to_have_attribute("aria-invalid", "true")
    expect(control).to_have_accessible_description(re.compile(re.escape(words.errors.say(code, **values))))
    expect(control).to_be_focused()
    for name, text in given.items():
        expect(_field(form, words, name)).to_have_value(text)
    expect(_consent(form)).to_be_checked()


@LANGUAGES
def test_everything_is_said_at_once_and_consent_is_needed(page: Page, words: Site) -> None:
    form = _open(page, words)
    _send(form, words)

    for code in ("name_missing", "email_missing", "phone_missing", "message_missing", "consent_missing"):
        expect(form.get_by_text(words.errors.say(code))).to_be_visible(timeout=PATIENCE)
    expect(_field(form, words, "name")).to_be_focused()

    _fill(form, words, GOOD)
    _consent(form).uncheck()
    _send(form, words)
    expect(_consent(form)).to_have_accessible_description(words.errors.consent_missing, timeout=PATIENCE)
    expect(_consent(form)).to_be_focused()
    expect(_field(form, words, "message")).to_have_value(GOOD["message"])


def test_name_is_limited_where_it_is_typed(page: Page) -> None:
    form = _open(page, SITES[0])
    expect(_field(form, SITES[0], "name")).to_have_attribute("maxlength", str(NAME_CHARACTERS))


@LANGUAGES
def test_nothing_is_lost_without_a_connection(page: Page, words: Site) -> None:
    form = _open(page, words)
    _fill(form, words, GOOD)
    page.context.set_offline(True)
    _send(form, words)

    expect(form.get_by_role("alert")).to_have_text(words.errors.not_stored)
    for name, text in GOOD.items():
        expect(_field(form, words, name)).to_have_value(text)

    page.context.set_offline(False)
    _send(form, words)
    expect(form.get_by_role("status")).not_to_be_empty(timeout=PATIENCE)


@LANGUAGES
def test_purpose_and_retention_stand_next_to_the_button(page: Page, words: Site) -> None:
    form, contact = _open(page, words), words.interface.contact
    expect(form).to_contain_text(f"{contact.purpose} {contact.retention}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_has_no_problems_on_a_phone(phone: Page, scheme: str) -> None:
    problems: list[str] = []
    phone.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    phone.on("pageerror", lambda error: problems.append(str(error)))
    phone.emulate_media(color_scheme=scheme)  # pyright: ignore[reportArgumentType]
    for words in SITES:
        form = _open(phone, words)
        _send(form, words)
        expect(form.get_by_role("alert")).to_be_visible(timeout=PATIENCE)
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
    assert problems == []


def _open(page: Page, words: Site) -> Locator:
    """Open the page and return its form, once the websocket is there."""
    with page.expect_websocket():
        page.goto(localized("/contact", words.language))
    page.wait_for_load_state("networkidle")
    return page.get_by_role("form", name=words.interface.contact.form_heading)


def _field(form: Locator, words: Site, name: str) -> Locator:
    contact = words.interface.contact
    labels = {"name": contact.name, "email": contact.email_field, "phone": contact.phone_field}
    return form.get_by_role("textbox", name=labels.get(name, contact.message))


def _consent(form: Locator) -> Locator:
    return form.get_by_role("checkbox")


def _fill(form: Locator, words: Site, given: dict[str, str]) -> None:
    """Type into every field and tick the box."""
    for name, text in given.items():
        _field(form, words, name).fill(text)
    _consent(form).check()


def _send(form: Locator, words: Site) -> None:
    form.get_by_role("button", name=words.interface.contact.send, exact=True).click()
