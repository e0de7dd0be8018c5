"""Sealing and clocks through faults: a database that is away, numbers that are none, and files of any size."""

from collections.abc import Callable

import pytest
from sealed_form import PDF, RUNA, filled, send
from whole_site import Site, visible

from starbond_site import content
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES
from starbond_site.documents.archive import Archive
from starbond_site.documents.sealed import filings, moments
from starbond_site.web.desk import sealed_form
from tests.unit.documents.sealed_filings import in_seconds, seal

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
HUGE = "9" * 5000
"""More digits than Python reads as a number."""


def test_a_deed_while_the_database_is_away_keeps_what_was_typed(
    archive: Archive, take_away: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    seal(archive, in_seconds(300))
    site, moment = Site(archive, RUNA), in_seconds(300)
    typed = {"moment": "2026-12-24T18:30:00", "reason": "The board meets again.", "tick": "yes"}
    clock = {"label": "The board meets again.", "duty": "price-sensitive-information"}
    away = content.read("bn").errors.say("database_unavailable")
    deeds = [f"sealed/1/{name}" for name in ("approve", "reschedule", "release", "cancel", "preview")]
    for broken in (["writing"], ["reading", "writing"]):
        take_away(*broken)
        for path in [*deeds, "clocks/start"]:
            answer = site.post(f"/bn/desk/{path}", clock if "clocks" in path else typed)
            assert (answer.status, "The board meets again." in answer.text) == (503, True), path
            assert away in visible(answer) or "clocks" in path
    answer = send(site, filled(moment), "bn")
    assert (answer.status, away in visible(answer), moments.written(moment) in answer.text) == (503, True, True)
    monkeypatch.undo()
    assert ([filing.version for filing in filings.waiting(archive)], len(list(archive.storage.list()))) == ([1], 1)


def test_pages_say_that_the_database_is_away(archive: Archive, take_away: Callable[..., None]):
    site, below = Site(archive, RUNA), ("sealed", "sealed/1", "sealed/1/file", "sealed/preview/x", "clocks")
    take_away("reading")
    for language in LANGUAGES:
        for path in below:
            answer = site.get(localized(f"/desk/{path}", language))
            assert (answer.status, answer.headers["retry-after"]) == (503, "60"), path
            assert content.read(language).errors.say("database_unavailable") in visible(answer)


def test_of_a_refused_file_no_more_is_read_and_a_larger_one_is_sealed_whole(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sealed_form, "DRAINED_BYTES", 100)
    answer = send(Site(archive, RUNA), filled(in_seconds(300), name="x.exe"), step=100)
    assert (answer.status, filings.waiting(archive)) == (422, [])
    monkeypatch.setattr(sealed_form, "DRAINED_BYTES", len(PDF) // 2)
    answer = send(Site(archive, RUNA), filled(in_seconds(300)), step=100)
    assert answer.status == 303
    (filing,) = filings.waiting(archive)
    assert b"".join(archive.storage.read(filing.key)) == PDF


def test_numbers_of_no_filing_and_a_version_that_is_none(archive: Archive):
    seal(archive, in_seconds(300))
    site = Site(archive, RUNA)
    assert site.post("/desk/sealed/1/approve", {"version": HUGE}).status in (409, 422)
    for number in (HUGE, str(2**70), str(2**40)):
        assert site.get(f"/desk/sealed/{number}").status == 404
        for deed in ("approve", "reschedule", "release", "cancel", "preview"):
            assert site.post(f"/desk/sealed/{number}/{deed}", {"reason": "x"}).status == 404, deed
