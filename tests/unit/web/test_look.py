"""``POST /api/look``: who may ask, what is answered, and that nothing is written."""

import json
import logging
from collections.abc import Callable, Mapping
from urllib.parse import quote

import pytest
from asgi_client import Answer
from whole_site import PEER, Site

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy, settings
from starbond_site.web import looking
from starbond_site.web.looking import LOOK_PATH, LookEndpoint
from starbond_site.web.rights import UPLOADS, Rights
from tests.unit.documents import overlooked, samples
from tests.unit.documents.publishing import publish, rows

WORDS = content.read("en").interface
TABLES = ("document", "audit", "change", "listversion", "upload_attempt", "language_pair")


def post(
    archive: Archive,
    given: bytes = b"",
    rights: Rights | UploadPolicy = UploadPolicy.OPEN,
    headers: Mapping[str, str | None] | None = None,
    pieces: tuple[bytes, ...] | None = None,
    **asked: object,
) -> Answer:
    """Ask for a look at a file of the list of notices."""
    said = {"category": "AllNotice", "name": "Notice.pdf", "size": len(given) or 1, "language": "en"} | asked
    sent = {"content-length": str(len(given)), "x-look": quote(json.dumps(said)), **(headers or {})}
    return Site(archive, rights).send("POST", LOOK_PATH, sent, pieces=pieces or (given,))


def said(answer: Answer) -> dict[str, object]:
    """Return the answer of a look that was allowed."""
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")
    return answer.json


def facts(answer: Answer) -> dict[str, str]:
    """Return what visitors would get."""
    return {fact["label"]: fact["value"] for fact in answer.json["facts"]}


def remarked(answer: Answer) -> list[str]:
    """Return the codes of remarks, in their order."""
    return [remark["code"] for remark in answer.json["remarks"]]


def stored(archive: Archive) -> dict[str, object]:
    """Return all that is written."""
    tables = {name: rows(archive, f"SELECT * FROM {name} ORDER BY 1") for name in TABLES}  # noqa: S608
    files = sorted(path for path in archive.settings.data_dir.rglob("*") if path.is_file() and ".db" not in path.name)
    return {**tables, "files": files}


def test_name_alone(archive: Archive):
    answer = post(archive, name="Annual Report 2019.pdf")
    assert (said(answer)["whole"], said(answer)["refusal"]) == (False, "")
    assert facts(answer)[WORDS.looking.name].startswith("Annual Report 2019 -")
    assert "Notices, no. 1 of 1, " in facts(answer)[WORDS.looking.place]
    assert facts(answer)[WORDS.looking.address].startswith(f"{settings().public_url}/documents/NUMBER")
    assert WORDS.looking.mail_subject not in facts(answer)
    assert remarked(answer) == ["other_list", "other_year", "no_bangla"]


def test_bangla_answer_in_bangla_digits(archive: Archive):
    answer = post(archive, name="Notice 2019.pdf", language="bn")
    words = content.read("bn").interface
    assert "১টির মধ্যে ১ নম্বর" in facts(answer)[words.looking.place]
    sentences = [remark["sentence"] for remark in answer.json["remarks"]]
    assert "২০১৯" in sentences[0]


def test_subject_of_the_mail_where_mail_is_sent(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    sending = settings().model_copy(update={"smtp_url": "smtp://localhost"})
    monkeypatch.setattr("starbond_site.presentation.look.settings", lambda: sending)
    answer = post(archive)
    subject = facts(answer)[WORDS.looking.mail_subject]
    assert subject == WORDS.alert_mails.subject_one.format(list="Notices", title=facts(answer)[WORDS.looking.name])
    assert WORDS.looking.mail_subject not in facts(post(archive, category="Prospectus"))


def test_single_record_and_pair(archive: Archive):
    empty = facts(post(archive, category="Prospectus", name="Prospectus.pdf"))
    assert empty[WORDS.looking.replaces] == WORDS.looking.replaces_nothing
    before = publish(archive, "Prospectus", "Prospectus.pdf", samples.pdf("one"))
    assert facts(post(archive, category="Prospectus"))[WORDS.looking.replaces] == before.file_name
    notice = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("two"))
    answer = post(archive, name="Bangla.pdf", pair=notice.id)
    assert (facts(answer)[WORDS.looking.pair_of], remarked(answer)) == (notice.file_name, [])


