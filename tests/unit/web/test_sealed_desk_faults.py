"""Sealing and clocks through faults: a database that is away, numbers that are none, and files of any size."""

from pathlib import Path

import pytest
from desk_site import DeskSite, rights_of, visible
from sealed_form import PDF, RUNA, filled, send
from sqlalchemy.exc import OperationalError

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings, moments
from starbond_site.settings import UploadPolicy
from starbond_site.web.desk import sealed_form
from starbond_site.web.rights import Rights
from tests.unit.documents.sealed_filings import in_seconds, seal

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
HUGE = "9" * 5000
"""More digits than Python reads as a number."""


def away(*_given: object) -> None:
    raise OperationalError(None, {}, Exception("connection lost"))


@LANGUAGE
@pytest.mark.parametrize("broken", [("writing",), ("reading", "writing")], ids=["writing", "all"])
@pytest.mark.parametrize("deed", ["approve", "reschedule", "release", "cancel", "preview"])
def test_a_deed_while_the_database_is_away_keeps_what_was_typed(
    archive: Archive,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: Language,
    broken: tuple[str, ...],
    deed: str,
):
    seal(archive, in_seconds(300))
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    for name in broken:
        monkeypatch.setattr(database, name, away)
    typed = {"moment": "2026-12-24T18:30:00", "reason": "The board meets again.", "tick": "yes"}
    answer = site.post(localized(f"/desk/sealed/1/{deed}", language), typed)
    assert answer.status == 503
    assert content.read(language).errors.say("database_unavailable") in visible(answer.text)
    assert "The board meets again." in answer.text
    monkeypatch.undo()
    assert [filing.version for filing in filings.waiting(archive)] == [1]


@LANGUAGE
def test_sealing_while_the_database_is_away_keeps_what_was_typed(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language
):
    site, moment = DeskSite(archive, tmp_path, rights_of(RUNA)), in_seconds(300)
    for name in ("reading", "writing"):
        monkeypatch.setattr(database, name, away)
    answer = send(site, filled(moment), language)
    assert answer.status == 503
    assert content.read(language).errors.say("database_unavailable") in visible(answer.text)
    assert moments.written(moment) in answer.text
    monkeypatch.undo()
    assert filings.waiting(archive) == []
    assert list(archive.storage.list()) == []


@LANGUAGE
@pytest.mark.parametrize(
    "path", ["/desk/sealed", "/desk/sealed/1", "/desk/sealed/1/file", "/desk/sealed/preview/x", "/desk/clocks"]
)
def test_pages_say_that_the_database_is_away(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, path: str
):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    monkeypatch.setattr(database, "reading", away)
    answer = site.get(localized(path, language))
    assert answer.status == 503
    assert answer.headers["retry-after"] == "60"
    assert content.read(language).errors.say("database_unavailable") in visible(answer.text)


def test_a_clock_while_the_database_is_away_keeps_what_was_typed(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    for name in ("reading", "writing"):
        monkeypatch.setattr(database, name, away)
    answer = site.post("/desk/clocks/start", {"label": "Dividend of the year", "duty": "price-sensitive"})
    assert answer.status == 503
    assert "Dividend of the year" in answer.text


def test_a_file_that_is_larger_than_what_is_drained_of_a_refused_one_is_sealed_whole(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sealed_form, "DRAINED_BYTES", len(PDF) // 2)
    answer = send(DeskSite(archive, tmp_path, rights_of(RUNA)), filled(in_seconds(300)), step=100)
    assert answer.status == 303
    (filing,) = filings.waiting(archive)
    assert b"".join(archive.storage.read(filing.key)) == PDF


def test_of_a_refused_file_no_more_is_read(archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sealed_form, "DRAINED_BYTES", 100)
    answer = send(DeskSite(archive, tmp_path, rights_of(RUNA)), filled(in_seconds(300), name="x.exe"), step=100)
    assert answer.status == 422
    assert filings.waiting(archive) == []


@pytest.mark.parametrize("deed", ["approve", "reschedule", "release", "cancel", "preview"])
@pytest.mark.parametrize("number", [HUGE, str(2**70), str(2**40)], ids=["5,000 digits", "2**70", "2**40"])
def test_numbers_of_no_filing(archive: Archive, tmp_path: Path, deed: str, number: str):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    assert site.post(f"/desk/sealed/{number}/{deed}", {"reason": "x"}).status == 404
    assert site.get(f"/desk/sealed/{number}").status == 404


def test_version_that_is_no_number(archive: Archive, tmp_path: Path):
    seal(archive, in_seconds(300))
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    assert site.post("/desk/sealed/1/approve", {"version": HUGE}).status in (409, 422)


def test_minutes_that_are_no_number(archive: Archive, tmp_path: Path):
    rights = Rights(UploadPolicy.KEY, "a key for tests", public_url="http://localhost:3000")
    site = DeskSite(archive, tmp_path, rights)
    assert site.get("/desk", f"refused=too_many_attempts&minutes={HUGE}").status == 401
