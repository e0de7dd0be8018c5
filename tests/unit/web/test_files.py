"""Downloads: what browsers are told about a file, parts of it, and what is not there."""

import threading
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import quote, unquote

import pytest
from asgi_client import Answer
from factories import PDF, store_document
from whole_site import Site

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES
from starbond_site.documents import public_view, snapshot
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.file_types import FILE_TYPES
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time
from starbond_site.web import files, proofs
from starbond_site.web.files import policy
from tests.unit.documents.publishing import change, raising


def get(site: Site, document: Document, method: str = "GET", **headers: str) -> Answer:
    return site.get(f"/files/{document.id}/{document.file_name}", method=method, **headers)


@pytest.mark.parametrize("media_type", sorted({each.media_type for each in FILE_TYPES.values()} | {"image/svg+xml"}))
def test_a_file_runs_nothing_and_has_an_origin_of_its_own_unless_it_is_a_pdf(media_type: str):
    given = policy(media_type).split("; ")
    assert "default-src 'none'" in given
    assert ("sandbox" in given) is (media_type != "application/pdf")
    assert not [each for each in given if each.startswith(("script-src", "object-src"))], "nothing but the default"


def test_a_document_comes_byte_for_byte_with_its_headers(site: Site, archive: Archive):
    document = store_document(archive)
    answer = get(site, document)
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, PDF, "application/pdf")
    assert answer.headers["content-length"] == str(len(PDF))
    assert answer.headers["content-disposition"] == 'inline; filename="Report -20-11-2026.pdf"'
    assert (answer.headers["etag"], answer.headers["accept-ranges"]) == (f'"{document.sha256}"', "bytes")
    assert (answer.headers["cache-control"], answer.headers["x-content-type-options"]) == ("no-cache", "nosniff")
    assert answer.headers["link"] == f'<{site.url}/documents/{document.id}>; rel="canonical"'
    assert "x-robots-tag" not in answer.headers
    head = get(site, document, "HEAD")
    assert (head.status, head.body, head.headers) == (200, b"", answer.headers)


def test_browsers_show_pdfs_and_pictures_and_save_the_rest(site: Site, archive: Archive):
    shown = ["application/pdf", "image/png", "image/jpeg"]
    saved = ["application/zip", "application/msword", "text/html", "image/svg+xml"]
    answers = {kind: get(site, store_document(archive, media_type=kind, data=kind.encode())) for kind in shown + saved}
    kinds = {kind: answer.headers["content-disposition"].partition(";")[0] for kind, answer in answers.items()}
    assert kinds == dict.fromkeys(shown, "inline") | dict.fromkeys(saved, "attachment")
    assert all(answer.headers["content-type"].startswith(kind) for kind, answer in answers.items())


@pytest.mark.parametrize("filed_on", [None, date(2007, 3, 12)])
def test_names_in_any_script_arrive(site: Site, archive: Archive, filed_on: date | None):
    day, filed_at = filed_on or local_time.today(), filed_on and local_time.start_of(filed_on)
    names = {
        "বার্ষিক প্রতিবেদন -20-11-2026.pdf": f"AllNotice-1-{day}.pdf", "Résumé 100%.pdf": "Resume 100_.pdf",
        'say "hello".pdf': "say _hello_.pdf",
        "back\\slash.pdf": "back_slash.pdf", "semi;colon=1.pdf": "semi;colon=1.pdf",
        "年報.pdf": f"AllNotice-6-{day}.pdf",
    }  # fmt: skip
    for name, plain in names.items():
        document = store_document(archive, name, data=name.encode())
        change(archive, Document, document.id, filed_at=filed_at)
        answer = get(site, document)
        value = answer.headers["content-disposition"]
        value.encode("ascii")
        assert (answer.status, value.count('"')) == (200, 2), name
        assert not plain or f'filename="{plain}"' in value
        assert plain == name or unquote(value.partition("filename*=UTF-8''")[2]) == name


@pytest.mark.parametrize(
    ("asked", "start", "end"), [("0-0", 0, 1), ("5-9", 5, 10), ("100-", 100, None), ("-7", -7, None)]
)
def test_a_part_can_be_asked_for(site: Site, archive: Archive, asked: str, start: int, end: int | None):
    answer, first = get(site, store_document(archive), range=f"bytes={asked}"), start % len(PDF)
    assert (answer.status, answer.body) == (206, PDF[start:end])
    assert answer.headers["content-range"] == f"bytes {first}-{first + len(answer.body) - 1}/{len(PDF)}"
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_several_parts_come_in_one_answer(site: Site, archive: Archive):
    answer = get(site, store_document(archive), range="bytes=0-1,10-11")
    assert (answer.status, PDF[10:12] in answer.body) == (206, True)
    assert answer.headers["content-type"].startswith("multipart/byteranges")


