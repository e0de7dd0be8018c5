"""Sealed filings on the desk: the form, who may do what, approval, release, cancelling, the secret address."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from asgi_client import Answer
from whole_site import FORM, Site, visible

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents.archive import Archive
from starbond_site.features.sealed import service
from starbond_site.features.sealed.records import subject
from starbond_site.features.sealed.release import release
from starbond_site.presentation.form_fields import UPLOAD
from starbond_site.shared import local_time
from starbond_site.shared.roles import Principal, Role
from starbond_site.web.files import policy
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows
from tests.unit.presentation.samples import values
from tests.unit.sealed.sealed_filings import ENROLLED, LIST, in_seconds, seal

pytestmark = pytest.mark.features("sealed")

PDF = samples.pdf("results of the year")
RUNA = Principal(frozenset({Role.PREPARE, Role.APPROVE}), 1, "Runa Akter")


def send(site: Site, moment: datetime, language: Language, **typed: str) -> Answer:
    fields = {"list": LIST, "moment": local_time.typed(moment), UPLOAD: site.upload("Results.pdf", PDF), **typed}
    return site.post(localized("/desk/sealed", language), fields)


LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TOMAL = Principal(frozenset({Role.APPROVE}), 2, "Tomal Das", enrolled_at=ENROLLED)
SHILA = Principal(frozenset({Role.PREPARE}), 3, "Shila Roy")


def test_a_refusal_keeps_what_was_typed(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    site, words, past = Site(archive, RUNA), content.read("bn"), local_time.parse("2020-01-02T03:04:05")
    for title, code in (("ক" * 201, "title_too_long"), ("a\ufff9b", "title_unreadable")):
        answer = send(site, in_seconds(200), "bn", title=title)
        assert (answer.status, words.errors.say(code, limit=200) in visible(answer)) == (422, True)
        assert f'value="{title}"' in answer.text
    # Its file is kept as well: nobody has to choose it again.
    (kept,) = re.findall(f'name="{UPLOAD}" value="([^"]+)"', answer.text)
    assert (words.interface.desk.file_kept in visible(answer), "data-sent required" in answer.text) == (True, False)
    typed = {"list": LIST, "moment": local_time.typed(in_seconds(200)), UPLOAD: kept}
    assert site.post("/desk/sealed", typed).headers["location"] == "/desk/sealed/1?done=sealed"
    answer = send(site, past, "bn")
    assert answer.status == 422
    assert words.errors.say("moment_out_of_range", days=366) in visible(answer)
    assert 'value="2020-01-02T03:04:05"' in answer.text
    assert (f'<option value="{LIST}" selected>' in answer.text, len(archive.read(service.waiting))) == (True, 1)
    monkeypatch.setattr(local_time, "now", lambda: local_time.parse("2026-11-23T23:05:07"))
    assert 'value="2026-11-24T00:00:00"' in site.get("/desk/sealed").text, "the next whole hour is proposed"


@pytest.mark.parametrize(("code", "wrong", "file"), [
    ("no_file", {}, None), ("no_file", {UPLOAD: ""}, None), ("upload_ended", {UPLOAD: "x" * 32}, None),
    ("moment_invalid", {"moment": "2099"}, PDF), ("moment_invalid", {"list": "", "moment": ""}, PDF),
    ("category_unknown", {"list": "Nothing"}, PDF), ("type_mismatch", {}, b"no PDF"),
])  # fmt: skip
def test_incomplete_form_or_wrong_file_seals_nothing(
    strict: Archive, code: str, wrong: dict[str, str], file: bytes | None
):
    site, typed = Site(strict, RUNA), {"list": LIST, "moment": local_time.typed(in_seconds(200)), **wrong}
    answer = site.post("/desk/sealed", typed | ({UPLOAD: site.upload("a.pdf", file)} if file else {}))
    assert (answer.status, content.read("en").errors.say(code) in visible(answer)) == (422, True)
    assert (strict.read(service.waiting), list(strict.incoming.glob("*.part")), list(strict.storage.list())) == (
        [],
        [],
        [],
    )
    # The audit has neither a name nor a list.
    assert {tuple(row) for row in rows(strict, "SELECT action, subject FROM audit")} <= {("seal", subject(None))}


@pytest.mark.parametrize("body", [b"", b"garbage", b"a=1&" * 100])
def test_what_is_no_form_seals_nothing(strict: Archive, body: bytes):
    answer = Site(strict, RUNA).send("POST", "/desk/sealed", {"content-type": FORM}, pieces=[body])
    assert (answer.status, strict.read(service.waiting)) == (422, [])


def test_a_file_that_another_person_sent_is_not_sealed(strict: Archive):
    path = Site(strict, SHILA).upload("a.pdf", PDF)
    typed = {"list": LIST, "moment": local_time.typed(in_seconds(200)), UPLOAD: path}
    assert content.read("en").errors.upload_ended in visible(Site(strict, RUNA).post("/desk/sealed", typed))


def test_every_value_of_a_filing_stands_below_its_head(archive: Archive):
    filing = seal(archive, in_seconds(300), name="Results.pdf")
    words, site = content.read("en").interface.sealed, content.read("en")
    shown = values(Site(archive, RUNA).get("/desk/sealed").text)
    heads, texts = zip(*shown, strict=True)
    assert heads == (words.number, words.document, words.list, words.moment, words.state)
    assert (texts[:3], texts[4]) == (("1", "Results.pdf", site.title_of(LIST)), words.states["sealed"])
    assert texts[3].startswith(site.date_and_time(filing.release_at, with_seconds=True))


def test_who_only_approves_is_offered_nothing_else(strict: Archive):
    seal(strict)
    for who in (None, Principal(frozenset({Role.ADMINISTER}))):
        site = Site(strict, who)
        unknown = site.get("/desk/sealed/9").body.replace(b"sealed/9", b"sealed/1")
        assert site.get("/desk/sealed/1").body == unknown, "hidden filings and unknown ones get the same answer"
    site = Site(strict, Principal(frozenset({Role.APPROVE}), 2, "Tomal Das"))
    page = site.get("/desk/sealed/1").text
    assert [name for name in ("approve", "reschedule", "release", "cancel", "preview")
            if f'action="/desk/sealed/1/{name}"' in page] == ["approve"]  # fmt: skip
    assert UPLOAD not in site.get("/desk/sealed").text
    assert site.post("/desk/sealed/1/approve", {"_seen": "9" * 5000}).status in (409, 422)


def test_a_deed_while_the_database_is_away_keeps_what_was_typed(
    archive: Archive, take_away: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    seal(archive, in_seconds(300))
    site, moment = Site(archive, RUNA), local_time.typed(in_seconds(300))
    sealing = {"list": LIST, "moment": moment, UPLOAD: site.upload("a.pdf", PDF)}
    typed = {"moment": "2026-12-24T18:30:00", "reason": "The board meets again.", "tick": "yes"}
    clock = {"label": "The board meets again.", "duty": "price-sensitive-information"}
    away = content.read("bn").errors.say("database_unavailable")
    # With one of its fields that is shown again.
    actions = {"approve": "", "reschedule": "2026-12-24T18:30:00", "release": "", "cancel": "The board", "preview": ""}
    for broken in (["writing"], ["reading", "writing"]):
        take_away(*broken)
        for path, own in [*((f"sealed/1/{name}", own) for name, own in actions.items()), ("clocks/start", "The board")]:
            answer = site.post(f"/bn/desk/{path}", clock if "clocks" in path else typed)
            assert (answer.status, own in answer.text) == (503, True), path
            assert away in visible(answer) or "clocks" in path
    answer = site.post("/bn/desk/sealed", sealing)
    assert (answer.status, away in visible(answer), moment in answer.text) == (503, True, True)
    monkeypatch.undo()
    assert ([filing.version for filing in archive.read(service.waiting)], len(list(archive.storage.list()))) == ([1], 1)


@LANGUAGE
def test_two_persons(strict: Archive, language: Language):
    words = content.read(language)
    moment = in_seconds(200).replace(microsecond=0)
    author, approver = (Site(strict, who) for who in (RUNA, TOMAL))
    send(author, moment, language)
    path = localized("/desk/sealed/1", language)
    shown, (filing,) = visible(author.get(path).text), strict.read(service.waiting)
    assert (filing.release_at, filing.author, filing.author_id) == (moment, "Runa Akter", 1)
    assert [part for part in (filing.name, filing.sha256, filing.commitment) if part not in shown] == []
    assert words.interface.sealed.states["approval"] in shown
    # The author has the role too, and neither sees the form nor gets past the server.
    assert f'action="{path}/approve"' not in author.get(path).text
    answer = author.post(f"{path}/approve", {"_seen": "1"})
    assert (answer.status, words.errors.say("own_approval") in visible(answer)) == (422, True)
    assert f'action="{path}/approve"' in approver.get(path).text
    assert '<input type="hidden" name="_seen" value="1">' in approver.get(path).text
    answer = approver.post(f"{path}/approve", {"_seen": "7"})
    assert words.errors.say("changed_meanwhile") in visible(answer)
    answer = approver.post(f"{path}/approve", {"_seen": "1"})
    assert (answer.status, answer.headers["location"]) == (303, f"{path}?done=approved")
    assert "Tomal Das" in visible(author.get(path).text)
    assert words.interface.sealed.states["sealed"] in visible(author.get(path).text)


def test_an_approval_after_the_moment_publishes_at_once(strict: Archive):
    author, approver, path = Site(strict, RUNA), Site(strict, TOMAL), "/desk/sealed/1"
    seal(strict)
    assert author.post(f"{path}/release", {"tick": "yes"}).headers["location"] == f"{path}?done=waits"
    assert approver.post(f"{path}/approve", {"_seen": "2"}).headers["location"] == f"{path}?done=released"
    assert rows(strict, "SELECT count(*) FROM document") == [(1,)]


def test_released_now_at_another_moment_or_never(archive: Archive):
    told: list[str] = []
    archive.listeners.append(told.append)
    site, moment, errors = Site(archive, SHILA), in_seconds(3000).replace(microsecond=0), content.read("en").errors
    filing = [seal(archive) for _ in range(3)][-1]
    for path, field, wrong, sentence in (
        ("1/release", "tick", {}, errors.not_confirmed),
        ("2/reschedule", "moment", {"moment": "yesterday"}, errors.moment_invalid),
        ("3/cancel", "reason", {"reason": " "}, errors.reason_missing),
    ):
        refused = site.post(f"/desk/sealed/{path}", wrong)
        assert (refused.status, sentence in visible(refused), told) == (422, True, []), path
        assert f'href="#{field}"' in refused.text
        assert "moment" not in wrong or 'value="yesterday"' in refused.text
    answer = site.post("/desk/sealed/1/release", {"tick": "yes"})
    assert (answer.headers["location"], told) == ("/desk/sealed/1?done=released", [LIST])
    page = site.get("/desk/sealed/1").text
    assert content.read("en").interface.sealed.headings["released"].format(number=1) in visible(page)
    assert ('href="/documents/1"' in page, 'action="/desk/sealed' in page) == (True, False)
    assert site.get("/desk/sealed/1/file").status == 404
    assert site.post("/desk/sealed/2/reschedule", {"moment": local_time.typed(moment)}).status == 303
    assert archive.read(service.waiting)[0].release_at == moment
    assert "Shila Roy" in visible(site.get("/desk/sealed/2"))
    answer = site.post("/desk/sealed/3/cancel", {"reason": "The board decides again."})
    assert answer.headers["location"] == "/desk/sealed/3?done=cancelled"
    assert "The board decides again." in visible(site.get("/desk/sealed/3"))
    assert (filing.name in visible(site.get("/desk/sealed")), len(list(archive.storage.list()))) == (True, 2)


@LANGUAGE
def test_the_secret_address(archive: Archive, language: Language):
    seal(archive, content=PDF, name="ফলাফল.pdf")
    site = Site(archive, SHILA)
    page = site.post(localized("/desk/sealed/1/preview", language)).text
    (address,) = set(re.findall(r'href="https?://[^/"]+([^"]+/preview/[\w-]{43})"', page))
    stranger = Site(archive, None)
    file = Site(archive, TOMAL).get("/desk/sealed/1/file")
    assert (file.body, file.headers["cache-control"]) == (PDF, "no-store")
    answer = stranger.get(address)
    assert (answer.status, answer.body, answer.headers["cache-control"]) == (200, PDF, "no-store")
    assert ("noindex" in answer.headers["x-robots-tag"], answer.headers["referrer-policy"]) == (True, "no-referrer")
    assert answer.headers["content-security-policy"] == policy("application/pdf")
    assert stranger.get(address[:-1]).status == 404
    assert address.rpartition("/")[2] not in site.get(localized("/desk/sealed/1", language)).text
    site.post("/desk/sealed/1/release", {"tick": "yes"})
    answer = stranger.get(address)
    assert (answer.status, answer.headers["location"]) == (303, localized("/documents/1", language))


@LANGUAGE
def test_refused_release_has_its_reason(archive: Archive, language: Language, monkeypatch: pytest.MonkeyPatch):
    moment = in_seconds(60)
    seal(archive, moment, content=PDF)
    other = publish(archive, LIST, "Other.pdf", PDF)
    monkeypatch.setattr(local_time, "now", lambda: moment + timedelta(seconds=1))
    assert release(archive, 1) is None
    site, words = Site(archive, SHILA), content.read(language)
    for path in ("/desk/sealed", "/desk/sealed/1", "/desk"):
        shown = visible(site.get(localized(path, language)).text)
        assert words.errors.say("already_published", name=other.file_name) in shown
        assert words.interface.sealed.states["refused"] in shown


@LANGUAGE
def test_time_left_and_a_late_release_are_said(archive: Archive, language: Language, monkeypatch: pytest.MonkeyPatch):
    moment, path = in_seconds(400), localized("/desk/sealed", language)
    seal(archive, moment)
    site, words = Site(archive, SHILA), content.read(language).interface.sealed
    monkeypatch.setattr(local_time, "now", lambda: moment - timedelta(minutes=3, seconds=12))
    page = site.get(path).text
    assert ("আর ৩:১২ বাকি" if language == "bn" else "in 3:12") in visible(page)
    assert 'data-seconds="192"' in page
    monkeypatch.setattr(local_time, "now", lambda: moment + timedelta(seconds=75))
    assert words.states["overdue"] in visible(site.get(path).text)
    assert release(archive, 1)
    late = "প্রকাশিত, ১:১৫ দেরিতে" if language == "bn" else "Released, late by 1:15"
    assert late in visible(site.get(path).text)


def test_two_windows_never_overrule_each_other(archive: Archive):
    """The board meets later, and a page that does not know that yet would release the filing now."""
    site, later = Site(archive, RUNA), in_seconds(900).replace(microsecond=0)
    for number, action in enumerate(("reschedule", "release", "cancel"), 1):
        seal(archive, in_seconds(300))
        page = site.get(f"/bn/desk/sealed/{number}").text
        assert page.count('name="_seen" value="1"') == page.count('action="/bn/desk/sealed')
        service.reschedule(archive, number, replace(WHO, person_id=3), later)
        fields = {"_seen": "1", "moment": "2026-12-24T18:30:00", "reason": "No.", "tick": "yes"}
        answer = site.post(f"/bn/desk/sealed/{number}/{action}", fields)
        assert (answer.status, 'name="_seen" value="2"' in answer.text) == (409, True), action
        assert content.read("bn").errors.say("changed_meanwhile") in visible(answer)
        assert (later, 2) in [(filing.release_at, filing.version) for filing in archive.read(service.waiting)]
        assert site.post(f"/bn/desk/sealed/{number}/{action}", {**fields, "_seen": "2"}).status == 303
