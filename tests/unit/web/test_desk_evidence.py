"""Evidence over HTTP: who gets it, how it is sent, and that a stranger can verify what came."""

from pathlib import Path

import pytest
from desk_site import DeskSite, rights_of, visible
from factories import store_document

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from starbond_site.people import Holder, Role
from starbond_site.presentation.desk.evidence import section_of
from tests.unit import evidence_verifying as stranger
from tests.unit.documents.publishing import WHO, rows

RINA = Holder(frozenset({Role.PREPARE}), 1, "Rina Begum")
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def site(archive: Archive, tmp_path: Path) -> DeskSite:
    """Return the desk of a person who prepares, with one document."""
    store_document(archive, "নোটিশ ; rm.pdf", category="PriceSensitiveInformation")
    return DeskSite(archive, tmp_path, rights_of(RINA))


def path_of(number: object, language: Language = "en") -> str:
    return localized(f"/desk/documents/{number}/evidence.zip", language)


def made(archive: Archive) -> list[tuple[object, ...]]:
    return rows(archive, "SELECT person, right, outcome FROM audit WHERE action = 'evidence pack'")


@LANGUAGE
def test_button_leads_to_a_pack_that_verifies(
    site: DeskSite, archive: Archive, tmp_path: Path, language: Language
) -> None:
    assert f'href="{path_of(1, language)}"' in section_of(content.read(language), 1)
    withdraw(archive, 1, WHO, "Wrong")
    answer = site.get(path_of(1, language), **{"sec-fetch-site": "same-origin"})
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="evidence-1.zip"'
    assert answer.headers["cache-control"] == "no-store"
    assert "noindex" in answer.headers["x-robots-tag"]
    assert int(answer.headers["content-length"]) == len(answer.body)
    pack = tmp_path / "evidence-1.zip"
    pack.write_bytes(answer.body)
    assert "Rina Begum" in stranger.readme(pack)
    done = stranger.verify(pack, tmp_path / "stranger", language)
    assert done.returncode == 0, done.stderr
    assert made(archive) == [("Rina Begum", "people", "done")]
    assert list(archive.incoming.iterdir()) == []


@LANGUAGE
def test_nobody_else_gets_it_and_nothing_is_made(
    archive: Archive, site: DeskSite, tmp_path: Path, language: Language
) -> None:
    elsewhere = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    for number, (holder, headers, status) in enumerate(
        [(None, {}, 401), (Holder(frozenset({Role.APPROVE, Role.ADMINISTER})), {}, 403), (RINA, elsewhere, 403)]
    ):
        other = DeskSite(archive, tmp_path / str(number), rights_of(holder))
        answer = other.get(path_of(1, language), **headers)
        assert answer.status == status
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-store"
        assert "rm.pdf" not in answer.text
    assert made(archive) == []


@pytest.mark.parametrize("number", ["9", "0", "x", "99999999999", "1e1"])
def test_no_pack_of_what_never_was(site: DeskSite, archive: Archive, number: str) -> None:
    answer = site.get(path_of(number))
    assert answer.status == 404
    assert content.read("en").errors.document_unknown in visible(answer.text)
    assert list(archive.incoming.glob("*")) == []


def test_bytes_that_are_gone_are_said(site: DeskSite, archive: Archive) -> None:
    for stored in archive.storage.list():
        archive.storage.remove(stored.key)
    answer = site.get(path_of(1, "bn"))
    assert answer.status == 500
    assert content.read("bn").errors.evidence_missing in visible(answer.text)
    assert made(archive) == [("Rina Begum", "people", "evidence_missing")]
    assert list(archive.incoming.iterdir()) == []


def test_storage_without_room_is_said(site: DeskSite, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("starbond_site.presentation.evidence.pack._Pack.copy", full)
    answer = site.get(path_of(1))
    assert answer.status == 503
    assert content.read("en").errors.evidence_unavailable in visible(answer.text)
    assert made(archive) == [("Rina Begum", "people", "storage_full")]
