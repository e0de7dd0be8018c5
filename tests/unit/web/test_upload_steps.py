"""What becomes of a file that has arrived: who may say it, what is answered, and that nothing is done twice."""

import asyncio
import errno
import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from asgi_client import Answer
from PIL import ExifTags, Image, ImageOps
from whole_site import PEER, Site

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.content.addresses import localized
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import attempts, database, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.documents.resuming import uploads
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import UploadPolicy, settings
from starbond_site.web.resumable import PATH
from starbond_site.web.rights import UPLOADS, Rights
from starbond_site.web.upload_steps import UploadSteps, success
from starbond_site.web.visitor import Visitor
from tests.files.loaded import photo
from tests.unit.documents import preflight_samples, samples
from tests.unit.documents.publishing import existing, publish, raising, rows

WORDS = content.read("en").interface
ATTEMPT = "0123456789abcdef"
PDF = samples.GOOD["report.pdf"]


def published(archive: Archive, category: str = "AllNotice") -> tuple[Document, ...]:
    return tuple(public_view.page(archive, category).documents)


@pytest.mark.parametrize("category", ["AllNotice", "Prospectus"])
def test_published_and_told_again_to_whoever_heard_no_answer(site: Site, archive: Archive, category: str):
    """Also without the right that has ended since, also where the upload was not forgotten; never published twice."""
    path, title = site.upload("Report.pdf", PDF), "অন্তর্বর্তী লভ্যাংশ"
    step = {"category": category, "title": f" {title} ", "attempt": ATTEMPT}
    answers = {language: site.step(path, **step, language=language) for language in LANGUAGES}
    (document,) = published(archive, category)
    for language, answer in answers.items():
        assert (answer.status, answer.json["outcome"]) == (200, "published")
        assert (answer.json["href"], title in answer.json["sentence"]) == (document.download_url, True)
        assert answer.json["desk"] == localized(f"/desk/documents/{document.id}", language)
        plain, warning = success(document, language), content.read(language).interface.upload.scan
        assert success(document, language, is_scan=True) == plain | {"warning": warning}
    for action in ("publish", "ask"):
        assert Site(archive, UploadPolicy.CLOSED).step(path, action, attempt=ATTEMPT).json["outcome"] == "published"
    assert rows(archive, "SELECT detail FROM audit WHERE outcome = 'done'") == [(f"{document.sha256}; title: {title}",)]


def test_as_the_other_language_and_in_place_of_another(site: Site, archive: Archive):
    first = site.step(site.upload("Report.pdf", PDF)).json
    assert (first["number"], first["adds"]) == ("1", "bn")
    bangla = site.step(site.upload("Report Bangla.pdf", samples.pdf("bangla")), pair=first["number"]).json
    assert (bangla["outcome"], "adds" in bangla) == ("published", False)
    assert bangla["sentence"].startswith(WORDS.upload.published.partition("{name}")[0].format(number=2))
    assert rows(archive, "SELECT english, bangla FROM language_pair") == [(1, 2)]
    new = site.step(site.upload("New.pdf", samples.pdf("new")), "replace", replaces="1").json
    assert ([document.id for document in published(archive)], new["outcome"]) == ([3, 2], "published")
    assert site.step(site.upload("Newer.pdf", samples.pdf("newer")), "replace", replaces="9").status == 422


def test_refused_with_its_sentence_and_settled(site: Site, archive: Archive):
    """The same attempt is refused alike; another one with another word needs no second transfer."""
    site.step(site.upload("Once.pdf", PDF))
    path = site.upload("Twice.pdf", PDF)
    for language in LANGUAGES:
        answer = site.step(path, attempt=ATTEMPT, language=language)
        sentence = content.read(language).errors.say("already_published", name=published(archive)[0].file_name)
        assert (answer.status, answer.json) == (
            422, {"outcome": "refused", "code": "already_published", "sentence": sentence},
        )  # fmt: skip
    assert site.step(path, attempt=ATTEMPT * 2, category="Nothing").json["code"] == "category_unknown"
    assert site.step(path, attempt=ATTEMPT * 3, category="BondIssue").json["outcome"] == "published"


def test_refused_by_a_release_that_knew_another_reason(site: Site, archive: Archive):
    attempts.begin(archive, ATTEMPT)
    with database.writing(archive.engine) as session:
        attempts.refuse(session, ATTEMPT, "too_small", {})
    path = site.upload("Report.pdf", PDF)
    answers = [site.step(path, action, attempt=ATTEMPT).json["outcome"] for action in ("ask", "publish", "ask")]
    assert answers == ["ended", "published", "published"], "by the same attempt, with the file that is there"


