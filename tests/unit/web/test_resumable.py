"""``/api/uploads``: the protocol, and how many uploads there may be."""

import asyncio
import base64
import json
import threading
from collections.abc import Callable
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest
from asgi_client import Answer
from resumable_site import PDF, Uploads, two_holders
from starlette.requests import Request

from starbond_site import content
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.file_types import ACCEPTED
from starbond_site.documents.resuming import uploads
from starbond_site.shared.roles import Principal
from starbond_site.shared.settings import UploadPolicy
from starbond_site.web import resumable
from starbond_site.web.rights import UPLOADS, Rights
from starbond_site.web.visitor import Visitor
from tests.unit.documents.publishing import publish, raising, rows


@pytest.fixture
def site(archive: Archive) -> Uploads:
    return Uploads(archive)


def published(archive: Archive) -> list[str]:
    return [document.sha256 for document in public_view.page(archive, "AllNotice").documents]


def test_says_what_it_can(site: Uploads):
    answer = site.send("OPTIONS", headers={"tus-resumable": None})
    assert (answer.status, answer.headers["tus-version"]) == (204, "1.0.0")
    assert answer.headers["tus-extension"] == "creation,termination,expiration"
    assert answer.headers["tus-max-size"] == str(1024 * 1024)


def test_whole_way_in_pieces(site: Uploads, archive: Archive):
    path = site.begin()
    assert site.offset(path) == 0
    first = site.patch(path, 0, PDF[:100])
    assert (first.status, first.headers["upload-offset"], first.body) == (204, "100", b"")
    assert first.headers["tus-resumable"] == "1.0.0"
    assert first.headers["upload-expires"].endswith("GMT")
    told = site.send("HEAD", path)
    assert (told.headers["upload-offset"], told.headers["upload-length"]) == ("100", str(len(PDF)))
    assert told.headers["upload-metadata"].startswith("filename "), "as the protocol asks of what was created with it"
    assert (told.headers["cache-control"], published(archive)) == ("no-store", [])
    assert (site.patch(path, 100, PDF[100:]).status, published(archive)) == (204, [])
    step = site.step(path)
    (document,) = public_view.page(archive, "AllNotice").documents
    assert (step.status, step.json["outcome"], step.json["href"]) == (200, "published", document.download_url)
    assert (document.size, site.send("HEAD", path).status) == (len(PDF), 404)


def test_upload_that_was_continued_with_another_file_ends(site: Uploads, archive: Archive):
    """The hash is compared once everything has arrived."""
    path, wrong = site.begin(), {"upload-sha-256": sha256(PDF[::-1]).hexdigest()}
    site.patch(path, 0, PDF[:100])
    assert site.send("HEAD", path, wrong).status == 200
    site.patch(path, 100, PDF[100:])
    assert site.send("HEAD", path, {"upload-sha-256": sha256(PDF).hexdigest()}).status == 200
    assert site.send("HEAD", path, wrong).status == 404
    assert (site.offset(site.begin()), site.send("HEAD", path).status) == (0, 404)
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(1,)]


def test_what_arrived_of_a_broken_piece_is_kept(site: Uploads, archive: Archive):
    path = site.begin()
    size, pieces = {"content-length": str(len(PDF))}, (PDF[:200], PDF[200:300])
    cut = site.patch(path, 0, PDF[:300], size, pieces=pieces, is_cut=True)
    assert (cut.status, site.offset(path), site.patch(path, 300, PDF[300:]).status) == (400, 300, 204)
    assert (site.step(path).status, published(archive)) == (200, [sha256(PDF).hexdigest()])


def test_cancelled_request_writes_what_arrived_before_its_file_is_closed(monkeypatch: pytest.MonkeyPatch):
    """As at the end of a server: a thread never writes to a descriptor that was closed."""
    monkeypatch.setattr(resumable, "BATCH_BYTES", 1)
    goes_on, written = threading.Event(), list[bytes]()

    def append(position: int, *chunks: bytes) -> int:
        assert not chunks or goes_on.wait(60)
        written.extend(chunks)
        return position + len(b"".join(chunks))

    slow: Any = SimpleNamespace(append=append, durable_size=lambda: 0)

    async def cancelled() -> None:
        arriving, has_arrived = iter((b"ab", b"cd")), asyncio.Event()

        async def receive() -> dict[str, object]:
            chunk = next(arriving)
            if chunk == b"cd":
                has_arrived.set()
            return {"type": "http.request", "body": chunk, "more_body": True}

        request = Request({"type": "http", "method": "PATCH", "headers": []}, receive)
        writing = asyncio.create_task(resumable._write(slow, 0, 6, request))
        await has_arrived.wait()
        writing.cancel()
        await asyncio.sleep(0)
        goes_on.set()
        await asyncio.wait([writing])

    asyncio.run(cancelled())
    assert written == [b"ab", b"cd"]