@pytest.mark.parametrize("asked", [f"bytes={len(PDF)}-", "bytes=99999-100000", "bytes=-0"])
def test_a_part_behind_the_end_is_refused_with_the_length(site: Site, archive: Archive, asked: str):
    answer = get(site, store_document(archive), range=asked)
    assert (answer.status, answer.headers["content-range"]) == (416, f"bytes */{len(PDF)}")


@pytest.mark.parametrize(
    "asked", ["bytes", "bytes=", "bytes=a-b", "lines=1-2", "bytes=1--2", "bytes=٣-٤", "0-5", "bytes=1-2;3"]
)
def test_a_part_that_cannot_be_read_is_the_whole(site: Site, archive: Archive, asked: str):
    answer = get(site, store_document(archive), range=asked.encode().decode("latin-1"))
    assert (answer.status, answer.body) == (200, PDF)


def test_a_part_of_another_version_is_the_whole(site: Site, archive: Archive):
    document = store_document(archive)
    assert get(site, document, range="bytes=0-1", if_range='"other"').status == 200
    assert get(site, document, range="bytes=0-1", if_range=f'"{document.sha256}"').status == 206
    assert get(site, document, range="bytes=0-1", if_range=f'W/"{document.sha256}"').status == 200


def test_what_the_browser_has_is_not_sent_again(site: Site, archive: Archive):
    document = store_document(archive)
    tag = f'"{document.sha256}"'
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        answer = get(site, document, if_none_match=known)
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
        assert answer.headers["cache-control"] == "no-cache"
    assert get(site, document, if_none_match='"other"').status == 200
    # The date serves where there is no tag.
    date = get(site, document).headers["last-modified"]
    assert get(site, document, if_modified_since=date).status == 304
    assert get(site, document, if_modified_since="Thu, 01 Jan 2015 00:00:00 GMT").status == 200
    assert get(site, document, if_modified_since="yesterday").status == 200
    assert get(site, document, if_modified_since=date, if_none_match='"other"').status == 200


