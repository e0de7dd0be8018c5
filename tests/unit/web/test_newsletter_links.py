"""The pages that the newsletter's mails lead to."""

from html import escape
from urllib.parse import urlsplit

import pytest
from asgi_client import Answer, ask
from sqlmodel import select
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.design import COLOURS
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer
from starbond_site.newsletter.records import Subscriber
from starbond_site.newsletter.service import NewsletterService, Purpose
from starbond_site.web import newsletter, plain_page

WORDS = content.read("en").interface.newsletter


@pytest.fixture
def service(archive: Archive) -> NewsletterService:
    """Return the service with one subscriber."""
    made = NewsletterService(archive, Mailer("", ""))
    made.subscribe({"email": "a@example.com", "consent": True}, "203.0.113.9", "en")
    return made


def subscribers(archive: Archive) -> list[Subscriber]:
    with database.reading(archive.engine) as session:
        return list(session.exec(select(Subscriber)))


def follow(service: NewsletterService, link: str, method: str, body: bytes = b"") -> Answer:
    parts = urlsplit(link)
    app = Starlette(routes=list(newsletter.routes(lambda: service, lambda _: True)))
    return ask(app, parts.path, method, query=parts.query, pieces=[body])


@pytest.mark.parametrize(
    ("purpose", "title", "button"),
    [
        ("confirm", WORDS.confirm_title, WORDS.confirm_button),
        ("unsubscribe", WORDS.unsubscribe_title, WORDS.unsubscribe_button),
    ],
)
def test_following_a_link_only_shows_a_button(
    service: NewsletterService, archive: Archive, purpose: Purpose, title: str, button: str
):
    answer = follow(service, service.link(1, purpose), "GET")
    assert answer.status == 200
    assert f"<h1>{escape(title)}</h1>" in answer.text
    assert f'<form method="post"><button>{escape(button)}</button></form>' in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert subscribers(archive)[0].confirmed_at is None


def test_the_button_confirms(service: NewsletterService, archive: Archive):
    answer = follow(service, service.link(1, "confirm"), "POST")
    assert (answer.status, WORDS.confirmed in answer.text) == (200, True)
    assert subscribers(archive)[0].confirmed_at


def test_one_click_unsubscribes(service: NewsletterService, archive: Archive):
    link = service.link(1, "unsubscribe")
    answer = follow(service, link, "POST", b"List-Unsubscribe=One-Click")
    assert (answer.status, WORDS.unsubscribed in answer.text) == (200, True)
    assert subscribers(archive) == []
    assert follow(service, link, "POST").status == 404


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/newsletter/confirm", WORDS.link_invalid),
        ("/newsletter/unsubscribe", WORDS.unsubscribe_link_invalid),
    ],
)
@pytest.mark.parametrize("query", ["", "?token=", "?token=x", "?token=" + "x" * 5000, "?token=%ff", "?token=<b>"])
def test_invented_links_are_said_to_be_invalid(
    service: NewsletterService, archive: Archive, path: str, sentence: str, query: str
):
    answer = follow(service, path + query, "POST")
    assert (answer.status, sentence in answer.text) == (404, True)
    assert "<b>" not in answer.text
    assert len(subscribers(archive)) == 1


def test_the_page_has_the_colours_of_the_site(service: NewsletterService):
    page = follow(service, "/newsletter/confirm?token=x", "GET").text
    light, _, dark = page.partition("prefers-color-scheme: dark")
    for name in plain_page.COLOURS:
        assert f"--{name}: {COLOURS[name].light}" in light
        assert f"--{name}: {COLOURS[name].dark}" in dark
        assert f"var(--{name})" in dark


def test_the_page_is_in_the_language_of_the_mail(service: NewsletterService):
    answer = follow(service, "/newsletter/confirm?token=x&language=bn", "GET")
    assert '<html lang="bn">' in answer.text
    assert content.read("bn").interface.newsletter.confirm_title in answer.text
    assert 'href="/bn"' in answer.text
