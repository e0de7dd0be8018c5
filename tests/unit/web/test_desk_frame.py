"""The frame of the desk: who sees it, what others see, and that nothing of it is kept anywhere."""

from pathlib import Path

import pytest
from desk_site import DeskSite, rights_of, visible
from factories import store_document

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.archive import Archive
from starbond_site.people import Holder, Role
from starbond_site.settings import UploadPolicy
from starbond_site.web.rights import Rights

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def key_rights() -> Rights:
    return Rights(UploadPolicy.KEY, "a long secret key", public_url="http://localhost:3000")


@LANGUAGE
def test_overview_shows_what_was_published(archive: Archive, tmp_path: Path, language: Language) -> None:
    document = store_document(archive, "Notice <b> -20-11-2026.pdf")
    site = DeskSite(archive, tmp_path, rights_of(Holder()))
    answer = site.get(localized("/desk", language))
    words = content.read(language)
    assert answer.status == 200
    assert document.file_name in visible(answer.text)
    assert "<b>" not in answer.text
    assert words.interface.desk.public in visible(answer.text)
    assert f'href="{localized(f"/desk/documents/{document.id}", language)}"' in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "noindex" in answer.headers["x-robots-tag"]
    assert 'content="noindex, nofollow" name="robots"' in answer.text


@LANGUAGE
@pytest.mark.parametrize("is_built", [True, False])
def test_without_the_right_nothing_is_shown(
    archive: Archive, tmp_path: Path, language: Language, is_built: bool
) -> None:
    store_document(archive, "Hidden -20-11-2026.pdf")
    words = content.read(language).interface
    cases = [
        (key_rights(), 401, 'action="/api/upload-key"'),
        (rights_of(None), 401, f'href="{localized("/desk/sign-in", language)}?next={localized("/desk", language)}"'),
        (rights_of(Holder(frozenset())), 403, words.desk.refused_heading),
        (Rights(UploadPolicy.CLOSED), 403, words.upload.closed_heading),
    ]
    for number, (rights, status, shown) in enumerate(cases):
        folder = tmp_path / str(number)
        answer = DeskSite(archive, folder, rights, is_built=is_built).get(localized("/desk", language))
        assert answer.status == status
        assert shown in answer.text
        assert "Hidden" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
        assert "noindex" in answer.headers["x-robots-tag"]


@pytest.mark.parametrize("role", Role)
def test_every_role_sees_its_own_sections(archive: Archive, tmp_path: Path, role: Role) -> None:
    store_document(archive, "Hidden -20-11-2026.pdf")
    words = content.read("en").interface
    answer = DeskSite(archive, tmp_path, rights_of(Holder(frozenset({role})))).get("/desk")
    assert answer.status == 200
    assert ("Hidden" in answer.text) == (role is Role.PREPARE)
    assert (words.desk_lines.heading in answer.text) == (role is Role.PREPARE)
    assert (f">{words.sealed.title}</h2>" in answer.text) == (role is not Role.ADMINISTER)


def test_form_for_the_key_leads_back_and_says_what_was_wrong(archive: Archive, tmp_path: Path) -> None:
    site = DeskSite(archive, tmp_path, key_rights())
    answer = site.get("/bn/desk", "refused=too_many_attempts&minutes=5")
    assert '<input type="hidden" name="next" value="/bn/desk">' in answer.text
    assert content.read("bn").errors.say("too_many_attempts", minutes=5) in visible(answer.text)
    assert "alert(" not in site.get("/desk", "refused=<script>alert(1)</script>&minutes=x").text


def test_session_of_the_key_opens_the_desk(archive: Archive, tmp_path: Path) -> None:
    rights = key_rights()
    site = DeskSite(archive, tmp_path, rights)
    assert site.get("/desk", cookie=f"{rights.cookie}={rights.session()}").status == 200


def test_pages_of_the_table(archive: Archive, tmp_path: Path) -> None:
    for number in range(21):
        store_document(archive, f"No {number:02} -20-11-2026.pdf", data=b"%PDF-1.7 " + str(number).encode())
    site = DeskSite(archive, tmp_path, rights_of(Holder()))
    assert "No 00" not in site.get("/desk").text
    assert "No 00" in site.get("/desk", "page=2").text
