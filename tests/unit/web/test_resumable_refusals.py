"""``/api/uploads``: who may use it, and what is decided before a body is read."""

import base64
import json

import pytest
from resumable_site import ATTEMPT, KEY, PDF, Site, metadata, two_holders

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy
from starbond_site.web import resumable
from starbond_site.web.resumable import PATH
from starbond_site.web.rights import Rights
from starbond_site.web.upload_results import ATTEMPT_HEADER
from tests.unit.documents.publishing import rows


@pytest.fixture
def site(archive: Archive) -> Site:
    """Return a site at which everyone may publish."""
    return Site(archive)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_for_its_content(site: Site, archive: Archive, language: str):
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
    site: Site, archive: Archive, size: int, fields: dict[str, str], code: str, status: int
):
    """With the attempt of the page settled."""
    answer = site.create(size, {ATTEMPT_HEADER: ATTEMPT}, **fields)
    assert (answer.status, json.loads(answer.text)["error"]) == (status, code)
    assert rows(archive, "SELECT outcome FROM audit") == [(code,)]
    assert rows(archive, "SELECT name, outcome FROM upload_attempt") == [(ATTEMPT, code)]


@pytest.mark.parametrize(
    "headers",
    [
        {"upload-length": None},
        {"upload-length": "-1"},
        {"upload-metadata": "filename !!!"},
        {"upload-metadata": "filename " + base64.b64encode(b"\xff\xfe").decode()},
        {"upload-metadata": "filename " + "QQ" * 4096},
        {"upload-metadata": metadata(filename="a.pdf", category="AllNotice", pair="one")},
        {"content-length": "5"},
        {"transfer-encoding": "chunked"},
    ],
)
def test_head_that_cannot_be_read(site: Site, archive: Archive, headers: dict[str, str | None]):
    assert site.create(headers=headers).status == 400
    assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-type": "application/octet-stream"}, 415),
        ({"upload-offset": None}, 400),
        ({"content-length": None}, 411),
        ({"transfer-encoding": "chunked"}, 411),
        ({"content-length": str(len(PDF) + 1)}, 413),
        ({"tus-resumable": "0.2.2"}, 412),
    ],
)
def test_piece_that_is_refused_before_it_is_read(site: Site, headers: dict[str, str | None], status: int):
    path = site.begin()
    answer = site.patch(path, 0, PDF, headers)
    assert (answer.status, answer.pieces_read, answer.headers["connection"]) == (status, 0, "close")
    assert site.offset(path) == 0


@pytest.mark.parametrize("method", ["HEAD", "PATCH", "DELETE"])
@pytest.mark.parametrize("policy", [UploadPolicy.KEY, UploadPolicy.PEOPLE])
def test_another_holder_finds_nothing(archive: Archive, policy: UploadPolicy, method: str):
    """Another session of the key, another person: as if there were none."""
    site, first, second = two_holders(archive, policy)
    path = site.begin(headers=first)
    answer = site.patch(path, 0, PDF, second) if method == "PATCH" else site.send(method, path, second)
    assert (answer.status, answer.pieces_read) == (404, 0)
    assert site.patch(path, 0, PDF[:100], first).status == 204


@pytest.mark.parametrize("method", ["POST", "HEAD", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    ("policy", "headers", "status", "code"),
    [
        (UploadPolicy.CLOSED, {}, 403, "closed"),
        (UploadPolicy.KEY, {}, 401, "key_missing"),
        (UploadPolicy.PEOPLE, {}, 401, "sign_in_missing"),
        (UploadPolicy.LOCAL, {}, 403, "closed"),
        (UploadPolicy.OPEN, {"origin": "https://elsewhere.example"}, 403, "foreign_origin"),
    ],
)
def test_who_may_not(
    archive: Archive, policy: UploadPolicy, headers: dict[str, str], status: int, code: str, method: str
):
    """Refused from the head, with an entry in the audit."""
    path = PATH if method == "POST" else Site(archive).begin()
    site = Site(
        archive, Rights(policy, KEY if policy is UploadPolicy.KEY else "", public_url="https://www.example.com")
    )
    answer = site.send(method, path, headers, pieces=(PDF,))
    assert (answer.status, json.loads(answer.text)["error"], answer.pieces_read) == (status, code, 0)
    assert rows(archive, "SELECT outcome FROM audit") == [(code,)]


def test_session_that_ends_on_the_way_settles_nothing(archive: Archive):
    """Whoever signs in again continues, and publishes by the same attempt."""
    site, first, _ = two_holders(archive, UploadPolicy.PEOPLE)
    path = site.begin(headers=first)
    assert site.patch(path, 0, PDF[:100], first).status == 204
    assert site.patch(path, 100, PDF[100:], {"cookie": None}).status == 401
    assert json.loads(site.patch(path, 100, PDF[100:], first).text)["outcome"] == "published"


def test_refusals_in_the_audit_are_limited(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(resumable.guard, "AUDITED", 3)
    site = Site(archive, Rights(UploadPolicy.CLOSED))
    for _ in range(5):
        site.create()
    assert rows(archive, "SELECT count(*) FROM audit") == [(3,)]