def test_wrong_offset_and_silence_write_nothing(site: Uploads, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """The answer says the right offset. An upload is cancelled, also by a header, and not created by its address."""
    path = site.begin()
    site.patch(path, 0, PDF[:100])
    for offset in (0, 99, 101):
        answer = site.patch(path, offset, b"x")
        assert (answer.status, answer.headers["upload-offset"], answer.pieces_read) == (409, "100", 0)
    monkeypatch.setattr(resumable, "SILENT_SECONDS", 0.05)
    site.patch(path, 100, b"x", {"content-length": "100"}, pieces=(), is_cut=False)
    assert site.offset(path) == 100
    assert (site.send("DELETE", path).status, site.patch(path, 100, PDF[100:]).status) == (204, 404)
    assert ([file for file in archive.incoming.rglob("*") if file.is_file()], published(archive)) == ([], [])
    assert site.send("POST", site.begin(), {"x-http-method-override": "DELETE"}).status == 204
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]


def test_two_pieces_at_once(site: Uploads, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    path, append, others, sent = site.begin(), uploads.PartialFile.append, [PDF[:50]], list[Answer]()

    def late(part: uploads.PartialFile, position: int, *chunks: bytes) -> int:
        if chunks and others:
            sent.append(site.patch(path, 0, others.pop()))
        return append(part, position, *chunks)

    monkeypatch.setattr(uploads.PartialFile, "append", late)
    assert (site.patch(path, 0, PDF[:100]).status, sent[0].status, site.offset(path)) == (409, 204, 50)
    assert (site.patch(path, 50, PDF[50:]).status, site.step(path).status) == (204, 200)


def test_number_of_uploads_is_limited(site: Uploads, archive: Archive):
    """New ones alone: pieces of one that has begun always pass."""
    path = site.begin()
    for _ in range(UPLOADS - 1):
        site.send("DELETE", site.begin())
    answer = site.create()
    assert (answer.status, answer.json["error"]) == (429, "too_many_uploads")
    assert answer.json["detail"] == content.read("en").errors.say("too_many_uploads", minutes=10)
    assert int(answer.headers["retry-after"]) > 0
    begin = {"upload-length": "9", "upload-metadata": "filename YS5wZGY="}
    assert site.send("POST", headers=begin, peer="203.0.113.10").status == 201, "another address"
    here, local = Visitor(peer="127.0.0.1", headers={"host": "localhost"}), Rights(UploadPolicy.LOCAL)
    assert [local.prepare(here, local.uploads)[1] for _ in range(UPLOADS + 1)] == [None] * (UPLOADS + 1)
    assert (site.patch(path, 0, PDF).status, site.send("DELETE", path).status) == (204, 204)
    other = Uploads(archive)
    for _ in range(uploads.MAX_UNFINISHED):
        other.begin()
    answer = other.create()
    assert (answer.status, answer.json["error"]) == (429, "too_many_unfinished")


def test_full_disk_frees_the_upload_and_a_database_that_does_not_answer_keeps_it(
    site: Uploads, archive: Archive, monkeypatch: pytest.MonkeyPatch, take_away: Callable[..., None]
):
    path = site.begin()
    monkeypatch.setattr(uploads.os, "fdopen", raising(OSError(28, "No space left on device")))
    answer = site.patch(path, 0, PDF)
    assert (answer.status, json.loads(answer.text)["error"]) == (507, "storage_full")
    assert site.send("HEAD", path).status == 404
    assert rows(archive, "SELECT outcome FROM audit") == [("storage_full",)]
    path = site.begin()
    take_away()
    answer = site.send("HEAD", path)
    assert (answer.status, answer.json["error"]) == (503, "database_unavailable")


@pytest.mark.parametrize(("code", "status", "size", "fields"), [
    ("type_not_accepted", 422, 9, {"filename": "a.exe"}), ("name_path", 422, 9, {"filename": "../a.pdf"}),
    ("empty_file", 422, 0, {}),
    ("too_large", 413, 1024 * 1024 + 1, {}), ("page_outdated", 422, 9, {"category": "AllNotice"}),
])  # fmt: skip
def test_refused_before_the_first_byte(
    site: Uploads, archive: Archive, code: str, status: int, size: int, fields: dict[str, str]
):
    """In the language of the page. The audit has no name: the file may be one that is to be sealed."""
    answer = site.create(size, {"referer": "https://www.example.com/bn/UploadFiles"}, **fields)
    assert (answer.status, answer.json["error"]) == (status, code)
    assert answer.json["detail"] == refusal_sentence(code, "bn", {"limit": 1, "accepted": ACCEPTED})
    assert rows(archive, "SELECT action, subject FROM audit") in ([("upload", "")], [])
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]


