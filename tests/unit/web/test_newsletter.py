"""The newsletter box where no script runs, and the pages that its mails lead to."""

from urllib.parse import urlsplit

import pytest
from asgi_client import Answer
from markupsafe import escape
from sqlmodel import select
from whole_site import Site

from starbond_site import content
from starbond_site.design import COLOURS
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import HONEYPOT
from starbond_site.mail import Mailer
from starbond_site.newsletter.records import Subscriber
from starbond_site.newsletter.service import NewsletterService, Purpose
from starbond_site.web import plain_page
from tests.unit.documents.publishing import rows

WORDS = content.read("en").interface.newsletter


@pytest.fixture
def service(archive: Archive) -> NewsletterService:
    made = NewsletterService(archive, Mailer("", ""))
    made.subscribe({"email": "a@example.com", "consent": True}, "203.0.113.9", "en")
    return made


def subscribers(archive: Archive) -> list[Subscriber]:
    with database.reading(archive.engine) as session:
        return list(session.exec(select(Subscriber)))


def follow(site: Site, link: str, method: str, body: bytes = b"") -> Answer:
    parts = urlsplit(link)
    return site.send(method, f"{parts.path}?{parts.query}", {"origin": "null"}, pieces=[body])


def test_following_a_link_only_shows_a_button(site: Site, service: NewsletterService, archive: Archive):
    shown: dict[Purpose, tuple[str, str]] = {
        "confirm": (WORDS.confirm_title, WORDS.confirm_button),
        "unsubscribe": (WORDS.unsubscribe_title, WORDS.unsubscribe_button),
    }
    for purpose, (title, button) in shown.items():
        answer = follow(site, service.link(1, purpose), "GET")
        assert (answer.status, f"<h1>{escape(title)}</h1>" in answer.text) == (200, True)
        assert f'<form method="post"><button>{escape(button)}</button></form>' in answer.text
        assert (answer.headers["referrer-policy"], answer.headers["cache-control"]) == ("no-referrer", "no-store")
    assert subscribers(archive)[0].confirmed_at is None
    bangla = follow(site, "/newsletter/confirm?token=x&language=bn", "GET").text
    assert content.read("bn").interface.newsletter.confirm_title in bangla
    assert ('<html lang="bn">' in bangla, 'href="/bn"' in bangla) == (True, True)
    light, _, dark = bangla.partition("prefers-color-scheme: dark")
    for name in plain_page.COLOURS:
        assert f"--{name}: {COLOURS[name].light}" in light
        assert (f"--{name}: {COLOURS[name].dark}" in dark, f"var(--{name})" in dark) == (True, True)


def test_the_button_confirms_and_one_click_unsubscribes(site: Site, service: NewsletterService, archive: Archive):
    paths = {"/newsletter/confirm": WORDS.link_invalid, "/newsletter/unsubscribe": WORDS.unsubscribe_link_invalid}
    for path, sentence in paths.items():
        for query in ("", "?token=", "?token=x", "?token=" + "x" * 5000, "?token=%ff", "?token=<b>"):
            answer = follow(site, path + query, "POST")
            assert (answer.status, sentence in answer.text, "<b>" in answer.text) == (404, True, False), query
    answer = follow(site, service.link(1, "confirm"), "POST")
    assert (answer.status, WORDS.confirmed in answer.text) == (200, True)
    assert subscribers(archive)[0].confirmed_at
    link = service.link(1, "unsubscribe")
    answer = follow(site, link, "POST", b"List-Unsubscribe=One-Click")
    assert (answer.status, WORDS.unsubscribed in answer.text, subscribers(archive)) == (200, True, [])
    assert follow(site, link, "POST").status == 404


RIGHT = {"email": "a@example.com", "consent": "on", HONEYPOT: ""}
PATH = "/newsletter/subscribe"
STORED = "SELECT email, language FROM newsletter_subscriber"


def test_an_address_is_stored_and_thanked_for_and_what_is_wrong_is_said(site: Site, archive: Archive) -> None:
    for code, fields in (
        ("email_missing", {"consent": "on"}),
        ("email_invalid", {"email": '"><b>a@', "consent": "on"}),
        ("consent_missing", {"email": "a@example.com"}),
    ):
        answer = site.post(f"{PATH}?language=bn", fields)
        assert (answer.status, escape(content.read("bn").errors.say(code)) in answer.text) == (422, True), code
        assert f'value="{escape(fields.get("email", ""))}"' in answer.text
        assert ('name="consent" checked>' in answer.text) is ("consent" in fields)
    assert site.post(PATH, RIGHT | {HONEYPOT: "http://spam.example"}).status == 200
    assert rows(archive, STORED) == []
    for query, language in (("", "en"), ("language=bn", "bn")):
        first, second = (site.post(f"{PATH}?{query}", RIGHT | {"email": f"{language}@example.com"}) for _ in range(2))
        assert (first.status, f'<html lang="{language}">' in first.text, second.text) == (200, True, first.text)
        assert escape(content.read(language).interface.newsletter.success) in first.text
    assert rows(archive, STORED) == [("en@example.com", "en"), ("bn@example.com", "bn")]
