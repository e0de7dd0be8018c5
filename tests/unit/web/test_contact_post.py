"""The contact form as a request: with and without scripts, from this site and from others."""

import itertools
import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from markupsafe import escape
from whole_site import FORM, Site, unmarked

from starbond_site import content
from starbond_site.content.addresses import Language, localized
from starbond_site.documents.archive import Archive
from starbond_site.mail import contact
from starbond_site.mail.contact import ContactMessage
from starbond_site.mail.submissions import HONEYPOT, MESSAGE_CHARACTERS
from tests.unit.documents.publishing import PUBLIC_URL, records

GOOD = {
    "name": "Rahima Akter", "email": "rahima@example.com", "phone": "+880 1711-000000",
    "message": "Which glue do you advise for teak?", "consent": "on", HONEYPOT: "",
}  # fmt: skip
JSON = "application/json"
CONTROL = re.compile(r"<(input|textarea)\b([^>]*)>(?:([^<]*)</textarea>)?")


class Form:
    """The controls of the form in a page, as a browser would send them."""

    def __init__(self, page: str) -> None:
        self.values, self.invalid, self.focused = dict[str, str](), dict[str, str](), list[str]()
        self.texts = {name: unescape(text) for name, text in re.findall(r'id="([^"]+)"[^>]*>([^<]*)<', page)}
        for tag, attributes, text in CONTROL.findall(page):
            found = {name: unescape(value) for name, value in re.findall(r'([\w-]+)(?:="([^"]*)")?', attributes)}
            if found.get("type") != "checkbox":
                written = unescape(text).removeprefix("\n") if tag == "textarea" else found.get("value", "")
                self.values[found["name"]] = written
            elif "checked" in found:
                self.values[found["name"]] = "on"
            if "aria-invalid" in found:
                self.invalid[found["name"]] = found.get("aria-describedby", "")
            if "autofocus" in found:
                self.focused.append(found["name"])


def test_json_that_is_nested_or_has_half_a_letter(site: Site, archive: Archive) -> None:
    for path in ("/contact", "/newsletter/subscribe", "/alerts", "/api/upload-key"):
        answer = site.send("POST", path, {"content-type": JSON, "accept": JSON}, pieces=[b"[" * 3000])
        assert answer.status in (200, 400, 422, 503), path
    body = json.dumps(GOOD | {"name": "Rahima \ud800"}).encode()
    assert site.send("POST", "/contact", {"content-type": JSON, "accept": JSON}, pieces=[body]).status == 200
    assert [message.name for message in records(archive, ContactMessage)] == ["Rahima ?"]


@pytest.mark.parametrize("language", content.LANGUAGES)
def test_nothing_typed_is_lost_and_the_corrected_message_stored(site: Site, archive: Archive, language: Language):
    path = localized("/contact", language)
    odd = '\n </textarea><script>alert("রহিমা")</script>&amp; \'" '
    typed = GOOD | {"name": odd.strip(), "email": '"><b>', "phone": "call me", "message": odd * 200}
    answer = site.post(path, typed)
    form = Form(unmarked(answer.text))
    assert (answer.status, "<script>" in answer.text, form.values) == (422, False, typed)
    assert set(form.invalid) == {"email", "phone", "message"}
    errors = content.read(language).errors
    assert form.texts[form.invalid["email"]] == errors.email_invalid
    assert form.texts[form.invalid["message"].split()[1]] == errors.say("message_long", limit=MESSAGE_CHARACTERS[1])
    typed = GOOD | {"message": "ক" * 2 * MESSAGE_CHARACTERS[1]}
    form = Form(site.post(path, typed).text)
    assert (form.values, records(archive, ContactMessage)) == (typed, [])
    answer = site.post(path, GOOD | {"email": ""}, accept=JSON)
    heading, problems = content.read(language).interface.contact.errors_heading, {"email": errors.email_missing}
    assert answer.json == {"accepted": False, "sentence": heading, "problems": problems}
    assert answer.status == 200, "a correction is no failure in the console"
    answer = site.post(path, form.values | {"message": GOOD["message"]})
    (message,) = records(archive, ContactMessage)
    assert answer.status == 200
    success = content.read(language).interface.contact.success.format(reference=message.reference)
    assert escape(success) in unmarked(answer.text)
    assert (message.message, message.language) == (GOOD["message"], language)
    assert (f'<html lang="{language}">' in answer.text, "no-store" in answer.headers["cache-control"]) == (True, True)


def test_whatever_has_to_be_corrected_the_first_of_it_has_the_focus(site: Site) -> None:
    wrong = {"name": "", "email": "x", "phone": "call me", "message": "", "consent": ""}
    for count in range(1, len(wrong) + 1):
        for names in itertools.combinations(wrong, count):
            form = Form(site.post("/contact", GOOD | {name: wrong[name] for name in names}).text)
            assert (set(form.invalid), form.focused) == (set(names), [names[0]])


def test_too_many_messages_and_a_database_that_is_down_lose_nothing_typed(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, take_away: Callable[..., None]
) -> None:
    monkeypatch.setattr(contact, "MESSAGES", 1)
    site = Site(archive)
    site.post("/contact", GOOD)
    answer = site.post("/contact", GOOD | {"message": "And another question"})
    assert answer.status == 429
    assert escape(content.read("en").errors.say("rate_limited", minutes=60)) in answer.text
    assert Form(answer.text).values["message"] == "And another question"
    take_away("writing")
    answer = Site(archive).post("/contact", GOOD)
    assert (answer.status, escape(content.read("en").errors.not_stored) in answer.text) == (503, True)
    assert Form(answer.text).values == GOOD


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"name=%ff&message=" + b"x" * 200_000, b"=&=&=" * 100])
def test_any_body_gets_an_answer(site: Site, body: bytes) -> None:
    for is_cut, statuses in ((False, {422}), (True, {400, 422})):
        answer = site.send("POST", "/contact", {"content-type": FORM}, pieces=[body], is_cut=is_cut)
        assert answer.status in statuses, body[:20]


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "null", "sec-fetch-site": "cross-site"},
    {"origin": f"{PUBLIC_URL}.evil.example"},
])  # fmt: skip
def test_another_site_cannot_send_in_the_name_of_a_visitor(
    site: Site, archive: Archive, headers: dict[str, str]
) -> None:
    answer = site.post("/contact", GOOD, **headers)
    assert (answer.status, escape(content.read("en").errors.foreign_form) in answer.text) == (403, True)
    assert Form(answer.text).values == GOOD, "a person whose browser hides where he comes from sends it again"
    assert records(archive, ContactMessage) == []
    assert site.post("/contact", GOOD, **{"origin": "null", "sec-fetch-site": "same-origin"}).status == 200
