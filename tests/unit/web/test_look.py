"""``POST /api/look``: who may ask, what is answered, and that nothing is written."""

import json
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


def post(
    archive: Archive,
    given: bytes = b"",
    rights: Rights | UploadPolicy = UploadPolicy.OPEN,
    headers: Mapping[str, str | None] | None = None,
    **asked: object,
) -> Answer:
    said = {"category": "AllNotice", "name": "Notice.pdf", "size": len(given) or 1, "language": "en"} | asked
    sent = {"content-length": str(len(given)), "x-look": quote(json.dumps(said)), **(headers or {})}
    return Site(archive, rights).send("POST", LOOK_PATH, sent, pieces=(given[:7], given[7:]))


def said(answer: Answer) -> tuple[dict[str, object], dict[str, str], list[str]]:
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-store")
    facts = {fact["label"]: fact["value"] for fact in answer.json["facts"]}
    return answer.json, facts, [remark["code"] for remark in answer.json["remarks"]]


def test_name_alone(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    answer, facts, codes = said(post(archive, name="Annual Report 2019.pdf"))
    assert (answer["whole"], answer["refusal"], codes) == (False, "", ["other_list", "other_year", "no_bangla"])
    assert facts[WORDS.looking.name].startswith("Annual Report 2019 -")
    assert "Notices, no. 1 of 1, " in facts[WORDS.looking.place]
    assert facts[WORDS.looking.address].startswith(f"{settings().public_url}/documents/NUMBER")
    answer, facts, _ = said(post(archive, name="Notice 2019.pdf", language="bn"))
    assert "১টির মধ্যে ১ নম্বর" in facts[content.read("bn").interface.looking.place]
    assert "২০১৯" in str(answer["remarks"])
    sending = settings().model_copy(update={"smtp_url": "smtp://localhost"})
    monkeypatch.setattr("starbond_site.presentation.look.settings", lambda: sending)
    _, facts, _ = said(post(archive))
    subject = WORDS.alert_mails.subject_one.format(list="Notices", title=facts[WORDS.looking.name])
    assert facts[WORDS.looking.mail_subject] == subject


def test_single_record_and_pair(archive: Archive):
    _, facts, _ = said(post(archive, category="Prospectus", name="Prospectus.pdf"))
    assert (facts[WORDS.looking.replaces], WORDS.looking.mail_subject in facts) == (
        WORDS.looking.replaces_nothing, False,
    )  # fmt: skip
    before = publish(archive, "Prospectus", "Prospectus.pdf", samples.pdf("one"))
    assert said(post(archive, category="Prospectus"))[1][WORDS.looking.replaces] == before.file_name
    notice = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("two"))
    _, facts, codes = said(post(archive, name="Bangla.pdf", pair=notice.id))
    assert (facts[WORDS.looking.pair_of], codes) == (notice.file_name, [])


def test_whole_file_is_looked_at_and_nothing_is_written(archive: Archive):
    def stored() -> list[object]:
        files = [path for path in archive.settings.data_dir.rglob("*") if path.is_file() and ".db" not in path.name]
        return [files, *(rows(archive, f"SELECT * FROM {name}") for name in ("document", "audit", "change"))]  # noqa: S608

    same = samples.pdf("one")
    publish(archive, "AllNotice", "Other.pdf", same)
    before, right, length = stored(), overlooked.pdf(), len(overlooked.pdf())
    for given, name, announced, code, codes in (
        (overlooked.annotated("Text"), "Notice.pdf", None, "", ["comments", "no_bangla"]),
        (right, "Notice.pdf", None, "", ["no_bangla"]),
        (right, "../Path.pdf", None, "name_path", []),
        (same, "Same.pdf", None, "already_published", ["no_bangla"]),
        (right, "Notice.pdf", length + 1, "interrupted", []),
        (right, "Notice.pdf", length - 1, "too_large", []),
    ):
        headers = {"content-length": str(announced)} if announced else {}
        answer, _, remarks = said(post(archive, given, headers=headers, name=name))
        assert (answer.get("code", ""), remarks, stored()) == (code, codes, before), name
        assert str(answer["refusal"]).startswith(WORDS.looking.would_refuse.partition("{")[0] if code else "")


def test_refused_before_the_body_is_read(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    wrong = ({"x-look": quote(json.dumps(value))} for value in ([], {"name": 1}, {"pair": True}, {"size": -1}))
    for status, code, headers in (
        *((411, "length_missing", {"content-length": length}) for length in (None, "x")),
        (411, "length_missing", {"transfer-encoding": "chunked"}),
        (413, "too_large", {"content-length": "99999999"}),
        *((400, "malformed", headers) for headers in ({"x-look": None}, {"x-look": "%ff"}, *wrong)),
    ):
        answer = post(archive, overlooked.pdf(), headers=headers)
        assert (answer.status, answer.json["error"], answer.pieces_read) == (status, code, 0), headers
        assert answer.headers["connection"] == "close"
    rights = Rights(UploadPolicy.OPEN, public_url=archive.settings.public_url)
    for _ in range(UPLOADS):
        assert not rights.looks.take(PEER)
    answer = post(archive, overlooked.pdf(), rights)
    assert (answer.status, answer.json["error"], "retry-after" in answer.headers) == (429, "too_many_uploads", True)
    assert (rights.uploads.take(PEER), post(archive, rights=rights).status) == (0, 200), "limited apart from uploads"
    monkeypatch.setattr(looking, "NAMES", 2)
    endpoint = LookEndpoint(lambda: archive, rights, 1)
    assert [bool(endpoint._names.take("192.0.2.1")) for _ in range(3)] == [False, False, True]


def test_visitor_who_goes_away_and_a_database_that_does_not_answer(archive: Archive, take_away: Callable[..., None]):
    sent = {"content-length": "10", "x-look": quote(json.dumps({"category": "AllNotice", "name": "a.pdf"}))}
    assert Site(archive).send("POST", LOOK_PATH, sent, pieces=(b"%PDF",), is_cut=True).status == 400
    assert list(archive.incoming.glob("*")) == []
    take_away()
    assert post(archive).status == 503
