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
    """Ask for one attempt."""
    body = json.dumps({"attempt": attempt, "language": language}).encode()
    kind = {"content-type": "application/json"}
    return Site(archive, rights).send("POST", ATTEMPT_PATH, {**kind, **headers}, pieces=(body,))


def publish(archive: Archive, category: str = "AllNotice") -> reading.Published:
    """Publish a document as an attempt."""
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_in_the_language_of_the_page(archive: Archive, language: str):
    claim, values = attempts.claim(NAME), {"minutes": 12}
    audit.record(archive, audit.COMMAND_LINE, "publish", "", "too_many_uploads", claim=claim, values=values)
    sentence = content.read(language).errors.say("too_many_uploads", **values)
    assert post(archive, language=language).json == {
        "outcome": "refused", "code": "too_many_uploads", "sentence": sentence,
    }  # fmt: skip


def test_still_being_checked(archive: Archive):
    attempts.begin(archive, attempts.Claim(NAME))
    assert post(archive).json == {"outcome": "running"}


def test_unknown_to_the_server_is_not_published(archive: Archive):
    said = post(archive).json
    assert (said["outcome"], said["code"]) == ("refused", "not_published")


def test_who_may_not_publish_learns_results_and_settles_nothing(archive: Archive):
    """A session that ended meanwhile: the page asks for the key, and again for its attempt."""
    said = post(archive, UploadPolicy.KEY).json
    assert (said["outcome"], said["code"]) == ("unknown", "key_missing")
    publish(archive)
    assert post(archive, UploadPolicy.KEY).json["outcome"] == "published"


def test_questions_that_write_are_limited(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Beyond the limit an attempt is read and not settled."""
    monkeypatch.setattr(upload_results, "SETTLED", 2)
    names = ["first-of-many-attempts", "second-of-many-attempts", "third-of-many-attempts"]
    site, kind = Site(archive), {"content-type": "application/json"}
    bodies = [json.dumps({"attempt": name}).encode() for name in names]
    said = [site.send("POST", ATTEMPT_PATH, kind, pieces=(body,)).json["outcome"] for body in bodies]
    assert said == ["refused", "refused", "unknown"]


def test_what_is_no_attempt(archive: Archive):
    for name in ("", "1", "' OR 1=1 --", "x" * 65):
        assert post(archive, attempt=name).status == 400, name


def test_database_that_does_not_answer(archive: Archive, take_away: Callable[..., None]):
    """The page asks again."""
    take_away()
    answer = post(archive)
    assert (answer.status, answer.json["error"]) == (503, "database_unavailable")


def test_scan_gets_a_warning(archive: Archive):
    """It is a sentence of its own beside the success."""
    for category in ("AllNotice", "Prospectus"):
        document = reading.published(store_document(archive, category=category))
        for language in LANGUAGES:
            plain, warning = upload_results.success(document, language), content.read(language).interface.upload.scan
            assert "warning" not in plain
            assert upload_results.success(document, language, is_scan=True) == plain | {"warning": warning}
