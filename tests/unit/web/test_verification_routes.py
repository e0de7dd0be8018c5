"""Whether a file is one that was published, as JSON and within the page."""

import hashlib
import json
from datetime import UTC, datetime
from html import escape
from typing import Any

import pytest
from asgi_client import Answer, ask
from factories import store_document
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Scope

from starbond_site import content
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database, withdraw
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.records import Document
from starbond_site.web.encoding import Encoded
from starbond_site.web.verification import MAX_QUERY_BYTES, Verification, VerifyPage

UNKNOWN = hashlib.sha256(b"never published").hexdigest()
PAGE = '<html><div role="status"><div data-live="verify"></div></div></html>'
EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def ask_api(archive: Archive, query: str) -> Answer:
    return ask(Starlette(routes=[Verification(lambda: archive).route]), "/api/verify", query=query)


def api(archive: Archive, query: str) -> dict[str, Any]:
    answer = ask_api(archive, query)
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    return json.loads(answer.body)


def ask_page(archive: Archive, query: str, path: str = "/verify/", *, built: bool = True) -> Answer:
    async def page(_scope: Scope) -> Encoded | None:
        return Encoded(PAGE.encode(), "text/html") if built else None

    inner: ASGIApp = PlainTextResponse("the app")
    return ask(VerifyPage(inner, page, Verification(lambda: archive)), path, query=query)


def replace(archive: Archive, old: Document, new: Document) -> None:
    """Let one document take the place of another."""
    with database.writing(archive.engine) as session:
        found = session.get_one(Document, old.id)
        found.replaced_at, found.replaced_by = datetime(2026, 11, 21, 4, 30, tzinfo=UTC), new.id
        session.add(found)


def give_reason(archive: Archive, document: Document, reason: str) -> None:
    withdraw.withdraw(archive, document.id or 0, COMMAND_LINE)
    with database.writing(archive.engine) as session:
        found = session.get_one(Document, document.id)
        found.withdrawn_reason, found.withdrawn_at = reason, datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
        session.add(found)


def test_current(archive: Archive):
    document = store_document(archive)
    assert api(archive, f"sha256={document.sha256}") == {
        "state": "current",
        "sha256": document.sha256,
        "documents": [
            {
                "id": document.id,
                "FileName": document.file_name,
                "DownloadUrl": f"/files/{document.id}/Report%20-20-11-2026.pdf",
                "published_at": document.published_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
                "size": document.size,
                "sha256": document.sha256,
                "category": "AllNotice",
                "state": "current",
                "page": f"/documents/{document.id}",
                "filed_at": None,
                "replaced_by": None,
                "withdrawn": None,
            }
        ],
    }


def test_replaced(archive: Archive):
    old = store_document(archive, category="Prospectus")
    new = store_document(archive, "New.pdf", data=b"%PDF-1.7 new", category="Prospectus")
    replace(archive, old, new)
    answer = api(archive, f"sha256={old.sha256}")
    assert (answer["state"], answer["documents"][0]["replaced_by"]) == ("replaced", new.id)


def test_withdrawn(archive: Archive):
    document = store_document(archive)
    give_reason(archive, document, "Wrong record date")
    answer = api(archive, f"sha256={document.sha256}")
    (found,) = answer["documents"]
    assert answer["state"] == "withdrawn"
    assert found["withdrawn"] == {"at": "2026-11-22T04:30:00Z", "reason": "Wrong record date"}
    assert "DownloadUrl" not in found


def test_unknown(archive: Archive):
    assert api(archive, f"sha256={UNKNOWN}") == {"state": "unknown", "sha256": UNKNOWN, "documents": []}


def test_whether_a_file_is_one_document(archive: Archive):
    one, other = store_document(archive), store_document(archive, "Other.pdf", data=b"%PDF-1.7 other")
    assert api(archive, f"sha256={one.sha256}&document={one.id}")["is_document"] is True
    assert api(archive, f"sha256={one.sha256}&document={other.id}")["is_document"] is False
    alone = api(archive, f"document={other.id}")
    assert (alone["state"], alone["document"]["sha256"]) == ("current", other.sha256)


