"""``/api/uploads``: who may use it, and what is decided before a body is read."""

import base64

import pytest
from resumable_site import ATTEMPT, PDF, Uploads, metadata, two_holders

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy
from starbond_site.web import resumable
from starbond_site.web.upload_results import ATTEMPT_HEADER
from tests.unit.documents.publishing import rows


@pytest.fixture
def site(archive: Archive) -> Uploads:
    return Uploads(archive)


def test_refused_for_its_content_or_before_the_first_byte(site: Uploads, archive: Archive):
    """In the language of the page, with its attempt settled; nothing is kept."""
    path = site.begin()
    answer = site.patch(path, 0, bytes(len(PDF)), {"referer": "https://www.example.com/bn/UploadFiles"})
    sentence = content.read("bn").errors.say("type_mismatch")
    assert answer.json == {"outcome": "refused", "code": "type_mismatch", "sentence": sentence}
    assert site.send("HEAD", path).status == 404
    for code, size, fields in (
        ("type_not_accepted", 9, {"filename": "a.exe"}),
        ("category_unknown", 9, {"category": "Nothing"}),
        ("empty_file", 0, {}),
        ("too_large", 1024 * 1024 + 1, {}),
    ):
        attempt = f"{ATTEMPT}{size}{len(code)}"
        answer = site.create(size, {ATTEMPT_HEADER: attempt}, **fields)
        assert (answer.status, answer.json["error"]) == (413 if code == "too_large" else 422, code)
        assert rows(archive, "SELECT outcome FROM audit ORDER BY id DESC LIMIT 1") == [(code,)]
        assert rows(archive, f"SELECT outcome FROM upload_attempt WHERE name = '{attempt}'") == [(code,)]  # noqa: S608


def test_head_that_cannot_be_read(site: Uploads, archive: Archive):
    described = ["filename !!!", "filename " + base64.b64encode(b"\xff\xfe").decode(), "filename " + "QQ" * 4096,
                 metadata(filename="a.pdf", category="AllNotice", pair="one")]  # fmt: skip
    for headers in (
        {"upload-length": None},
        {"upload-length": "-1"},
        {"content-length": "5"},
        {"transfer-encoding": "chunked"},
        *({"upload-metadata": text} for text in described),
    ):
        assert site.create(headers=headers).status == 400, headers
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]


def test_piece_that_is_refused_before_it_is_read(site: Uploads):
    path = site.begin()
    for headers, status in (
        ({"content-type": "application/octet-stream"}, 415),
        ({"upload-offset": None}, 400),
        ({"content-length": None}, 411),
        ({"transfer-encoding": "chunked"}, 411),
        ({"content-length": str(len(PDF) + 1)}, 413),
        ({"tus-resumable": "0.2.2"}, 412),
    ):
        answer = site.patch(path, 0, PDF, headers)
        assert (answer.status, answer.pieces_read, answer.headers["connection"]) == (status, 0, "close"), headers
    assert site.offset(path) == 0


@pytest.mark.parametrize("policy", [UploadPolicy.KEY, UploadPolicy.PEOPLE])
def test_another_holder_finds_nothing(archive: Archive, policy: UploadPolicy):
    """Another session of the key, another person: as if there were none."""
    site, first, second = two_holders(archive, policy)
    path = site.begin(headers=first)
    for answer in (
        site.send("HEAD", path, second),
        site.patch(path, 0, PDF, second),
        site.send("DELETE", path, second),
    ):
        assert (answer.status, answer.pieces_read) == (404, 0)
    assert site.patch(path, 0, PDF[:100], first).status == 204


def test_session_that_ends_on_the_way_settles_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Whoever signs in again continues, publishes by the same attempt, and is named in the audit."""
    site, first, _ = two_holders(archive, UploadPolicy.PEOPLE)
    path = site.begin(headers=first)
    assert site.patch(path, 0, PDF[:100], first).status == 204
    assert site.patch(path, 100, PDF[100:], {"cookie": None}).status == 401
    assert site.patch(path, 100, PDF[100:], first).json["outcome"] == "published"
    assert rows(archive, "SELECT person FROM audit WHERE outcome = 'done'") == [("Person 1",)]
    monkeypatch.setattr(resumable.guard, "AUDITED", 3)
    closed, before = Uploads(archive, UploadPolicy.CLOSED), rows(archive, "SELECT id FROM audit")
    for _ in range(5):
        closed.create()
    assert len(rows(archive, "SELECT id FROM audit")) == len(before) + 3, "refusals in the audit are limited"
