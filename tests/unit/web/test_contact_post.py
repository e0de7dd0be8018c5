"""The contact form as a request: with and without scripts, from this site and from others."""

import json
from html import escape
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from asgi_client import Answer, ask
from sqlalchemy.exc import OperationalError
from sqlmodel import select
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.contact.records import ContactMessage
from starbond_site.contact.service import ContactService
from starbond_site.content.models import Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import HONEYPOT, MESSAGE_CHARACTERS
from starbond_site.limits import Limit
from starbond_site.mail import Mailer
from starbond_site.settings import UploadPolicy
from starbond_site.web import contact
from starbond_site.web.rights import Rights
from tests.unit.documents.publishing import PUBLIC_URL

GOOD = {
    "name": "Rahima Akter",
    "email": "rahima@example.com",
    "phone": "+880 1711-000000",
    "message": "Which glue do you advise for teak?",
    "consent": "on",
    HONEYPOT: "",
}
LANGUAGES = pytest.mark.parametrize(("path", "language"), [("/contact", "en"), ("/bn/contact", "bn")])


class Form(HTMLParser):
    """The controls of the form in a page, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.invalid: dict[str, str] = {}
        """By field: id of the element that describes it."""
        self.texts: dict[str, str] = {}
        """By id."""
        self._open = ""
        self._textarea = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a control."""
        found = dict(attrs)
        name = found.get("name") or ""
        if tag == "input" and found.get("type") == "checkbox":
            self.values |= {name: "on"} if "checked" in found else {}
        elif tag == "input":
            self.values[name] = found.get("value") or ""
        elif tag == "textarea":
            self._textarea, self.values[name] = name, ""
        if found.get("aria-invalid"):
            self.invalid[name] = found.get("aria-describedby") or ""
        self._open = found.get("id") or ""

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag == "textarea":
            # As browsers do.
            self.values[self._textarea] = self.values[self._textarea].removeprefix("\n")
            self._textarea = ""
        self._open = ""

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if self._textarea:
            self.values[self._textarea] += data
        elif self._open:
            self.texts[self._open] = data


def submit(
    archive: Archive,
    fields: dict[str, str],
    path: str = "/contact",
    headers: dict[str, str] | None = None,
    limit: Limit | None = None,
    method: str = "POST",
) -> Answer:
    service = ContactService(archive, Mailer("", ""), limit)
    own_page = Rights(UploadPolicy.CLOSED, public_url=PUBLIC_URL).is_own_page
    app = Starlette(routes=list(contact.routes(lambda: service, own_page)))
    sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": PUBLIC_URL} | (headers or {})
    return ask(app, path, method, sent, pieces=[urlencode(fields).encode()])


def stored(archive: Archive) -> list[ContactMessage]:
    with database.reading(archive.engine) as session:
        return list(session.exec(select(ContactMessage)))


@LANGUAGES
def test_a_message_is_stored_and_its_number_said(archive: Archive, path: str, language: Language) -> None:
    answer = submit(archive, GOOD, path)

    (message,) = stored(archive)
    assert answer.status == 200
    assert escape(content.read(language).interface.contact.success.format(reference=message.reference)) in answer.text
    assert (message.message, message.language) == (GOOD["message"], language)
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["cache-control"] == "no-store"


@LANGUAGES
def test_nothing_typed_is_lost_and_every_correction_stands_at_its_field(
    archive: Archive, path: str, language: Language
) -> None:
    odd = '\n </textarea><script>alert("রহিমা")</script>&amp; \'" '
    typed = GOOD | {"name": odd.strip(), "email": '"><b>', "phone": "call me", "message": odd * 200}
    answer = submit(archive, typed, path)

    form = Form(answer.text)
    assert answer.status == 422
    assert "<script>" not in answer.text
    assert form.values == typed
    assert set(form.invalid) == {"email", "phone", "message"}
    errors = content.read(language).errors
    assert form.texts[form.invalid["email"]] == errors.email_invalid
    assert form.texts[form.invalid["message"]] == errors.say("message_long", limit=MESSAGE_CHARACTERS[1])
    assert stored(archive) == []