@EACH_LANGUAGE
@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("", 400, "hash_invalid"),
        ("sha256=", 400, "hash_invalid"),
        ("sha256=xyz", 400, "hash_invalid"),
        (f"sha256={'a' * 63}", 400, "hash_invalid"),
        ("sha256=x&document=1", 400, "hash_invalid"),
        (f"sha256={'a' * 100_000}", 400, "hash_invalid"),
        ("sha256=%FF%FE%00", 400, "hash_invalid"),
        ("document=1", 404, "document_unknown"),
        ("document=0", 404, "document_unknown"),
        ("document=99999999999999999999", 404, "document_unknown"),
        ("document=%27%3B--", 404, "document_unknown"),
        (f"sha256={UNKNOWN}&document=1", 404, "document_unknown"),
    ],
)
def test_bad_questions_get_a_sentence(archive: Archive, language: Language, query: str, status: int, code: str):
    answer = ask_api(archive, f"language={language}&{query}")
    expected = content.read(language).errors.say(code)
    assert (answer.status, json.loads(answer.body)) == (status, {"error": code, "detail": expected})
    in_page = ask_page(archive, query or "sha256=", "/bn/verify/" if language == "bn" else "/verify/")
    assert in_page.status == 200
    assert escape(expected) in in_page.text


def test_only_the_beginning_of_a_query_is_read(archive: Archive):
    document = store_document(archive)
    assert ask_api(archive, f"x={'y' * MAX_QUERY_BYTES}&sha256={document.sha256}").status == 400


@EACH_LANGUAGE
def test_the_page_has_the_answer_without_scripts(archive: Archive, language: Language):
    words = content.read(language).interface.verify
    document = store_document(archive, "<b>Notice</b> & নোটিশ.pdf")
    prefix = "/bn" if language == "bn" else ""
    answer = ask_page(archive, f"sha256={document.sha256}++name.pdf", f"{prefix}/verify/")
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert escape(words.current) in answer.text
    assert "verdict--current" in answer.text
    assert f'<a href="{prefix}/documents/{document.id}">&lt;b&gt;Notice&lt;/b&gt; &amp; নোটিশ.pdf</a>' in answer.text
    assert f'<a href="{prefix}/AllNotice">' in answer.text
    assert 'data-version="1"' in answer.text
    same = json.loads(ask_api(archive, f"sha256={document.sha256}&language={language}").body)
    assert same["html"] in answer.text


@EACH_LANGUAGE
def test_the_page_tells_what_a_document_is(archive: Archive, language: Language):
    words = content.read(language).interface.verify
    old = store_document(archive, category="Prospectus")
    new = store_document(archive, "New.pdf", data=b"%PDF-1.7 new", category="Prospectus")
    replace(archive, old, new)
    path = "/bn/verify/" if language == "bn" else "/verify/"
    replaced = ask_page(archive, f"document={old.id}", path).text
    assert words.state_replaced in replaced
    assert f"/documents/{new.id}" in replaced
    assert old.sha256 in replaced
    assert "/SharedInformation" in replaced
    give_reason(archive, new, "<i>Withdrawn</i>")
    withdrawn = ask_page(archive, f"document={new.id}", path).text
    assert words.state_withdrawn in withdrawn
    assert escape(words.reason.format(reason="<i>Withdrawn</i>")) in withdrawn
    assert ("10:30" if language == "en" else "১০:৩০") in withdrawn, "the time of day in Dhaka"


@pytest.mark.parametrize(
    ("path", "query", "built"),
    [
        ("/verify/", "", True),
        ("/verify/", "utm=1", True),
        ("/about/", "sha256=x", True),
        ("/verify/", "sha256=x", False),
    ],
)
def test_everything_else_is_answered_by_the_app(archive: Archive, path: str, query: str, built: bool):
    assert ask_page(archive, query, path, built=built).text == "the app"


def test_a_database_that_is_away_is_said(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OperationalError(None, None, Exception("gone"))

    monkeypatch.setattr("starbond_site.documents.database.reading", fail)
    answer = ask_api(archive, f"sha256={UNKNOWN}")
    assert (answer.status, json.loads(answer.body)["error"]) == (503, "database_unavailable")
    page = ask_page(archive, f"sha256={UNKNOWN}")
    assert page.status == 503
    assert escape(content.read("en").errors.database_unavailable) in page.text
