"""``/api/uploads``: who may use it, and what is decided before a body is read."""

import base64
import json

import pytest
from resumable_site import ATTEMPT, PDF, Uploads, metadata, two_holders

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy
from starbond_site.web import resumable
from starbond_site.web.upload_results import ATTEMPT_HEADER
from tests.unit.documents.publishing import rows


@pytest.fixture
def site(archive: Archive) -> Uploads:
    """Return a site at which everyone may publish."""
    return Uploads(archive)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_for_its_content(site: Uploads, archive: Archive, language: str):
    """In the language of the page; nothing is kept."""
    referer = f"https://www.example.com{'' if language == 'en' else '/bn'}/UploadFiles"
    path = site.begin()
    answer = site.patch(path, 0, bytes(len(PDF)), {"referer": referer})
    sentence = content.read(language).errors.say("type_mismatch")
    assert json.loads(answer.text) == {"outcome": "refused", "code": "type_mismatch", "sentence": sentence}
    assert site.send("HEAD", path).status == 404
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]


@pytest.mark.parametrize(
    ("size", "fields", "code", "status"),
    [
        (9, {"filename": "a.exe"}, "type_not_accepted", 422),
        (9, {"category": "Nothing"}, "category_unknown", 422),
        (0, {}, "empty_file", 422),
        (1024 * 1024 + 1, {}, "too_large", 413),
    ],
)
def test_refused_before_the_first_byte(
    site: Uploads, archive: Archive, size: int, fields: dict[str, str], code: str, status: int
):
    """With the attempt of the page settled."""
    answer = site.create(size, {ATTEMPT_HEADER: ATTEMPT}, **fields)
    assert (answer.status, json.loads(answer.text)["error"]) == (status, code)
    assert rows(archive, "SELECT outcome FROM audit") == [(code,)]
    assert rows(archive, "SELECT name, outcome FROM upload_attempt") == [(ATTEMPT, code)]


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


def test_session_that_ends_on_the_way_settles_nothing(archive: Archive):
    """Whoever signs in again continues, and publishes by the same attempt."""
    site, first, _ = two_holders(archive, UploadPolicy.PEOPLE)
    path = site.begin(headers=first)
    assert site.patch(path, 0, PDF[:100], first).status == 204
    assert site.patch(path, 100, PDF[100:], {"cookie": None}).status == 401
    assert json.loads(site.patch(path, 100, PDF[100:], first).text)["outcome"] == "published"


def test_refusals_in_the_audit_are_limited(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(resumable.guard, "AUDITED", 3)
    site = Uploads(archive, UploadPolicy.CLOSED)
    for _ in range(5):
        site.create()
    assert rows(archive, "SELECT count(*) FROM audit") == [(3,)]
