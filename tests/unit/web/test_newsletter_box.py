"""The newsletter box where no script runs: the browser posts it, and a page answers."""

from html import escape

from whole_site import Site

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.forms import HONEYPOT
from tests.unit.documents.publishing import rows

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
