"""``POST /api/upload-attempt``: what became of an attempt, for the page that made it."""

import json
from collections.abc import Callable

import pytest
from asgi_client import Answer
from factories import store_document
from whole_site import Site

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.content.addresses import localized
from starbond_site.documents import attempts, audit, database, reading
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy
from starbond_site.web import upload_results
from starbond_site.web.upload_results import ATTEMPT_PATH

NAME = "0123456789abcdef"
OPEN = UploadPolicy.OPEN


def post(
    archive: Archive, rights: UploadPolicy = OPEN, *, attempt: str = NAME, language: str = "en", **headers: str
) -> Answer:
    body = json.dumps({"attempt": attempt, "language": language}).encode()
    kind = {"content-type": "application/json"}
    return Site(archive, rights).send("POST", ATTEMPT_PATH, {**kind, **headers}, pieces=(body,))


def publish(archive: Archive, category: str = "AllNotice") -> reading.Published:
    document = store_document(archive, category=category)
    held = attempts.Claim(NAME)
    attempts.begin(archive, held)
    with database.writing(archive.engine) as session:
        attempts.publish(session, held, document.id or 0)
    return reading.published(document)


@pytest.mark.parametrize("category", ["AllNotice", "Prospectus"])
def test_published(archive: Archive, category: str):
    document = publish(archive, category)
    for language in LANGUAGES:
        answer = post(archive, language=language)
        said = answer.json
        assert (said["outcome"], said["href"]) == ("published", document.download_url)
        assert said["desk"] == localized(f"/desk/documents/{document.id}", language)
        assert (document.file_name in said["sentence"], answer.headers["cache-control"]) == (True, "no-store")
        plain, warning = upload_results.success(document, language), content.read(language).interface.upload.scan
        assert "warning" not in plain
        assert upload_results.success(document, language, is_scan=True) == plain | {"warning": warning}


def test_refused_in_the_language_of_the_page(archive: Archive):
    attempts.begin(archive, attempts.Claim("still-being-checked"))
    assert post(archive, attempt="still-being-checked").json == {"outcome": "running"}
    claim, values = attempts.claim(NAME), {"minutes": 12}
    audit.record(archive, audit.COMMAND_LINE, "publish", "", "too_many_uploads", claim=claim, values=values)
    for language in LANGUAGES:
        sentence = content.read(language).errors.say("too_many_uploads", **values)
        said = {"outcome": "refused", "code": "too_many_uploads", "sentence": sentence}
        assert post(archive, language=language).json == said


def test_who_may_not_publish_learns_results_and_settles_nothing(archive: Archive):
    """A session that ended meanwhile: the page asks for the key, and again for its attempt."""
    said = post(archive, UploadPolicy.KEY).json
    assert (said["outcome"], said["code"]) == ("unknown", "key_missing")
    publish(archive)
    assert post(archive, UploadPolicy.KEY).json["outcome"] == "published"


def test_questions_that_write_are_limited(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, take_away: Callable[..., None]
):
    monkeypatch.setattr(upload_results, "SETTLED", 2)
    names = ["first-of-many-attempts", "second-of-many-attempts", "third-of-many-attempts"]
    site, kind = Site(archive), {"content-type": "application/json"}
    bodies = [json.dumps({"attempt": name}).encode() for name in names]
    said = [site.send("POST", ATTEMPT_PATH, kind, pieces=(body,)).json for body in bodies]
    assert [each["outcome"] for each in said] == ["refused", "refused", "unknown"]
    assert said[0]["code"] == "not_published"
    for name in ("", "1", "' OR 1=1 --", "x" * 65):
        assert post(archive, attempt=name).status == 400, name
    take_away()
    answer = post(archive)
    assert (answer.status, answer.json["error"]) == (503, "database_unavailable"), "the page asks again"