def test_where_there_is_no_such_file(site: Site, archive: Archive, take_away: Callable[..., None]):
    """It ended, it has not arrived, somebody is at work with it, or nobody can say at the moment."""
    gone = site.step(f"{PATH}/{'x' * 32}")
    assert (gone.status, gone.json["outcome"]) == (404, "ended")
    assert gone.json["sentence"] == content.read("en").errors.upload_ended
    assert site.step(f"{PATH}/{'x' * 32}", "ask", attempt=ATTEMPT).json["outcome"] == "ended"
    half = site.step(site.create(9, filename="a.pdf").headers["location"])
    assert (half.status, half.json["outcome"], half.json["code"]) == (409, "incomplete", "interrupted")
    attempts.begin(archive, ATTEMPT)
    path = site.upload("Report.pdf", PDF)
    (file,) = [each for each in (archive.incoming / "unfinished").iterdir() if each.read_bytes() == PDF]
    with UploadedFile(archive, file):
        for action in ("publish", "ask"):
            running = site.step(path, action, attempt=ATTEMPT)
            assert (running.status, running.json) == (202, {"outcome": "running"})
    assert site.step(path, "ask", attempt=ATTEMPT).json["outcome"] == "ended", "whoever was at work was killed"
    assert published(archive) == ()
    take_away()
    answer = site.step(path, attempt=ATTEMPT)
    assert (answer.status, answer.json["code"]) == (503, "database_unavailable")


def test_malformed(site: Site):
    path = site.upload("Report.pdf", PDF)
    for fields in ({"action": "rename"}, {"pair": "-1"}, {"pair": "১"}, {"replaces": "9" * 16}, {"size": "x"}):
        answer = site.step(path, **{"action": "publish", **fields})
        assert (answer.status, answer.json["code"]) == (400, "malformed"), fields
    assert site.send("POST", path, {"content-type": "application/json"}, pieces=[b"[1]"]).status == 400


def test_who_may_not(site: Site, archive: Archive):
    path, foreign = site.upload("Report.pdf", PDF), {"origin": "https://elsewhere.example"}
    for action in ("publish", "try"):
        refused = site.post(path, {"action": action, "category": "AllNotice"}, **foreign)
        assert (refused.status, refused.json["code"]) == (403, "foreign_origin")
        assert Site(archive, UploadPolicy.KEY).step(path, action).json["code"] == "key_missing"
    assert rows(archive, "SELECT action, subject, outcome FROM audit") == [
        ("publish", "AllNotice", code) for code in ("foreign_origin", "key_missing")
    ]


def said(answer: Answer) -> tuple[dict[str, object], dict[str, str], list[str]]:
    assert answer.json["outcome"] == "looked", answer.json
    facts = {fact["label"]: fact["value"] for fact in answer.json["facts"]}
    return answer.json, facts, [remark["code"] for remark in answer.json["remarks"]]


@pytest.fixture
def report(site: Site) -> str:
    """Upload a report of another year; return its address."""
    return site.upload("Annual Report 2019.pdf", preflight_samples.pdf())


def test_what_visitors_would_get(site: Site, report: str):
    answer, facts, codes = said(site.step(report, "try"))
    assert (answer["whole"], answer["refusal"], codes) == (True, "", ["other_list", "other_year", "no_bangla"])
    assert facts[WORDS.preflight.name].startswith("Annual Report 2019 -")
    assert "Notices, no. 1 of 1, " in facts[WORDS.preflight.place]
    assert facts[WORDS.preflight.address].startswith(f"{settings().public_url}/documents/NUMBER")
    answer, facts, _ = said(site.step(report, "try", language="bn"))
    assert "১টির মধ্যে ১ নম্বর" in facts[content.read("bn").interface.preflight.place]
    assert "২০১৯" in str(answer["remarks"])


def test_what_a_single_record_would_replace(site: Site, archive: Archive, report: str):
    _, facts, _ = said(site.step(report, "try", category="Prospectus"))
    assert (facts[WORDS.preflight.replaces], WORDS.preflight.mail_subject in facts) == (
        WORDS.preflight.replaces_nothing, False,
    )  # fmt: skip
    before = publish(archive, "Prospectus", "Prospectus.pdf", samples.pdf("one"))
    assert said(site.step(report, "try", category="Prospectus"))[1][WORDS.preflight.replaces] == before.file_name


def test_what_a_document_would_be_the_other_language_of(site: Site, archive: Archive, report: str):
    notice = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("two"))
    _, facts, codes = said(site.step(report, "try", pair=str(notice.id)))
    assert (facts[WORDS.preflight.pair_of], "no_bangla" in codes) == (notice.file_name, False)


def test_what_the_alert_would_say(site: Site, report: str, monkeypatch: pytest.MonkeyPatch):
    sending = settings().model_copy(update={"smtp_url": "smtp://localhost"})
    monkeypatch.setattr("starbond_site.web.upload_steps.settings", lambda: sending)
    _, facts, _ = said(site.step(report, "try"))
    subject = WORDS.alert_mails.subject_one.format(
        company=content.read().company.name, list="Notices", title=facts[WORDS.preflight.name]
    )
    assert facts[WORDS.preflight.mail_subject] == subject


