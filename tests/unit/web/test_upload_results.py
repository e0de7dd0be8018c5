"""``POST /api/upload-attempt``: what became of an attempt, for the page that made it."""

import json
from collections.abc import Mapping

import pytest
from asgi_client import Answer, ask
from factories import store_document
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.content import LANGUAGES
from starbond_site.content.addresses import localized
from starbond_site.content.models import Language
from starbond_site.documents import attempts, audit, database, reading
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy
from starbond_site.web import upload_results
from starbond_site.web.rights import Rights
from starbond_site.web.upload_results import ATTEMPT_PATH, AttemptEndpoint

NAME = "0123456789abcdef"
KEY = "a key that nobody guesses"
OWN = {"host": "localhost:3000", "origin": "http://localhost:3000", "content-type": "application/json"}


def post_each(
    archive: Archive,
    names: list[str],
    rights: Rights | None = None,
    headers: Mapping[str, str] = OWN,
    language: str = "en",
) -> list[Answer]:
    """Ask for some attempts."""
    endpoint = AttemptEndpoint(lambda: archive, rights or Rights(UploadPolicy.OPEN))
    app = Starlette(routes=[endpoint.route])
    bodies = [json.dumps({"attempt": name, "language": language}).encode() for name in names]
    return [ask(app, ATTEMPT_PATH, "POST", headers, pieces=(body,)) for body in bodies]


def post(
    archive: Archive,
    rights: Rights | None = None,
    headers: Mapping[str, str] = OWN,
    attempt: str = NAME,
    language: str = "en",
) -> Answer:
    """Ask for one attempt."""
    return post_each(archive, [attempt], rights, headers, language)[0]


def publish(archive: Archive, category: str = "AllNotice") -> reading.Published:
    """Publish a document as an attempt."""
    document = store_document(archive, category=category)
    held = attempts.Claim(NAME)
    attempts.begin(archive, held)
    with database.writing(archive.engine) as session:
        attempts.publish(session, held, document.id or 0)
    return reading.published(document)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", ["AllNotice", "Prospectus"])
def test_published(archive: Archive, language: Language, category: str):
    document = publish(archive, category)
    answer = post(archive, language=language)
    assert answer.headers["cache-control"] == "no-store"
    said = json.loads(answer.text)
    assert (said["outcome"], said["href"]) == ("published", document.download_url)
    assert said["desk"] == localized(f"/desk/documents/{document.id}", language)
    assert document.file_name in said["sentence"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_in_the_language_of_the_page(archive: Archive, language: str):
    claim, values = attempts.claim(NAME), {"minutes": 12}
    audit.record(archive, audit.COMMAND_LINE, "publish", "", "too_many_uploads", claim=claim, values=values)
    sentence = content.read(language).errors.say("too_many_uploads", **values)
    assert json.loads(post(archive, language=language).text) == {
        "outcome": "refused", "code": "too_many_uploads", "sentence": sentence,
    }  # fmt: skip


def test_still_being_checked(archive: Archive):
    attempts.begin(archive, attempts.Claim(NAME))
    assert json.loads(post(archive).text) == {"outcome": "running"}


def test_unknown_to_the_server_is_not_published(archive: Archive):
    said = json.loads(post(archive).text)
    assert (said["outcome"], said["code"]) == ("refused", "not_published")


def test_who_may_not_publish_learns_results_and_settles_nothing(archive: Archive):
    """A session that ended meanwhile: the page asks for the key, and again for its attempt."""
    rights = Rights(UploadPolicy.KEY, KEY)
    said = json.loads(post(archive, rights).text)
    assert (said["outcome"], said["code"]) == ("unknown", "key_missing")
    publish(archive)
    assert json.loads(post(archive, rights).text)["outcome"] == "published"


def test_questions_that_write_are_limited(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Beyond the limit an attempt is read and not settled."""
    monkeypatch.setattr(upload_results, "SETTLED", 2)
    names = ["first-of-many-attempts", "second-of-many-attempts", "third-of-many-attempts"]
    said = [json.loads(answer.text)["outcome"] for answer in post_each(archive, names)]
    assert said == ["refused", "refused", "unknown"]


def test_another_site_cannot_ask(archive: Archive):
    publish(archive)
    answer = post(archive, headers=OWN | {"origin": "https://elsewhere.example"})
    assert answer.status == 403
    assert json.loads(answer.text)["error"] == "foreign_origin"


@pytest.mark.parametrize("name", ["", "1", "' OR 1=1 --", "x" * 65])
def test_what_is_no_attempt(archive: Archive, name: str):
    assert post(archive, attempt=name).status == 400


def test_database_that_does_not_answer(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """The page asks again."""

    def away(*_given: object, **_named: object) -> None:
        raise OperationalError(None, {}, Exception("connection lost"))

    monkeypatch.setattr(attempts, "ask", away)
    answer = post(archive)
    assert answer.status == 503
    assert json.loads(answer.text)["error"] == "database_unavailable"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", ["AllNotice", "Prospectus"])
def test_scan_gets_a_warning(archive: Archive, language: Language, category: str):
    """It is a sentence of its own beside the success."""
    document = reading.published(store_document(archive, category=category))
    plain = upload_results.success(document, language)
    assert "warning" not in plain
    warning = content.read(language).interface.upload.scan
    assert upload_results.success(document, language, is_scan=True) == plain | {"warning": warning}
