"""Sealed filings on the desk: the form, and who may do what."""

from pathlib import Path

import pytest
from asgi_client import ask
from desk_site import ORIGIN, DeskSite, rights_of, visible
from sealed_form import BOUNDARY, PDF, RUNA, filled, form, send

from starbond_site import content, local_time
from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.sealed import filings, moments
from starbond_site.people import Holder, Role
from starbond_site.settings import UploadPolicy
from starbond_site.web.rights import Rights
from tests.unit.documents.publishing import rows
from tests.unit.documents.sealed_filings import LIST, in_seconds, seal

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TOMAL = Holder(frozenset({Role.APPROVE}), 2, "Tomal Das")
SHILA = Holder(frozenset({Role.PREPARE}), 3, "Shila Roy")
IRA = Holder(frozenset({Role.ADMINISTER}), 4, "Ira Sen")


@LANGUAGE
def test_a_file_is_sealed(archive: Archive, tmp_path: Path, language: Language):
    site, words = DeskSite(archive, tmp_path, rights_of(RUNA)), content.read(language).interface.sealed
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


@LANGUAGE
def test_a_title_stands_first(archive: Archive, tmp_path: Path, language: Language):
    site, title = DeskSite(archive, tmp_path, rights_of(RUNA)), "অন্তর্বর্তী লভ্যাংশ <২০২৬>"
    # In pieces that end within letters.
    answer = send(site, filled(in_seconds(200), title=title), language, step=7)
    assert answer.status == 303
    (filing,) = filings.waiting(archive)
    assert filing.title == title
    for path in ("/desk", "/desk/sealed", "/desk/sealed/1"):
        shown = visible(site.get(localized(path, language)).text)
        assert shown.index(title) < shown.index("Results.pdf")


@LANGUAGE
@pytest.mark.parametrize(("title", "code"), [("ক" * 201, "title_too_long"), ("a\u202eb", "title_unreadable")])
def test_a_refused_title_is_kept_with_its_sentence(
    archive: Archive, tmp_path: Path, language: Language, title: str, code: str
):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    answer = send(site, filled(in_seconds(200), title=title), language)
    assert answer.status == 422
    assert content.read(language).errors.say(code, limit=200) in visible(answer.text)
    assert f'value="{title}"' in answer.text
    assert filings.waiting(archive) == []


@LANGUAGE
def test_a_refusal_keeps_what_was_typed(archive: Archive, tmp_path: Path, language: Language):
    site, words = DeskSite(archive, tmp_path, rights_of(RUNA)), content.read(language)
    moment = moments.parse("2020-01-02T03:04:05")
    answer = send(site, filled(moment), language)
    assert answer.status == 422
    assert words.errors.say("moment_out_of_range", days=366) in visible(answer.text)
    assert 'value="2020-01-02T03:04:05"' in answer.text
    assert f'<option value="{LIST}" selected>' in answer.text
    assert words.interface.sealed.refused in visible(answer.text)
    assert filings.waiting(archive) == []


@LANGUAGE
def test_the_form_proposes_the_next_whole_hour(
    archive: Archive, tmp_path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(local_time, "now", lambda: moments.parse("2026-11-23T23:05:07"))
    page = DeskSite(archive, tmp_path, rights_of(RUNA)).get(localized("/desk/sealed", language))
    assert 'value="2026-11-24T00:00:00"' in page.text


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ([("list", None, b""), ("moment", None, b"2099"), ("file", "a.pdf", PDF)], "moment_invalid"),
        ([("file", "a.pdf", PDF)], "moment_invalid"),
        ([("list", None, LIST.encode()), ("file", "", b"")], "no_file"),
        ([("list", None, LIST.encode())], "no_file"),
        ([("file", "a.pdf", PDF), ("file", "b.pdf", PDF)], "moment_invalid"),
        ([], "no_file"),
    ],
)
def test_incomplete_forms(archive: Archive, tmp_path: Path, parts: list[tuple[str, str | None, bytes]], code: str):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    answer = send(site, form(*parts))
    assert content.read("en").errors.say(code) in visible(answer.text)
    assert filings.waiting(archive) == []
    assert list(archive.incoming.glob("*")) == []