def test_head_that_cannot_be_read(site: Uploads, archive: Archive):
    described = ["filename !!!", "filename " + base64.b64encode(b"\xff\xfe").decode(), "filename " + "QQ" * 4096]
    for headers in (
        {"upload-length": None}, {"upload-length": "-1"}, {"content-length": "5"}, {"transfer-encoding": "chunked"},
        *({"upload-metadata": text} for text in described),
    ):  # fmt: skip
        assert site.create(headers=headers).status == 400, headers
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]


@pytest.mark.parametrize(("headers", "status"), [
    ({"content-type": "application/octet-stream"}, 415), ({"upload-offset": None}, 400),
    ({"content-length": None}, 411), ({"transfer-encoding": "chunked"}, 411),
    ({"content-length": str(len(PDF) + 1)}, 413), ({"tus-resumable": "0.2.2"}, 412),
])  # fmt: skip
def test_piece_that_is_refused_before_it_is_read(site: Uploads, headers: dict[str, str | None], status: int):
    path = site.begin()
    answer = site.patch(path, 0, PDF, headers)
    assert (answer.status, answer.pieces_read, answer.headers["connection"]) == (status, 0, "close")
    assert site.offset(path) == 0


@pytest.mark.parametrize("policy", [UploadPolicy.KEY, UploadPolicy.PEOPLE])
def test_another_holder_finds_nothing(archive: Archive, policy: UploadPolicy):
    site, first, second = two_holders(archive, policy)
    path = site.begin(headers=first)
    for answer in (
        site.send("HEAD", path, second), site.patch(path, 0, PDF, second), site.send("DELETE", path, second),
    ):  # fmt: skip
        assert (answer.status, answer.pieces_read) == (404, 0)
    assert site.patch(path, 0, PDF, first).status == 204
    for headers, status in ((second, 404), (first, 200)):
        assert site.browser().post(path, {"action": "publish", "category": "AllNotice"}, **headers).status == status


def test_session_that_ends_on_the_way_settles_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Whoever signs in again continues, publishes by the same attempt, and is named in the audit."""
    site, first, _ = two_holders(archive, UploadPolicy.PEOPLE)
    path = site.begin(headers=first)
    assert site.patch(path, 0, PDF[:100], first).status == 204
    assert site.patch(path, 100, PDF[100:], {"cookie": None}).status == 401
    assert site.patch(path, 100, PDF[100:], first).status == 204
    for headers, status in (({}, 401), (first, 200)):
        assert site.browser().post(path, {"action": "publish", "category": "AllNotice"}, **headers).status == status
    assert rows(archive, "SELECT person FROM audit WHERE outcome = 'done'") == [("Person 1",)]
    monkeypatch.setattr("starbond_site.web.rights.RECORDED", 3)
    closed, before = Uploads(archive, UploadPolicy.CLOSED), rows(archive, "SELECT id FROM audit")
    for _ in range(5):
        closed.create()
    assert len(rows(archive, "SELECT id FROM audit")) == len(before) + 3, "refusals in the audit are limited"


Ask = Callable[[Uploads], Answer]


@pytest.mark.parametrize(
    ("ask", "status"),
    [
        (lambda site: site.get("/desk"), 200),
        (lambda site: site.post("/desk/calendar/add", {}), 422),
        (lambda site: site.create(), 201),
        (lambda site: site.step("/api/uploads/unknown", category="AllNotice"), 404),
        (lambda site: site.get("/desk/documents/1/evidence.zip"), 200),
    ],
)
def test_who_asks_is_looked_up_once(archive: Archive, ask: Ask, status: int):
    found = iter([Principal(person_id=1, name="Person 1")])
    rights = Rights(UploadPolicy.PEOPLE, public_url=archive.settings.public_url, people=lambda _: next(found))
    publish(archive, "AllNotice", "Report.pdf", PDF)
    assert ask(Uploads(archive, rights)).status == status


def test_session_that_ends_while_a_file_arrives_without_scripts_does_nothing(archive: Archive):
    found = iter([Principal(person_id=1, name="Person 1"), None])
    rights = Rights(UploadPolicy.PEOPLE, public_url=archive.settings.public_url, people=lambda _: next(found))
    assert Uploads(archive, rights).post_file("/desk/sealed", "Report.pdf", PDF).status == 401
    assert rows(archive, "SELECT id FROM sealed") == []
