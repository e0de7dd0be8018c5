"""The newsletter box where no script runs: the browser posts it, and a page answers."""

from html import escape

from sqlmodel import select
from whole_site import Site

from starbond_site import content
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.forms import HONEYPOT
from starbond_site.newsletter.records import Subscriber

RIGHT = {"email": "a@example.com", "consent": "on", HONEYPOT: ""}


PATH = "/newsletter/subscribe"


def stored(archive: Archive) -> list[tuple[str, str]]:
    with database.reading(archive.engine) as session:
        return [(row.email, row.language) for row in session.exec(select(Subscriber))]


def test_an_address_is_stored_and_thanked_for(site: Site, archive: Archive) -> None:
    for query, language in (("", "en"), ("language=bn", "bn")):
        answer = site.post(f"{PATH}?{query}", RIGHT | {"email": f"{language}@example.com"})
        assert (answer.status, f'<html lang="{language}">' in answer.text) == (200, True)
        assert escape(content.read(language).interface.newsletter.success) in answer.text
    assert stored(archive) == [("en@example.com", "en"), ("bn@example.com", "bn")]


def test_a_second_sign_up_looks_like_the_first(site: Site, archive: Archive) -> None:
    assert (site.post(PATH, RIGHT).text, len(stored(archive))) == (site.post(PATH, RIGHT).text, 1)


def test_what_is_wrong_is_said_and_nothing_stored(site: Site, archive: Archive) -> None:
    for code, fields in (
        ("email_missing", {"consent": "on"}),
        ("email_invalid", {"email": "a@", "consent": "on"}),
        ("consent_missing", {"email": "a@example.com"}),
    ):
        answer = site.post(PATH, fields)
        assert (answer.status, escape(content.read("en").errors.say(code)) in answer.text) == (422, True), code
    assert not stored(archive)


def test_a_program_is_thanked_and_not_stored(site: Site, archive: Archive) -> None:
    assert site.post(PATH, RIGHT | {HONEYPOT: "http://spam.example"}).status == 200
    assert not stored(archive)


def test_what_was_typed_comes_back(site: Site, archive: Archive) -> None:
    answer = site.post(f"{PATH}?language=bn", {"email": '"><b>a@', "consent": "on"})
    assert 'value="&quot;&gt;&lt;b&gt;a@"' in answer.text
    assert '<input type="checkbox" name="consent" checked>' in answer.text
    assert escape(content.read("bn").interface.newsletter.subscribe) in answer.text