def test_a_corrected_form_is_taken(archive: Archive) -> None:
    form = Form(submit(archive, GOOD | {"phone": ""}).text)

    assert submit(archive, form.values | {"phone": "+880 1711-000000"}).status == 200
    assert [message.message for message in stored(archive)] == [GOOD["message"]]


def test_the_longest_text_that_can_be_typed_comes_back(archive: Archive) -> None:
    typed = GOOD | {"message": "ক" * 2 * MESSAGE_CHARACTERS[1]}

    assert Form(submit(archive, typed).text).values["message"] == typed["message"]


def test_a_component_gets_json(archive: Archive) -> None:
    words = content.read("bn")
    headers = {"Accept": "application/json"}
    wrong = submit(archive, GOOD | {"email": ""}, "/bn/contact", headers)
    right = submit(archive, GOOD, "/bn/contact", headers)

    heading = words.interface.contact.errors_heading
    problems = {"email": words.errors.email_missing}
    assert json.loads(wrong.text) == {"accepted": False, "sentence": heading, "problems": problems}
    sentence = words.interface.contact.success.format(reference=stored(archive)[0].reference)
    assert json.loads(right.text) == {"accepted": True, "sentence": sentence, "problems": {}}
    assert (wrong.status, right.status) == (200, 200), "a correction is no failure in the console"
    foreign = submit(archive, GOOD, "/bn/contact", headers | {"Origin": "https://evil.example"})
    assert (foreign.status, json.loads(foreign.text)["sentence"]) == (403, words.errors.foreign_form)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {"Origin": f"{PUBLIC_URL}.evil.example"},
    ],
)
def test_another_site_cannot_send_in_the_name_of_a_visitor(archive: Archive, headers: dict[str, str]) -> None:
    answer = submit(archive, GOOD, headers=headers)

    assert answer.status == 403
    assert escape(content.read("en").errors.foreign_form) in answer.text
    assert Form(answer.text).values == GOOD, "a person whose browser hides where he comes from sends it again"
    assert stored(archive) == []


def test_a_browser_that_hides_the_origin_but_tells_that_it_is_the_same(archive: Archive) -> None:
    assert submit(archive, GOOD, headers={"Origin": "null", "Sec-Fetch-Site": "same-origin"}).status == 200


def test_too_many_messages_are_said_and_keep_what_was_typed(archive: Archive) -> None:
    limit = Limit(1, 3600)
    submit(archive, GOOD, limit=limit)
    answer = submit(archive, GOOD | {"message": "And another question"}, limit=limit)

    assert answer.status == 429
    assert escape(content.read("en").errors.say("rate_limited", minutes=60)) in answer.text
    assert Form(answer.text).values["message"] == "And another question"


def test_a_database_that_is_down_loses_nothing_typed(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError(None, {}, ConnectionError())

    monkeypatch.setattr(database, "writing", fail)
    answer = submit(archive, GOOD)

    assert answer.status == 503
    assert escape(content.read("en").errors.not_stored) in answer.text
    assert Form(answer.text).values == GOOD


def test_a_program_is_thanked_and_not_stored(archive: Archive) -> None:
    assert submit(archive, GOOD | {HONEYPOT: "http://spam.example"}).status == 200
    assert stored(archive) == []


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"name=%ff&message=" + b"x" * 200_000, b"=&=&=" * 100])
def test_any_body_gets_an_answer(archive: Archive, body: bytes) -> None:
    service = ContactService(archive, Mailer("", ""))
    app = Starlette(routes=list(contact.routes(lambda: service, lambda _: True)))
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ask(app, "/contact", "POST", headers, pieces=[body]).status == 422
    assert ask(app, "/contact", "POST", headers, pieces=[body], is_cut=True).status in (400, 422)


def test_the_page_itself_is_not_answered_here(archive: Archive) -> None:
    assert submit(archive, GOOD, method="GET").status == 405
