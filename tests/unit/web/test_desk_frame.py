"""The frame of the desk: who sees it, what others see, and that nothing of it is kept anywhere."""

import addresses
from factories import store_document
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES
from starbond_site.documents.archive import Archive
from starbond_site.people import Holder, Role
from starbond_site.settings import UploadPolicy


def test_overview_shows_what_was_published(archive: Archive) -> None:
    document, site = store_document(archive, "Notice <b> -20-11-2026.pdf"), Site(archive, Holder())
    for language in LANGUAGES:
        answer = site.get(localized("/desk", language))
        words = content.read(language)
        assert (answer.status, document.file_name in visible(answer.text), "<b>" in answer.text) == (200, True, False)
        assert words.interface.desk.public in visible(answer.text)
        assert f'href="{localized(f"/desk/documents/{document.id}", language)}"' in answer.text
        assert (answer.headers["cache-control"], "noindex" in answer.headers["x-robots-tag"]) == ("no-store", True)
        assert 'content="noindex, nofollow" name="robots"' in answer.text
    for number in range(20):
        store_document(archive, f"No {number:02} -20-11-2026.pdf", data=b"%PDF-1.7 " + str(number).encode())
    first, second = site.get("/desk").text, site.get("/desk", "page=2").text
    assert ("Notice &lt;b&gt;" in first, "Notice &lt;b&gt;" in second) == (False, True)


def test_without_the_right_nothing_is_shown(archive: Archive) -> None:
    store_document(archive, "Hidden -20-11-2026.pdf")
    for language in LANGUAGES:
        words = content.read(language).interface
        path, sign_in = localized("/desk", language), localized("/desk/sign-in", language)
        for rights, status, shown in (
            (UploadPolicy.KEY, 401, 'action="/api/upload-key"'),
            (None, 401, f'href="{sign_in}?next={path}"'),
            (Holder(frozenset()), 403, words.desk.refused_heading),
            (UploadPolicy.CLOSED, 403, words.upload.closed_heading),
        ):
            for is_built in (True, False):
                answer = Site(archive, rights, is_built=is_built).get(path)
                assert (answer.status, shown in answer.text, "Hidden" in answer.text) == (status, True, False), rights
                assert answer.headers["cache-control"] == "no-store"
                assert "noindex" in answer.headers["x-robots-tag"]


def test_address_of_a_form_leads_to_its_page(archive: Archive) -> None:
    for _, path in addresses.of(addresses.LEADING_ON, "", "bn"):
        answer = Site(archive, Holder()).get(path)
        pages = ("/bn/desk/documents/1", "/bn/desk/sealed/1", "/bn/desk/clocks/1", "/bn/desk/clocks", "/bn/desk")
        right = next(page for page in pages if path.startswith(page))
        assert (answer.status, answer.headers["location"]) == (303, right), path


def test_what_was_typed_outlives_a_session_that_has_ended(archive: Archive) -> None:
    store_document(archive)
    site = Site(archive, None)
    answer = site.post("/desk/documents/1/withdraw", {"reason": "A long & careful reason", "_seen": "7"})
    assert (answer.status, "A long &amp; careful reason</textarea>" in answer.text) == (401, True)
    assert "careful" not in site.post("/desk/documents/1/withdraw", {"reason": "careful"}, origin="null").text


def test_every_role_sees_its_own_sections(archive: Archive) -> None:
    store_document(archive, "Hidden -20-11-2026.pdf")
    words = content.read("en").interface
    for role in Role:
        answer = Site(archive, Holder(frozenset({role}))).get("/desk")
        assert (answer.status, "Hidden" in answer.text) == (200, role is Role.PREPARE)
        assert (words.desk_lines.heading in answer.text) == (role is Role.PREPARE)
        assert (f">{words.sealed.title}</h2>" in answer.text) == (role is not Role.ADMINISTER)


def test_form_for_the_key_leads_back_and_says_what_was_wrong(archive: Archive) -> None:
    site = Site(archive, UploadPolicy.KEY)
    answer = site.get("/bn/desk", "refused=too_many_attempts&minutes=5")
    assert '<input type="hidden" name="next" value="/bn/desk">' in answer.text
    assert content.read("bn").errors.say("too_many_attempts", minutes=5) in visible(answer.text)
    for minutes in ("x", "9" * 5000):
        answer = site.get("/desk", f"refused=<script>alert(1)</script>&minutes={minutes}")
        assert (answer.status, "alert(" in answer.text) == (401, False)
