"""Downloads: what browsers are told about a file, parts of it, and what is not there."""
# ruff: noqa: D102  the names of the tests say what they are about

from dataclasses import dataclass, replace
from urllib.parse import quote, unquote

import pytest
from asgi_client import Answer, ask
from factories import PDF, store_document
from starlette.applications import Starlette

from starbond_site import content
from starbond_site.documents import reading, withdraw
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.records import Document
from starbond_site.documents.storage import Download
from starbond_site.web import files


def get(archive: Archive, document: Document, method: str = "GET", **headers: str) -> Answer:
    return at(archive, f"/files/{document.id}/{document.file_name}", method, **headers)


def at(archive: Archive, path: str, method: str = "GET", **headers: str) -> Answer:
    app = Starlette(routes=list(files.routes(lambda: archive)))
    return ask(app, path, method, {name.replace("_", "-"): value for name, value in headers.items()})


def test_a_document_comes_byte_for_byte_with_its_headers(archive: Archive):
    document = store_document(archive)
    answer = get(archive, document)
    assert (answer.status, answer.body) == (200, PDF)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-length"] == str(len(PDF))
    assert answer.headers["content-disposition"] == 'inline; filename="Report -20-11-2026.pdf"'
    assert answer.headers["etag"] == f'"{document.sha256}"'
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_head_is_the_same_without_the_body(archive: Archive):
    document = store_document(archive)
    head, whole = get(archive, document, "HEAD"), get(archive, document)
    assert head.status == 200
    assert head.body == b""
    assert head.headers == whole.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_documents_can_only_be_read(archive: Archive, method: str):
    assert get(archive, store_document(archive), method).status == 405


@pytest.mark.parametrize(
    ("media_type", "kind"),
    [
        ("application/pdf", "inline"),
        ("image/png", "inline"),
        ("image/jpeg", "inline"),
        ("application/zip", "attachment"),
        ("application/msword", "attachment"),
        ("text/html", "attachment"),
        ("image/svg+xml", "attachment"),
    ],
)
def test_browsers_show_pdfs_and_pictures_and_save_the_rest(archive: Archive, media_type: str, kind: str):
    answer = get(archive, store_document(archive, media_type=media_type))
    assert answer.headers["content-disposition"].startswith(f"{kind};")
    assert answer.headers["content-type"].startswith(media_type)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("বার্ষিক প্রতিবেদন -20-11-2026.pdf", None),
        ("Résumé 100%.pdf", "Resume 100_.pdf"),
        ('say "hello".pdf', "say _hello_.pdf"),
        ("back\\slash.pdf", "back_slash.pdf"),
        ("semi;colon=1.pdf", "semi;colon=1.pdf"),
        ("年報.pdf", "__.pdf"),
        ("😀.pdf", "_.pdf"),
    ],
)
def test_names_in_any_script_arrive(archive: Archive, name: str, plain: str | None):
    answer = get(archive, store_document(archive, name))
    assert answer.status == 200
    value = answer.headers["content-disposition"]
    value.encode("ascii")
    if plain:
        assert f'filename="{plain}"' in value
    if plain != name:
        assert unquote(value.partition("filename*=UTF-8''")[2]) == name
    assert value.count('"') == 2


@pytest.mark.parametrize(
    ("asked", "start", "end"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=5-9", 5, 10),
        ("bytes=100-", 100, None),
        ("bytes=-7", -7, None),
        ("bytes=0-999999", 0, None),
    ],
)
def test_parts_can_be_asked_for(archive: Archive, asked: str, start: int, end: int | None):
    answer = get(archive, store_document(archive), range=asked)
    assert (answer.status, answer.body) == (206, PDF[start:end])
    first = start % len(PDF)
    assert answer.headers["content-range"] == f"bytes {first}-{first + len(answer.body) - 1}/{len(PDF)}"
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_several_parts_come_together(archive: Archive):
    answer = get(archive, store_document(archive), range="bytes=0-1,10-11")
    assert answer.status == 206
    assert answer.headers["content-type"].startswith("multipart/byteranges")
    assert PDF[10:12] in answer.body


@pytest.mark.parametrize("asked", [f"bytes={len(PDF)}-", "bytes=99999-100000", "bytes=-0"])
def test_parts_that_are_not_there_are_refused(archive: Archive, asked: str):
    answer = get(archive, store_document(archive), range=asked)
    assert answer.status == 416
    assert answer.headers["content-range"] == f"bytes */{len(PDF)}"


@pytest.mark.parametrize(
    "asked", ["bytes", "bytes=", "bytes=a-b", "lines=1-2", "bytes=1--2", "bytes=٣-٤", "0-5", "bytes=1-2;3"]
)
def test_a_part_that_makes_no_sense_is_ignored(archive: Archive, asked: str):
    app = Starlette(routes=list(files.routes(lambda: archive)))
    document = store_document(archive)
    raw = asked.encode().decode("latin-1")
    answer = ask(app, f"/files/{document.id}/{document.file_name}", headers={"range": raw})
    assert (answer.status, answer.body) == (200, PDF)


