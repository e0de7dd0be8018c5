"""Whether a file is one that was published, as JSON and within the page."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from asgi_client import Answer
from factories import PDF, store_document
from whole_site import Site, unmarked

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents import checkpoints, corrections, database, signing
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.records import LogConfirmation, LogWitness
from starbond_site.shared import local_time
from starbond_site.web import proofs
from starbond_site.web.fields import MAX_QUERY_BYTES
from tests.answering import Request, listening
from tests.unit.documents import samples
from tests.unit.documents.publishing import execute, existing, publish
from tests.unit.evidence_verifying import run

MOMENT = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
UNKNOWN = hashlib.sha256(b"never published").hexdigest()


def api(site: Site, query: str) -> dict[str, Any]:
    answer = site.get("/api/verify", query)
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    return answer.json


def in_page(site: Site, query: str, language: Language = "en") -> Answer:
    return site.get(localized("/verify", language), query)


def test_current(site: Site, archive: Archive):
    """And whether a file is one document."""
    document = store_document(archive)
    record = {
        "id": document.id, "FileName": document.file_name, "size": document.size, "sha256": document.sha256,
        "DownloadUrl": f"/files/{document.id}/Report%20-20-11-2026.pdf", "category": "AllNotice", "state": "current",
        "published_at": document.published_at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "page": f"/documents/{document.id}", "filed_at": None, "replaced_by": None, "withdrawn": None,
    }  # fmt: skip
    found = api(site, f"sha256={document.sha256}")
    assert found == {"state": "current", "sha256": document.sha256, "documents": [record]}
    other = store_document(archive, "Other.pdf", data=b"%PDF-1.7 other")
    assert api(site, f"sha256={document.sha256}&document={document.id}")["is_document"] is True
    assert api(site, f"sha256={document.sha256}&document={other.id}")["is_document"] is False
    alone = api(site, f"document={other.id}")
    assert (alone["state"], alone["document"]["sha256"]) == ("current", other.sha256)
    long = f"x={'y' * MAX_QUERY_BYTES}&sha256={document.sha256}"
    assert site.get("/api/verify", long).status == 400, "only the beginning of a query is read"


def test_replaced_withdrawn_and_unknown(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    old = store_document(archive, category="Prospectus")
    new = store_document(archive, "New.pdf", data=b"%PDF-1.7 new", category="Prospectus")
    corrections.replace(archive, old.id, new.id, COMMAND_LINE)
    answer = api(site, f"sha256={old.sha256}")
    assert (answer["state"], answer["documents"][0]["replaced_by"]) == ("replaced", new.id)
    monkeypatch.setattr(local_time, "now", lambda: MOMENT)
    withdraw(archive, new.id, COMMAND_LINE, "Wrong record date")
    answer = api(site, f"sha256={new.sha256}")
    (found,) = answer["documents"]
    assert (answer["state"], "DownloadUrl" in found) == ("withdrawn", False)
    assert found["withdrawn"] == {"at": "2026-11-22T04:30:00Z", "reason": "Wrong record date"}
    assert api(site, f"sha256={UNKNOWN}") == {"state": "unknown", "sha256": UNKNOWN, "documents": []}


def test_bad_questions_get_a_sentence(site: Site):
    for code, queries in {
        "hash_invalid": ("", "sha256=", "sha256=xyz", f"sha256={'a' * 63}", "sha256=x&document=1",
                         f"sha256={'a' * 100_000}", "sha256=%FF%FE%00"),
        "document_unknown": ("document=1", "document=0", f"document={'9' * 20}", "document=%27%3B--",
                             f"sha256={UNKNOWN}&document=1"),
    }.items():  # fmt: skip
        for language in LANGUAGES:
            expected = content.read(language).errors.say(code)
            status = 400 if code == "hash_invalid" else 404
            for query in queries:
                answer = site.get("/api/verify", f"language={language}&{query}")
                page = in_page(site, query or "sha256=", language)
                assert (answer.status, answer.json) == (status, {"error": code, "detail": expected}), query
                assert (page.status, escape(expected) in page.text) == (200, True), query


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_answers_without_scripts(site: Site, language: Language):
    words = content.read(language).interface.verify
    document = store_document(site.archive, "<b>Notice</b> & নোটিশ.pdf")
    prefix = localized("/", language).rstrip("/")
    answer = in_page(site, f"sha256={document.sha256}++name.pdf", language)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert (escape(words.headlines["current"]) in answer.text, "verdict--current" in answer.text) == (True, True)
    name = {
        "en": '&lt;b&gt;Notice&lt;/b&gt; &amp; <span lang="bn">নোটিশ</span>.pdf',
        "bn": '&lt;<span lang="en">b&gt;Notice&lt;/b</span>&gt; &amp; নোটিশ.pdf',
    }
    assert f'<a href="{prefix}/documents/{document.id}">{name[language]}</a>' in answer.text
    assert (f'<a href="{prefix}/AllNotice">' in answer.text, 'data-version="1"' in answer.text) == (True, True)
    assert site.get("/api/verify", f"sha256={document.sha256}&language={language}").json["html"] in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_replaced_a_document(site: Site, archive: Archive, language: Language):
    words = content.read(language).interface.verify
    old = store_document(archive, category="Prospectus")
    new = store_document(archive, "New.pdf", data=b"%PDF-1.7 new", category="Prospectus")
    corrections.replace(archive, old.id, new.id, COMMAND_LINE)
    replaced = in_page(site, f"document={old.id}", language).text
    assert (words.states["replaced"] in replaced, f"/documents/{new.id}" in replaced) == (True, True)
    assert (old.sha256 in replaced, "/SharedInformation" in replaced) == (True, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_when_and_why_a_document_was_withdrawn(
    site: Site, archive: Archive, language: Language, monkeypatch: pytest.MonkeyPatch
):
    words, document = content.read(language).interface.verify, store_document(archive)
    monkeypatch.setattr(local_time, "now", lambda: MOMENT)
    withdraw(archive, document.id, COMMAND_LINE, "<i>Withdrawn</i>")
    withdrawn = in_page(site, f"document={document.id}", language).text
    assert words.states["withdrawn"] in withdrawn
    assert escape(words.reason.format(reason="<i>Withdrawn</i>")) in unmarked(withdrawn)
    assert ("১০:৩০" if language == "bn" else "10:30") in withdrawn, "the time of day in Dhaka"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_checks_entries_and_checkpoints_of_the_public_log(site: Site, language: Language):
    archive, written = site.archive, content.read(language)
    words, verify = written.interface, written.interface.verify
    document = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("log"))
    assert "log" not in api(site, f"document={document.id}")["document"], "until a checkpoint confirms it"
    assert checkpoints.sign_due(archive)
    confirmed = existing(archive.read(checkpoints.newest))
    said = {"number": written.digits(0), "moment": written.date_and_time(confirmed.at, with_zone=True)}
    assert verify.logged.format(**said) in unmarked(in_page(site, f"sha256={document.sha256}", language).text)
    shown = site.get(localized(f"/documents/{document.id}", language), accept="text/html").text
    assert words.document_page.logged.format(**said) in unmarked(shown)
    logged = {"entry": 0, "confirmed_at": local_time.in_utc(confirmed.at)}
    assert api(site, f"document={document.id}")["document"]["log"] == logged
    kept = {"held": confirmed.note, "foreign": confirmed.note.replace("\n1\n", "\n2\n"), "unreadable": " "}
    for state, note in kept.items():
        answer = in_page(site, urlencode({"checkpoint": note}), language)
        expected = verify.kept[state].format(size=written.digits(1), today=written.digits(1))
        assert (answer.status, escape(expected) in unmarked(answer.text)) == (200, True), state
    execute(archive, "UPDATE log_entry SET leaf = replace(leaf, 'AllNotice', 'AGM')")
    assert "log" not in api(site, f"document={document.id}")["document"], "an altered entry is not proven"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_say_who_confirmed_an_entry_and_since_when_nobody_confirmed_the_log(site: Site, language: Language):
    archive, written = site.archive, content.read(language)
    words = written.interface
    numbers = [publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name)).id for name in ("one", "two")]
    assert checkpoints.sign_due(archive)
    with database.writing(archive.engine) as session:
        session.add(LogWitness(id=1, key="auditor.example.com/w1+ab", due_at=MOMENT))
        session.flush()
        session.add(LogConfirmation(checkpoint=1, witness_id=1, at=MOMENT, said=""))
    said = {"name": "auditor.example.com/w1", "moment": written.date_and_time(MOMENT, with_zone=True)}
    by, last = words.verify.confirmed.format(**said), words.verify.last_confirmed.format(**said)
    assert api(site, f"document={numbers[0]}")["document"]["log"]["confirmed_by"] == [
        {"name": "auditor.example.com/w1", "at": local_time.in_utc(MOMENT)}
    ]
    withdraw(archive, numbers[1], COMMAND_LINE)
    assert checkpoints.sign_due(archive)
    for number, is_confirmed in ((numbers[0], True), (numbers[1], False)):
        page = site.get(localized(f"/documents/{number}", language), accept="text/html").text
        for shown in map(unmarked, (page, in_page(site, f"document={number}", language).text)):
            assert (by in shown.replace(last, ""), last in shown) == (is_confirmed, not is_confirmed)
    note = existing(archive.read(checkpoints.newest)).note
    assert last in unmarked(in_page(site, urlencode({"checkpoint": note}), language).text)


def test_everything_else_is_answered_by_the_app(site: Site, archive: Archive, take_away: Callable[..., None]):
    for path, query in (("/verify", ""), ("/verify", "utm=1"), ("/Bod", "sha256=x")):
        assert "verdict" not in site.get(path, query).text
    unbuilt = Site(archive, is_built=False)
    assert (unbuilt.get("/verify", "").status, "verdict" in unbuilt.get("/verify", "sha256=x").text) == (404, True)
    take_away("reading")
    page = in_page(site, f"sha256={UNKNOWN}")
    assert (page.status, escape(content.read("en").errors.reading_unavailable) in page.text) == (503, True)


RECIPE = Path(__file__).parents[3] / "docs" / "verify.md"
COMMANDS = re.findall(r"```sh\n(.*?)```", RECIPE.read_text("utf-8"), re.DOTALL)
FILE_STEPS, RECEIPT_STEPS = COMMANDS[:2], COMMANDS[2:]


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Serve the routes over HTTP, for programs that are not Python; give the address."""

    def respond(request: Request) -> None:
        path, _, query = request.path.partition("?")
        answered = site.get(unquote(path), query)
        request.answer(answered.status, body=answered.body)

    with listening(respond, keeps_connections=True) as port:
        yield f"http://127.0.0.1:{port}"