@pytest.mark.parametrize("kind", ["jpeg", "png"])
def test_picture_is_published_without_the_place_where_it_was_taken(site: Site, archive: Archive, kind: str):
    """Its pixels stay the same, it is turned as before, and what a telephone writes behind it is gone."""
    given = photo(kind, has_place=True)
    behind = b"\0\0\0\x18ftypmp42" + bytes(12) if kind == "jpeg" else b""
    path = site.upload("Event", given + behind)
    answer, _, codes = said(site.step(path, "try"))
    assert (codes[0], answer["refusal"]) == ("place", "")
    assert site.step(path, without_place="true").json["outcome"] == "published"
    (document,) = published(archive)
    stored = b"".join(archive.storage.read(existing(public_view.find(archive, document.id)).key))
    before, after = (Image.open(io.BytesIO(content)) for content in (given, stored))
    assert ImageOps.exif_transpose(after).tobytes() == ImageOps.exif_transpose(before).tobytes()
    assert dict(after.getexif()) == {ExifTags.Base.Orientation: 6}
    assert (b"telephone" in stored, b"ftyp" in stored, given[-64:-12] in stored) == (False, False, True)
    assert list(archive.incoming.rglob("*.part")) == []


def test_picture_that_cannot_be_read_while_it_loses_its_place_is_refused(
    site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch
):
    path = site.upload("Event", photo("jpeg", has_place=True))
    monkeypatch.setattr(Path, "read_bytes", raising(OSError(errno.EMFILE, "Too many open files")))
    assert site.step(path, attempt=ATTEMPT, without_place="true").json["code"] == "machine_busy"
    assert rows(archive, "SELECT outcome FROM audit") == [("machine_busy",)]


def test_picture_in_place_of_a_document_has_no_place_either(site: Site, archive: Archive):
    site.step(site.upload("Report.pdf", PDF))
    path = site.upload("Event", photo("jpeg", has_place=True))
    assert site.step(path, "replace", replaces="1", without_place="true").json["outcome"] == "published"
    stored = b"".join(archive.storage.read(existing(public_view.find(archive, 2)).key))
    assert dict(Image.open(io.BytesIO(stored)).getexif()) == {ExifTags.Base.Orientation: 6}


SAME = samples.pdf("one")


@pytest.mark.parametrize(("given", "code", "codes"), [
    (preflight_samples.annotated("Text"), "", ["comments", "no_bangla"]),
    (samples.pdf(encryption=pikepdf.Encryption(owner="o", user="u")), "encrypted", ["no_bangla"]),
    (SAME, "already_published", ["no_bangla"]), (b"words", "type_mismatch", ["no_bangla"]),
], ids=["sound", "locked", "same", "words"])  # fmt: skip
def test_look_writes_nothing_and_needs_no_second_transfer(
    site: Site, archive: Archive, given: bytes, code: str, codes: list[str]
):
    def stored() -> list[object]:
        return [rows(archive, f"SELECT * FROM {name}") for name in ("document", "audit", "change", "upload_attempt")]  # noqa: S608

    publish(archive, "AllNotice", "Other.pdf", SAME)
    before, path = stored(), site.upload("Notice.pdf", given)
    answer, _, remarks = said(site.step(path, "try", attempt=ATTEMPT))
    assert (answer["code"], remarks, stored()) == (code, codes, before)
    assert str(answer["refusal"]).startswith(WORDS.preflight.would_refuse.partition("{")[0] if code else "")
    assert list(archive.incoming.glob("*.part")) == []
    assert site.step(path).json["outcome"] == ("refused" if code else "published")


@pytest.mark.anyio
async def test_looks_are_limited_apart_from_uploads(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("starbond_site.web.rights.NAME_CHECKS", 2)
    rights = Rights(UploadPolicy.OPEN, public_url=archive.settings.public_url)
    steps, visitor = UploadSteps(lambda: archive, rights), Visitor(peer=PEER, address=PEER, headers={})
    name = {"action": "try", "category": "AllNotice", "name": "Notice.pdf", "size": "9"}
    assert [(await steps.take(visitor, "", name))["outcome"] for _ in range(3)] == ["looked", "looked", "refused"]
    for _ in range(UPLOADS):
        assert not rights.preflight_checks.take(PEER)
    token, _ = uploads.begin(archive, "Report.pdf", len(PDF), rights.actor(visitor, Principal()), "")
    refused = await steps.take(visitor, token, name)
    assert refused["sentence"] == refusal_sentence("too_many_uploads", "en", {"minutes": 10})
    assert rights.uploads.take(PEER) == 0


def test_refusals_of_both_ways_are_recorded_within_one_limit(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("starbond_site.web.rights.RECORDED", 3)
    rights = Rights(UploadPolicy.CLOSED, public_url=archive.settings.public_url)
    site, visitor = Site(archive, rights), Visitor(peer=PEER, address=PEER, headers={})
    for _ in range(2):
        assert site.step(f"{PATH}/unknown").json["code"] == "closed"
        taken = UploadSteps(lambda: archive, rights).take(visitor, "unknown", {"action": "publish"})
        assert asyncio.run(taken)["code"] == "closed"
    assert rows(archive, "SELECT outcome FROM audit") == [("closed",)] * 3