def test_a_part_of_another_version_is_the_whole(archive: Archive):
    document = store_document(archive)
    assert get(archive, document, range="bytes=0-1", if_range='"other"').status == 200
    assert get(archive, document, range="bytes=0-1", if_range=f'"{document.sha256}"').status == 206
    assert get(archive, document, range="bytes=0-1", if_range=f'W/"{document.sha256}"').status == 200


def test_what_the_browser_has_is_not_sent_again(archive: Archive):
    document = store_document(archive)
    tag = f'"{document.sha256}"'
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        answer = get(archive, document, if_none_match=known)
        assert (answer.status, answer.body) == (304, b"")
        assert answer.headers["etag"] == tag
        assert answer.headers["cache-control"] == "no-cache"
    assert get(archive, document, if_none_match='"other"').status == 200


def test_the_date_serves_where_there_is_no_tag(archive: Archive):
    document = store_document(archive)
    date = get(archive, document).headers["last-modified"]
    assert get(archive, document, if_modified_since=date).status == 304
    assert get(archive, document, if_modified_since="Thu, 01 Jan 2015 00:00:00 GMT").status == 200
    assert get(archive, document, if_modified_since="yesterday").status == 200
    assert get(archive, document, if_modified_since=date, if_none_match='"other"').status == 200


def test_another_name_leads_to_the_right_one(archive: Archive):
    document = store_document(archive, "Année.pdf")
    for path in (f"/files/{document.id}/other.pdf", f"/files/{document.id}"):
        answer = at(archive, path)
        assert (answer.status, answer.headers["location"]) == (301, f"/files/{document.id}/{quote('Année.pdf')}")


@pytest.mark.parametrize("number", ["0", "-1", "01", "99", "2147483648", "9" * 40, "1.5", "x", "१", "1 ", "%31"])
def test_what_does_not_exist_is_not_found(archive: Archive, number: str):
    store_document(archive)
    assert at(archive, f"/files/{number}/x.pdf").status == 404


@pytest.mark.parametrize("number", ["2147483648", "9999999999"])
def test_the_database_is_not_asked_for_numbers_it_cannot_hold(
    archive: Archive, number: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading, "find", None)
    assert at(archive, f"/files/{number}/x.pdf").status == 404


def test_a_withdrawn_document_is_gone_also_for_caches(archive: Archive):
    document = store_document(archive)
    withdraw.withdraw(archive, document.id or 0, COMMAND_LINE, "Wrong <file>")
    for headers in ({}, {"if_none_match": f'"{document.sha256}"'}, {"range": "bytes=0-1"}):
        answer = get(archive, document, **headers)
        assert (answer.status, answer.headers["cache-control"]) == (410, "no-store")
        assert "Wrong &lt;file&gt;" in answer.text
        assert f'href="/documents/{document.id}"' in answer.text
        assert PDF not in answer.body
    assert get(archive, document, "HEAD").status == 410


def test_a_withdrawn_document_is_explained_in_the_language_of_the_page_before(archive: Archive):
    document = store_document(archive)
    withdraw.withdraw(archive, document.id or 0, COMMAND_LINE)
    answer = get(archive, document, referer="http://localhost:3000/bn/AllNotice")
    words = content.read("bn").interface.document_page
    assert words.gone_title in answer.text
    assert words.withdrawn_without_reason in answer.text
    assert f'href="/bn/documents/{document.id}"' in answer.text


def test_an_object_that_is_missing_is_said(archive: Archive):
    document = store_document(archive)
    archive.storage.remove(document.key)
    answer = get(archive, document)
    assert answer.status == 503
    assert "storage_unreachable" in answer.text


@dataclass
class Bucket:
    """Stands in for S3: signs whatever it is asked to."""

    signed: list[tuple[str, Download, int]]

    def path(self, _key: str) -> None:
        """Have no file on this machine."""

    def signed_url(self, key: str, download: Download, seconds: int) -> str:
        """Remember what was signed."""
        self.signed.append((key, download, seconds))
        return f"https://bucket.example/{key}?signature=1"


class TestBucket:
    """Documents that are in a bucket."""

    def test_a_short_lived_address_carries_the_same_headers(self, archive: Archive):
        document = store_document(archive, "Année.pdf")
        bucket = Bucket([])
        answer = get(replace(archive, storage=bucket), document)  # pyright: ignore[reportArgumentType]
        assert (answer.status, answer.headers["cache-control"]) == (302, "no-store")
        assert answer.headers["location"] == f"https://bucket.example/{document.key}?signature=1"
        ((key, download, seconds),) = bucket.signed
        assert (key, download.media_type, seconds) == (document.key, "application/pdf", 300)
        assert download.disposition == files.disposition("Année.pdf", inline=True)

    def test_the_head_is_answered_here(self, archive: Archive):
        document = store_document(archive)
        bucket = Bucket([])
        answer = get(replace(archive, storage=bucket), document, "HEAD")  # pyright: ignore[reportArgumentType]
        assert (answer.status, answer.headers["content-length"]) == (200, str(len(PDF)))
        assert bucket.signed == []

    def test_what_the_browser_has_needs_no_address(self, archive: Archive):
        document = store_document(archive)
        elsewhere = replace(archive, storage=Bucket([]))  # pyright: ignore[reportArgumentType]
        assert get(elsewhere, document, if_none_match=f'"{document.sha256}"').status == 304
