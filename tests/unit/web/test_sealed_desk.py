"""Sealed filings on the desk: the form, and who may do what."""

from collections.abc import Callable

import pytest
from sealed_form import BOUNDARY, PDF, RUNA, filled, form, send
from whole_site import Site, visible

from starbond_site import content, local_time
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.sealed import filings, moments
from starbond_site.people import Holder, Role
from starbond_site.web.desk import sealed_form
from tests.unit.documents.publishing import rows
from tests.unit.documents.sealed_filings import LIST, in_seconds, seal

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TOMAL = Holder(frozenset({Role.APPROVE}), 2, "Tomal Das")
SHILA = Holder(frozenset({Role.PREPARE}), 3, "Shila Roy")
IRA = Holder(frozenset({Role.ADMINISTER}), 4, "Ira Sen")


@LANGUAGE
def test_a_file_is_sealed(archive: Archive, language: Language):
    site, words = Site(archive, RUNA), content.read(language).interface.sealed
    moment = in_seconds(200).replace(microsecond=0)
    answer = send(site, filled(moment, name="ফলাফল &quot;2026&quot;.pdf"), language)
    assert (answer.status, answer.headers["location"]) == (303, localized("/desk/sealed/1?done=sealed", language))
    (filing,) = filings.waiting(archive)
    assert (filing.release_at, filing.author, filing.author_id) == (moment, "Runa Akter", 1)
    assert b"".join(archive.storage.read(filing.key)) == PDF
    shown = visible(site.get(localized("/desk/sealed/1", language), "done=sealed").text)
    for expected in (words.done["sealed"], words.states["sealed"], filing.name, filing.sha256, filing.commitment):
        assert expected in shown
    overview = site.get(localized("/desk", language))
    assert filing.name in visible(overview.text)
    assert f'href="{localized("/desk/sealed/1", language)}"' in overview.text
    assert overview.headers["cache-control"] == "no-store"


def test_a_refusal_keeps_what_was_typed(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    site, words, past = Site(archive, RUNA), content.read("bn"), moments.parse("2020-01-02T03:04:05")
    for title, code in (("ক" * 201, "title_too_long"), ("a\u202eb", "title_unreadable")):
        answer = send(site, filled(in_seconds(200), title=title), "bn")
        assert (answer.status, words.errors.say(code, limit=200) in visible(answer)) == (422, True)
        assert f'value="{title}"' in answer.text
    answer = send(site, filled(past), "bn")
    assert answer.status == 422
    for said in (words.errors.say("moment_out_of_range", days=366), words.interface.sealed.refused):
        assert said in visible(answer)
    assert 'value="2020-01-02T03:04:05"' in answer.text
    assert (f'<option value="{LIST}" selected>' in answer.text, filings.waiting(archive)) == (True, [])
    monkeypatch.setattr(local_time, "now", lambda: moments.parse("2026-11-23T23:05:07"))
    page = site.get("/desk/sealed")
    assert 'value="2026-11-24T00:00:00"' in page.text, "the next whole hour is proposed"


def test_incomplete_forms(archive: Archive):
    file, of_list = ("file", "a.pdf", PDF), ("list", None, LIST.encode())
    for code, *parts in (
        ("moment_invalid", ("list", None, b""), ("moment", None, b"2099"), file),
        ("moment_invalid", file),
        ("no_file", of_list, ("file", "", b"")),
        ("no_file", of_list),
        ("moment_invalid", file, ("file", "b.pdf", PDF)),
        ("no_file",),
        ("several_files", of_list, ("moment", None, moments.written(in_seconds(200)).encode()), file, file),
    ):
        answer = send(Site(archive, RUNA), form(*parts))
        assert content.read("en").errors.say(code) in visible(answer), parts
    for body in (b"", b"garbage", b"--\r\n" * 100, form(*[("x", None, b"")] * 50)):
        assert send(Site(archive, RUNA), body).status in (400, 422)
    assert (filings.waiting(archive), list(archive.incoming.glob("*"))) == ([], [])


def test_a_wrong_file_is_refused_with_its_sentence(strict: Archive):
    for name, data, code, values in (
        ("Results.exe", PDF, "type_not_accepted", None),
        ("Results.pdf", b"no PDF", "type_mismatch", {}),
        ("Results.pdf", PDF + bytes(1024 * 1024), "too_large", {"limit": 1}),
    ):
        answer = send(Site(strict, RUNA), filled(in_seconds(200), data, name), step=100_000)
        assert answer.status in (413, 422)
        if values is not None:
            assert content.read("en").errors.say(code, **values) in visible(answer)
        assert code in str(rows(strict, "SELECT outcome FROM audit"))
    assert (list(strict.incoming.glob("*")), list(strict.storage.list())) == ([], [])


def test_a_form_that_breaks_off_seals_nothing(archive: Archive):
    site = Site(archive, RUNA)
    kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}
    for is_cut in (True, False):
        pieces = [filled(in_seconds(200))[:-30]]
        assert site.send("POST", "/desk/sealed", kind, pieces=pieces, is_cut=is_cut).status == 400
    assert (filings.waiting(archive), list(archive.incoming.glob("*")), check(archive).leftover) == ([], [], [])


def test_who_only_approves_is_offered_nothing_else(strict: Archive):
    seal(strict)
    for who in (None, Holder(frozenset({Role.ADMINISTER}))):
        site = Site(strict, who)
        unknown = site.get("/desk/sealed/9").body.replace(b"sealed/9", b"sealed/1")
        assert site.get("/desk/sealed/1").body == unknown, "hidden filings and unknown ones get the same answer"
    site = Site(strict, Holder(frozenset({Role.APPROVE}), 2, "Tomal Das"))
    page = site.get("/desk/sealed/1").text
    assert [name for name in ("approve", "reschedule", "release", "cancel", "preview")
            if f'action="/desk/sealed/1/{name}"' in page] == ["approve"]  # fmt: skip
    assert 'enctype="multipart/form-data"' not in site.get("/desk/sealed").text


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
