"""Evidence over HTTP: who gets it, how it is sent, and that a stranger can verify what came."""

from pathlib import Path

import pytest
from factories import store_document
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.people import Holder, Role
from starbond_site.presentation.desk.evidence import section_of
from tests.unit import evidence_verifying as stranger
from tests.unit.documents.publishing import WHO, rows

RINA = Holder(frozenset({Role.PREPARE}), 1, "Rina Begum")
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def site(archive: Archive) -> Site:
    store_document(archive, "নোটিশ ; rm.pdf", category="PriceSensitiveInformation")
    return Site(archive, RINA)


def path_of(number: object, language: Language = "en") -> str:
    return localized(f"/desk/documents/{number}/evidence.zip", language)


def made(archive: Archive) -> list[tuple[object, ...]]:
    return rows(archive, "SELECT person, right, outcome FROM audit WHERE action = 'evidence pack'")


@LANGUAGE
def test_button_leads_to_a_pack_that_verifies(site: Site, archive: Archive, tmp_path: Path, language: Language) -> None:
    assert f'href="{path_of(1, language)}"' in str(section_of(content.read(language), 1))
    withdraw(archive, 1, WHO, "Wrong")
    answer = site.get(path_of(1, language), **{"sec-fetch-site": "same-origin"})
    assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")
    assert answer.headers["content-disposition"] == 'attachment; filename="evidence-1.zip"'
    assert int(answer.headers["content-length"]) == len(answer.body)
    pack = tmp_path / "evidence-1.zip"
    pack.write_bytes(answer.body)
    assert "Rina Begum" in stranger.readme(pack)
    done = stranger.verify(pack, tmp_path / "stranger", language)
    assert done.returncode == 0, done.stderr
    assert (made(archive), list(archive.incoming.iterdir())) == ([("Rina Begum", "people", "done")], [])


def test_no_pack_of_what_never_was_and_bytes_that_are_gone_are_said(
    site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for number in ("9", "0", "x", "99999999999", "1e1"):
        answer = site.get(path_of(number))
        assert (answer.status, content.read("en").errors.document_unknown in visible(answer)) == (404, True), number
    for stored in archive.storage.list():
        archive.storage.remove(stored.key)
    answer = site.get(path_of(1, "bn"))
    assert (answer.status, content.read("bn").errors.evidence_missing in visible(answer.text)) == (500, True)
    assert (made(archive), list(archive.incoming.iterdir())) == ([("Rina Begum", "people", "evidence_missing")], [])
    monkeypatch.setattr("starbond_site.presentation.evidence.pack._Pack.copy", full)
    answer = site.get(path_of(1))
    assert (answer.status, content.read("en").errors.evidence_unavailable in visible(answer.text)) == (503, True)
    assert made(archive)[1:] == [("Rina Begum", "people", "storage_full")]