def test_whole_file_is_looked_at_and_nothing_is_written(archive: Archive):
    same = samples.pdf("one")
    publish(archive, "AllNotice", "Other.pdf", same)
    before = stored(archive)
    for given, name, codes in (
        (overlooked.annotated("Text"), "Notice.pdf", ["comments", "no_bangla"]),
        (same, "Same.pdf", ["no_bangla"]),
        (b"MZ", "Program.pdf", ["no_bangla"]),
        (overlooked.pdf(), "../Path.pdf", []),
        (overlooked.pdf(), "Notice.pdf", ["no_bangla"]),
    ):
        answer = post(archive, given, name=name, pieces=(given[:7], given[7:]))
        assert remarked(answer) == codes
        assert bool(said(answer)["refusal"]) is (name != "Notice.pdf")
        assert stored(archive) == before
    assert said(answer)["whole"]


def test_refusal_of_publishing_is_an_answer(archive: Archive):
    given = samples.pdf("one")
    publish(archive, "AllNotice", "Other.pdf", given)
    answer = said(post(archive, given))
    assert (answer["code"], "already published" in str(answer["refusal"])) == ("already_published", True)
    assert str(answer["refusal"]).startswith(WORDS.looking.would_refuse.partition("{")[0])


def test_refused_before_the_body_is_read(archive: Archive):
    said = ({"x-look": quote(json.dumps(value))} for value in ([], {"name": 1}, {"pair": True}, {"size": -1}))
    for status, code, headers in (
        *((411, "length_missing", {"content-length": length}) for length in (None, "x")),
        (411, "length_missing", {"transfer-encoding": "chunked"}),
        (413, "too_large", {"content-length": "99999999"}),
        *((400, "malformed", headers) for headers in ({"x-look": None}, {"x-look": "%ff"}, *said)),
    ):
        answer = post(archive, overlooked.pdf(), headers=headers)
        assert (answer.status, answer.json["error"], answer.pieces_read) == (status, code, 0), headers
        assert answer.headers["connection"] == "close"
    assert rows(archive, "SELECT count(*) FROM audit") == [(0,)]


def test_number_of_files_is_limited_apart_from_uploads(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    rights = Rights(UploadPolicy.OPEN, public_url=archive.settings.public_url)
    for _ in range(UPLOADS):
        assert not rights.looks.take(PEER)
    answer = post(archive, overlooked.pdf(), rights)
    assert (answer.status, answer.json["error"], "retry-after" in answer.headers) == (429, "too_many_uploads", True)
    assert not rights.uploads.take(PEER)
    assert post(archive, rights=rights).status == 200
    monkeypatch.setattr(looking, "NAMES", 2)
    endpoint = LookEndpoint(lambda: archive, rights, 1)
    assert [bool(endpoint._names.take("192.0.2.1")) for _ in range(3)] == [False, False, True]


def test_other_length_than_announced_is_interrupted(archive: Archive):
    given = overlooked.pdf()
    for length, code in ((len(given) + 1, "interrupted"), (len(given) - 1, "too_large")):
        assert said(post(archive, given, headers={"content-length": str(length)}))["code"] == code
    assert list(archive.incoming.glob("*")) == []


def test_visitor_who_goes_away_leaves_nothing(archive: Archive):
    sent = {"content-length": "10", "x-look": quote(json.dumps({"category": "AllNotice", "name": "a.pdf"}))}
    assert Site(archive).send("POST", LOOK_PATH, sent, pieces=(b"%PDF",), is_cut=True).status == 400
    assert list(archive.incoming.glob("*")) == []


def test_database_that_does_not_answer(
    archive: Archive, take_away: Callable[..., None], caplog: pytest.LogCaptureFixture
):
    take_away()
    with caplog.at_level(logging.CRITICAL):
        assert post(archive).status == 503