def test_a_receipt_is_a_compact_jws_that_caches_revalidate(site: Site, archive: Archive):
    document = store_document(archive)
    answer = site.get(f"/documents/{document.id}.receipt")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/jose")
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", answer.text)
    assert answer.headers["cache-control"] == "no-cache"
    again = site.get(f"/documents/{document.id}.receipt", if_none_match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    withdraw(archive, document.id, COMMAND_LINE)
    gone = site.get(f"/documents/{document.id}.receipt", if_none_match=answer.headers["etag"])
    assert gone.status == 200
    assert gone.body != answer.body


def test_keys_are_listed_as_jwks_and_as_pem(site: Site, archive: Archive):
    signing.current(archive)
    signing.rotate(archive, COMMAND_LINE)
    listed = site.get(proofs.JWKS_PATH).json["keys"]
    assert [key["kid"] for key in listed] == [key.id for key in signing.listed(archive)]
    assert all("d" not in key for key in listed)
    assert site.get(proofs.PEM_PATH).text == signing.current(archive).public_pem()
    assert [site.get(f"/.well-known/starbond-receipts/{key['kid']}.pem").text for key in listed] == [
        key.public_pem() for key in signing.listed(archive)
    ]
    unknown = site.get("/.well-known/starbond-receipts/none.pem")
    assert (unknown.status, unknown.json["error"]) == (404, "key_unknown")


def test_the_recipe_verifies_a_document(site: Site, archive: Archive, tmp_path: Path):
    """With sh, curl, sha256sum and openssl alone."""
    document = store_document(archive, "ৱ \" quoted' Report.pdf")
    file = tmp_path / "my file.pdf"
    file.write_bytes(PDF)
    with served(site) as url:
        found = run(FILE_STEPS, tmp_path, "/usr/bin:/bin", SITE=url, FILE=file.name)
        done = run(RECEIPT_STEPS, tmp_path, "/usr/bin:/bin", SITE=url, FILE=file.name, ID=str(document.id))
    assert (document.sha256 in found.stdout, '"state":"current"' in found.stdout) == (True, True)
    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    assert done.stdout.endswith("The file is the one of the receipt\n")
    assert json.loads((tmp_path / "statement.json").read_text())["FileName"] == document.file_name