def test_another_name_leads_to_the_right_one(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    document = store_document(archive, "Année.pdf")
    for path in (f"/files/{document.id}/other.pdf", f"/files/{document.id}"):
        answer = site.get(path)
        assert (answer.status, answer.headers["location"]) == (301, f"/files/{document.id}/{quote('Année.pdf')}")
    # The database is not asked for numbers that it cannot hold.
    monkeypatch.setattr(public_view, "find", None)
    for number in ("2147483648", "9999999999"):
        assert site.get(f"/files/{number}/x.pdf").status == 404


def test_a_withdrawn_document_is_gone_also_for_caches_and_a_missing_object_is_said(site: Site, archive: Archive):
    document = store_document(archive)
    withdraw(archive, document.id, COMMAND_LINE, "Wrong <file>")
    for headers in ({}, {"if_none_match": f'"{document.sha256}"'}, {"range": "bytes=0-1"}):
        answer = get(site, document, **headers)
        assert (answer.status, answer.headers["cache-control"]) == (410, "no-store, no-transform")
        assert "Wrong &lt;file&gt;" in answer.text
        assert (f'href="/documents/{document.id}"' in answer.text, PDF in answer.body) == (True, False)
    assert get(site, document, "HEAD").status == 410
    # In the language of the page before.
    document = store_document(archive, data=b"other")
    withdraw(archive, document.id, COMMAND_LINE)
    answer = get(site, document, referer="http://localhost:3000/bn/AllNotice")
    words = content.read("bn").interface.document_page
    assert (words.gone_title in answer.text, words.withdrawn_without_reason in answer.text) == (True, True)
    assert f'href="/bn/documents/{document.id}"' in answer.text
    document = store_document(archive)
    archive.storage.remove(document.key)
    answer = get(site, document)
    assert (answer.status, "reading_unavailable" in answer.text) == (503, True)


def in_bucket(archive: Archive, **settings: str) -> tuple[Site, Any, list[tuple[str, dict[str, str], int]]]:
    """Return a site, its storage, which has no file on this machine, and what that signs."""
    bucket: Any = copy(archive.storage)
    signed: list[tuple[str, dict[str, str], int]] = []
    bucket.path = lambda _key: None
    bucket.signed_url = lambda *given: signed.append(given) or f"https://bucket.example/{given[0]}?signature=1"
    changed = archive.settings.model_copy(update=settings)
    return Site(replace(archive, settings=changed, storage=bucket)), bucket, signed


def test_a_bucket_gives_what_a_folder_gives(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Status, headers and bytes of a whole file, of parts, of what is known, and of what is withdrawn."""
    document = store_document(archive, "Année.pdf")
    (site, bucket, signed), folder = in_bucket(archive), Site(archive)
    monkeypatch.setattr(files.StoredResponse, "chunk_size", 700)
    tag = f'"{document.sha256}"'
    for asked in (
        {}, {"range": "bytes=0-0"}, {"range": "bytes=600-1500"}, {"range": "bytes=-7"}, {"range": "bytes=99999-"},
        {"range": "bytes=1-2", "if_range": tag}, {"range": "bytes=1-2", "if_range": '"other"'}, {"range": "bytes"},
        {"if_none_match": tag}, {"if_modified_since": "Thu, 01 Jan 2015 00:00:00 GMT"},
    ):  # fmt: skip
        for method in ("GET", "HEAD"):
            assert get(site, document, method, **asked) == get(folder, document, method, **asked), (method, asked)
    answer = get(site, document, range="bytes=0-1,10-11")
    assert (answer.status, PDF[10:12] in answer.body, signed) == (206, True, [])
    bucket.part = raising(Refusal("storage_unreachable"))
    answer = get(site, document, accept="text/html")
    assert (answer.status, "Nothing was published" in answer.text, "<h1>" in answer.text) == (503, False, True)
    withdraw(archive, document.id, COMMAND_LINE)
    assert get(site, document).status == 410


def test_a_bucket_may_have_readers_come_to_itself(archive: Archive):
    """By a short-lived address with the same headers."""
    document = store_document(archive, "Année.pdf")
    site, _, signed = in_bucket(archive, downloads="redirect")
    head = get(site, document, "HEAD")
    assert (head.status, head.headers["content-length"], signed) == (200, str(len(PDF)), [])
    assert get(site, document, if_none_match=f'"{document.sha256}"').status == 304
    answer = get(site, document)
    assert (answer.status, answer.headers["cache-control"]) == (302, "no-store")
    assert answer.headers["location"] == f"https://bucket.example/{document.key}?signature=1"
    ((key, headers, seconds),) = signed
    same = {name: head.headers[name.lower()] for name in ("Content-Type", "Content-Disposition", "Cache-Control")}
    assert (key, headers, seconds) == (document.key, same, 300)


def test_documents_of_the_lists_are_read_without_a_database(
    site: Site, archive: Archive, take_away: Callable[..., None], monkeypatch: pytest.MonkeyPatch
):
    """Of another one nobody can say whether it may be read."""
    known = store_document(archive)
    site.snapshot = snapshot.read(archive)
    other = store_document(archive, data=b"%PDF-1.7 other")
    take_away()
    answer = get(site, known, range="bytes=0-1")
    assert (answer.status, answer.body, answer.headers["etag"]) == (206, PDF[:2], f'"{known.sha256}"')
    assert get(site, other).status == 503
    # Nor where it says nothing at all.
    hangs = threading.Event()
    monkeypatch.setattr(files, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr(public_view, "find", lambda *_given: hangs.wait(30))
    assert get(site, known).status == 200
    hangs.set()


def test_what_cannot_be_read_is_said(site: Site, archive: Archive, take_away: Callable[..., None]):
    """In the language of the address, and never in the words for those who publish."""
    number = store_document(archive).id
    site.snapshot = snapshot.EMPTY
    take_away()
    query, words = "q=notice&document=1", {language: content.read(language) for language in LANGUAGES}
    for path in (
        f"/files/{number}/x.pdf", f"/documents/{number}.json", f"/documents/{number}/page-1.webp", "/api/verify",
        f"/documents/{number}.receipt", "/.well-known/jwks.json", proofs.PEM_PATH, "/api/search",
        "/api/documents/AllNotice.csv", "/feeds/all.atom", "/api/documents/AllNotice", "/api/nodes", "/api/changes",
        "/calendar.ics", "/calendar/7.ics", "/api/figures", "/api/figures.csv", "/sitemap-documents.xml",
    ):  # fmt: skip
        for language in LANGUAGES:
            referer = f"http://localhost:3000/{language}/AllNotice"
            page = site.get(path, query, accept="text/html,*/*;q=0.8", referer=referer)
            assert (page.status, page.headers["retry-after"]) == (503, "60"), path
            assert page.headers["content-type"].startswith("text/html"), path
            assert words[language].errors.reading_unavailable in page.text, path
            assert words[language].interface.document_page.unavailable_title in page.text, path
        program = site.get(path, query, accept="*/*")
        assert (program.status, program.json["error"]) == (503, "reading_unavailable"), path
