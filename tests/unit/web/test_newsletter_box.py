"""The newsletter box where no script runs: the browser posts it, and a page answers."""

from html import escape
from urllib.parse import urlencode

import pytest
from asgi_client import Answer, ask
from sqlmodel import select
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.content.models import Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import HONEYPOT
from starbond_site.mail import Mailer
from starbond_site.newsletter.records import Subscriber
from starbond_site.newsletter.service import NewsletterService
from starbond_site.settings import UploadPolicy
from starbond_site.web import newsletter
from starbond_site.web.newsletter import SUBSCRIBE_PATH
from starbond_site.web.rights import Rights

RIGHT = {"email": "a@example.com", "consent": "on", HONEYPOT: ""}


def submit(
    archive: Archive,
    fields: dict[str, str],
    query: str = "",
    method: str = "POST",
    headers: dict[str, str] | None = None,
) -> Answer:
    service = NewsletterService(archive, Mailer("", ""))
    own_page = Rights(UploadPolicy.CLOSED, public_url=archive.settings.public_url).is_own_page
    app = Starlette(routes=list(newsletter.routes(lambda: service, own_page)))
    headers = {"Content-Type": "application/x-www-form-urlencoded"} | (headers or {})
    return ask(app, SUBSCRIBE_PATH, method, headers, query=query, pieces=[urlencode(fields).encode()])


def stored(archive: Archive) -> list[tuple[str, str]]:
    with database.reading(archive.engine) as session:
        return [(row.email, row.language) for row in session.exec(select(Subscriber))]


@pytest.mark.parametrize(("query", "language"), [("", "en"), ("language=bn", "bn")])
def test_an_address_is_stored_and_thanked_for(archive: Archive, query: str, language: Language) -> None:
    answer = submit(archive, RIGHT, query)

    assert answer.status == 200
    assert escape(content.read(language).interface.newsletter.success) in answer.text
    assert f'<html lang="{language}">' in answer.text
    assert stored(archive) == [("a@example.com", language)]


def test_a_second_sign_up_looks_like_the_first(archive: Archive) -> None:
    assert submit(archive, RIGHT).text == submit(archive, RIGHT).text
    assert len(stored(archive)) == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"consent": "on"}, "email_missing"),
        ({"email": "a@", "consent": "on"}, "email_invalid"),
        ({"email": "a@example.com"}, "consent_missing"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_stored(archive: Archive, fields: dict[str, str], code: str) -> None:
    answer = submit(archive, fields)

    assert answer.status == 422
    assert escape(content.read("en").errors.say(code)) in answer.text
    assert not stored(archive)


def test_a_program_is_thanked_and_not_stored(archive: Archive) -> None:
    assert submit(archive, RIGHT | {HONEYPOT: "http://spam.example"}).status == 200
    assert not stored(archive)


def test_a_link_cannot_subscribe(archive: Archive) -> None:
    assert submit(archive, RIGHT, method="GET").status == 405
    assert not stored(archive)


def test_what_was_typed_comes_back(archive: Archive) -> None:
    answer = submit(archive, {"email": '"><b>a@', "consent": "on"}, "language=bn")

    assert 'value="&quot;&gt;&lt;b&gt;a@"' in answer.text
    assert '<input type="checkbox" name="consent" checked>' in answer.text
    assert escape(content.read("bn").interface.newsletter.subscribe) in answer.text


def test_another_site_cannot_subscribe_a_visitor(archive: Archive) -> None:
    answer = submit(archive, RIGHT, headers={"Origin": "https://evil.example"})

    assert answer.status == 403
    assert escape(content.read("en").errors.foreign_form) in answer.text
    assert not stored(archive)