@pytest.mark.parametrize(
    ("name", "data", "code", "values"),
    [
        ("Results.exe", PDF, "type_not_accepted", None),
        ("Results.pdf", b"no PDF", "type_mismatch", {}),
        ("Results.pdf", PDF + bytes(1024 * 1024), "too_large", {"limit": 1}),
    ],
)
def test_a_wrong_file_is_refused_with_its_sentence(
    strict: Archive, tmp_path: Path, name: str, data: bytes, code: str, values: dict[str, int] | None
):
    site = DeskSite(strict, tmp_path, rights_of(RUNA))
    answer = send(site, filled(in_seconds(200), data, name), step=100_000)
    assert answer.status in (413, 422)
    if values is not None:
        assert content.read("en").errors.say(code, **values) in visible(answer.text)
    assert code in str(rows(strict, "SELECT outcome FROM audit"))
    assert list(strict.incoming.glob("*")) == []
    assert list(strict.storage.list()) == []


@pytest.mark.parametrize("cut", [True, False])
def test_a_form_that_breaks_off_seals_nothing(archive: Archive, tmp_path: Path, cut: bool):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    body = filled(in_seconds(200))[:-30]
    kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}
    answer = ask(site.app, "/desk/sealed", "POST", {**ORIGIN, **kind}, pieces=[body], is_cut=cut)
    assert answer.status == 400
    assert filings.waiting(archive) == []
    assert list(archive.incoming.glob("*")) == []
    assert check(archive).leftover == []


@pytest.mark.parametrize("body", [b"", b"garbage", b"--\r\n" * 100, form(*[("x", None, b"")] * 50)])
def test_garbage_is_refused(archive: Archive, tmp_path: Path, body: bytes):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    assert send(site, body).status in (400, 422)


def test_two_files_are_refused(archive: Archive, tmp_path: Path):
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    body = filled(in_seconds(200)).removesuffix(f"--{BOUNDARY}--\r\n".encode())
    answer = send(site, body + form(("file", "b.pdf", PDF)))
    assert content.read("en").errors.say("several_files") in visible(answer.text)
    assert filings.waiting(archive) == []


ADDRESSES = ("", "/1", "/1/file")
DEEDS = ("/1/approve", "/1/reschedule", "/1/release", "/1/cancel", "/1/preview")


@LANGUAGE
@pytest.mark.parametrize("who", ["nobody", "administrator", "closed", "key"])
def test_every_address_without_the_right(archive: Archive, tmp_path: Path, language: Language, who: str):
    filing = seal(archive)
    rights = {
        "nobody": rights_of(None),
        "administrator": rights_of(IRA),
        "closed": Rights(UploadPolicy.CLOSED),
        "key": Rights(UploadPolicy.KEY, "a long secret key", public_url="http://localhost:3000"),
    }[who]
    site, path = DeskSite(archive, tmp_path, rights), localized("/desk/sealed", language)
    answers = [site.get(path + below) for below in ADDRESSES] + [site.post(path + below) for below in DEEDS]
    answers.append(send(site, filled(in_seconds(200)), language))
    # The same answer for a filing that does not exist.
    assert [site.get(path + below.replace("1", "9")).body for below in ADDRESSES] != []
    for answer in answers:
        assert answer.status in (401, 403)
        for secret in (filing.name, filing.sha256, filing.key, filing.commitment):
            assert secret not in answer.text
    assert site.get(f"{path}/1").body == site.get(f"{path}/9").body.replace(b"sealed/9", b"sealed/1")
    assert len(filings.waiting(archive)) == 1


@pytest.mark.parametrize("deed", ["", *DEEDS])
def test_other_sites_can_do_nothing(archive: Archive, tmp_path: Path, deed: str):
    seal(archive)
    site = DeskSite(archive, tmp_path, rights_of(RUNA))
    assert site.post(f"/desk/sealed{deed}", origin="https://example.com").status == 403
    assert filings.waiting(archive)[0].version == 1


@pytest.mark.parametrize("deed", ["/1/reschedule", "/1/release", "/1/cancel", "/1/preview"])
def test_who_only_approves_changes_nothing(strict: Archive, tmp_path: Path, deed: str):
    seal(strict)
    site = DeskSite(strict, tmp_path, rights_of(TOMAL))
    page = site.get("/desk/sealed/1").text
    assert 'action="/desk/sealed/1/approve"' in page
    assert f'action="/desk/sealed{deed}"' not in page
    assert 'enctype="multipart/form-data"' not in site.get("/desk/sealed").text
    assert site.post(f"/desk/sealed{deed}", {"reason": "No.", "moment": "2030-01-01T00:00"}).status == 403
    assert filings.waiting(strict)[0].version == 1
