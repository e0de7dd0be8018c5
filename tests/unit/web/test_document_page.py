"""The page of a document: what it says in both languages, what its head says, and what is not there (any more)."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
import segno
from asgi_client import Answer
from factories import store_document
from whole_site import Rows, Site, visible

from starbond_site import content
from starbond_site.content.addresses import LANGUAGES, Language, localized
from starbond_site.documents import database, document_record, extractor, language_pairs
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.extraction import ExtractedContent
from starbond_site.documents.preflight import ACCESSIBILITY
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.storage import fresh_key
from starbond_site.features.sealed import service
from starbond_site.features.sealed.release import release
from starbond_site.presentation import document_page as presentation
from starbond_site.shared import local_time
from starbond_site.web import document_page
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, change, details_of, existing, publish
from tests.unit.presentation.samples import values
from tests.unit.sealed.sealed_filings import RUNA, seal

META = re.compile(r'content="([^"]*)" (?:name|property)="([^"]+)"')
QR = re.compile(r'class="qrline" stroke="#000" d="([^"]+)"')
PATHS = ["/documents/{}", "/bn/documents/{}", "/documents/{}.json", "/documents/{}/page-1.webp"]
HOME = "http://localhost:3000"


@pytest.fixture
def rows() -> Rows:
    return Rows("<p>line</p>", 3)


@pytest.fixture
def site(archive: Archive, rows: Rows) -> Site:
    return Site(archive, fragments=rows)


def page(site: Site, document: Document, language: Language = "en", **headers: str) -> Answer:
    return site.get(localized(f"/documents/{document.id}", language), **headers)


def extracted(archive: Archive, document: Document, **values: Any) -> None:  # noqa: ANN401
    with database.writing(archive.engine) as session:
        session.add(Extraction(document_id=document.id, state="text", at=local_time.now(), **values))


def test_page_says_what_the_record_holds(site: Site, archive: Archive):
    document = store_document(archive, "Report & <notes> -20-11-2026.pdf", category="AnnualReport")
    for language in LANGUAGES:
        answer = page(site, document, language)
        words, text = content.read(language), visible(answer.text)
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache, no-transform")
        assert (document.sha256 in text, document.file_name in text, "<notes>" in answer.text) == (True, True, False)
        own, facts = words.interface.document_page, dict(values(answer.text))
        told = {
            words.interface.documents.file_name: document.file_name, own.list: words.category("AnnualReport").title,
            own.type: "PDF", own.size: words.file_size(document.size), own.number: words.digits(document.id),
            own.published: words.long_date(document.published_at), own.sha256: document.sha256,
        }  # fmt: skip
        assert {name: text for name, text in told.items() if not facts[name].startswith(text)} == {}
        moment = local_time.in_local_time(document.published_at)
        assert words.long_date(moment) in text
        if language == "en":
            assert f"{moment:%H:%M:%S}, Dhaka time" in text
            assert f"{document.published_at:%H:%M:%S} UTC" in text
        assert f"{HOME}{localized(f'/documents/{document.id}', language)}" in text
        assert f'href="/documents/{document.id}.receipt"' in answer.text
        assert f'href="{localized("/verify", language)}?document={document.id}"' in answer.text
        assert 'href="/files/1/Report%20%26%20%3Cnotes%3E%20-20-11-2026.pdf"' in answer.text
        assert ("<p>line</p>" in answer.text, answer.text.count("<h1")) == (True, 1)
        code = segno.make_qr(f"{HOME}/verify?document={document.id}", error="m")
        assert QR.findall(answer.text) == QR.findall(code.svg_inline(dark="#000", border=4)) != []


def test_head_is_that_of_the_document(site: Site, archive: Archive):
    document = store_document(archive, 'A "quoted" </script>.pdf', category="FinancialStatement")
    html = page(site, document, "bn").text
    head = html.partition("</head>")[0]
    title = 'A "quoted" </script> | ' + content.read("bn").company.name
    assert unescape(head.partition("<title>")[2].partition("</title>")[0]) == title
    found = {name: unescape(text) for text, name in META.findall(head)}
    assert (found["og:title"], "frame" in {*found.values()}) == (title, False)
    assert found["description"] == found["og:description"]
    assert (found["robots"], found["og:type"], found["og:image"]) == ("index, follow", "article", "picture")
    address = f"{HOME}/bn/documents/{document.id}"
    assert (found["og:url"], f'<link href="{address}" rel="canonical">' in head) == (address, True)
    for name, path in (("en", "/documents/1"), ("bn", "/bn/documents/1"), ("x-default", "/documents/1")):
        assert f'<link href="{HOME}{path}" hreflang="{name}" rel="alternate">' in head
    assert '<link href="/favicon.ico" rel="icon"/>' in head
    assert '<a data-language="en" href="/documents/1">' in html
    english = page(site, document).text
    assert 'href="/bn/documents/1">other' in english
    [facts] = [json.loads(text) for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', english)]
    assert (facts["@type"], facts["name"]) == ("Report", document.file_name)
    assert (facts["encoding"]["sha256"], facts["url"]) == (document.sha256, f"{HOME}/documents/1")


def test_replaced_document_and_its_successor_name_each_other(site: Site, archive: Archive):
    old, new = (store_document(archive, f"{name}.pdf", data=name.encode(), category="Prospectus") for name in "AB")
    assert "Document dated" not in page(site, old).text
    entered = local_time.now().replace(year=2015, month=6, day=30, hour=0)
    change(archive, Document, old.id, replaced_at=local_time.now(), replaced_by=new.id, filed_at=entered)
    before, after = page(site, old), page(site, new, "bn")
    assert (before.status, f'<a href="/documents/{new.id}">B.pdf</a>' in before.text) == (200, True)
    assert "Superseded on" in before.text
    english, bangla = (content.read(language).interface.document_page for language in ("en", "bn"))
    facts = dict(values(before.text)), dict(values(after.text))
    assert (facts[0].get(english.replaced_by), facts[0].get(english.replaces)) == ("B.pdf", None)
    assert (facts[1].get(bangla.replaced_by), facts[1].get(bangla.replaces)) == (None, "A.pdf")
    robots = [re.search(r'content="([a-z, ]+)" name="robots"', answer.text) for answer in (before, after)]
    assert [found and found[1] for found in robots] == ["noindex, nofollow", "index, follow"]
    assert "Document dated 30 June 2015, added on" in visible(before)
    assert (f'<a href="/bn/documents/{old.id}" lang="en">A.pdf</a>' in after.text, "Download" in before.text) == (
        True,
        True,
    )
    records = [site.get(f"/documents/{document.id}.json").json for document in (old, new)]
    assert [(each["replaces"], each["replaced_by"]) for each in records] == [(None, new.id), (old.id, None)]


def test_withdrawn_document_says_when_and_why(site: Site, archive: Archive):
    document = store_document(archive)
    known = [page(site, document, language).headers["etag"] for language in LANGUAGES]
    withdraw(archive, document.id, COMMAND_LINE, "Wrong <year>")
    for language, tag in zip(LANGUAGES, known, strict=True):
        answer = page(site, document, language, if_none_match=tag)
        words = content.read(language).interface.document_page
        assert (answer.status, answer.headers["cache-control"]) == (410, "no-store, no-transform")
        assert words.withdrawn_reason.format(reason="Wrong <year>") in visible(answer.text)
        assert (document.sha256 in answer.text, "/files/" in answer.text) == (True, False)
        assert "application/ld+json" not in answer.text
        assert 'content="noindex, nofollow" name="robots"' in answer.text
    gone = site.get(f"/documents/{document.id}.json")
    assert (gone.status, gone.json["withdrawn"]["reason"], gone.json["DownloadUrl"]) == (410, "Wrong <year>", None)


def test_record_as_json(site: Site, archive: Archive):
    document = store_document(archive)
    extracted(archive, document, pages=12)
    change(archive, Document, document.id, filed_at=local_time.now().replace(year=2015, microsecond=0))
    answer = site.get(f"/documents/{document.id}.json")
    record = answer.json
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert list(record) == [
        *("id", "FileName", "category", "DownloadUrl", "page", "published_at", "filed_at"),
        *("size", "media_type", "sha256", "pages", "replaces", "replaced_by", "withdrawn"),
    ]
    assert (record["id"], record["pages"], record["page"]) == (document.id, 12, f"/documents/{document.id}")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", record["published_at"])
    assert (record["filed_at"][:5], record["withdrawn"]) == ("2015-", None)
    assert "Pages" in visible(page(site, document).text)
    assert site.get(f"/documents/{document.id}.json", if_none_match=answer.headers["etag"]).status == 304


def test_other_language_of_a_filing(site: Site, archive: Archive):
    english, bangla = store_document(archive), store_document(archive, "বিজ্ঞপ্তি.pdf", data=b"%PDF-1.7\nbangla")
    language_pairs.pair(archive, english.id, bangla.id, COMMAND_LINE)
    html, record = page(site, english).text, site.get(f"/documents/{english.id}.json").json
    assert f'href="/bn/documents/{bangla.id}" lang="bn" hreflang="bn"' in html
    assert record["pair"] == {"id": bangla.id, "language": "bn", "page": f"/documents/{bangla.id}"}
    assert f'href="/documents/{english.id}" lang="en" hreflang="en"' in page(site, bangla).text
    withdraw(archive, bangla.id, COMMAND_LINE)
    assert f"/documents/{bangla.id}" not in page(site, english).text
    assert "pair" not in site.get(f"/documents/{bangla.id}.json").json


def test_what_never_was_there_and_other_spellings(site: Site, archive: Archive, take_away: Callable[..., None]):
    store_document(archive)
    right = {"/documents/7/": "/documents/7", "/Documents/7": "/documents/7", "/bn/DOCUMENTS/7/": "/bn/documents/7"}
    right |= {f"/documents/7{end}": "/documents/7" for end in (".", ")", ").", "।")}
    found = {path: site.get(path, "a=1") for path in right}
    assert {path: answer.status for path, answer in found.items()} == dict.fromkeys(right, 301)
    assert {path: answer.headers["location"].removesuffix("?a=1") for path, answer in found.items()} == right
    take_away()
    for path in PATHS:
        answer = site.get(path.format(1))
        assert (answer.status, answer.headers["retry-after"]) == (503, "60"), path
        assert not path.startswith("/bn") or content.read("bn").errors.reading_unavailable in answer.text


@pytest.mark.parametrize(
    ("kept", "english", "missed"),
    [
        ("not_tagged no_language", "For screen readers No tags, no language", ["not_tagged", "no_language"]),
        ("", "For screen readers Tagged, with title and language", []),
        ("not_read", None, None),
        (None, None, None),
    ],
)
def test_page_says_in_one_line_what_screen_readers_get(
    site: Site, archive: Archive, kept: str | None, english: str | None, missed: list[str] | None
):
    document = store_document(archive)
    extracted(archive, document, accessibility=kept)
    said = [visible(page(site, document, language)) for language in LANGUAGES]
    labels = [content.read(language).interface.document_page.accessibility for language in LANGUAGES]
    assert [label in text for label, text in zip(labels, said, strict=True)] == [english is not None] * 2
    assert (english or "") in said[0]
    assert site.get(f"/documents/{document.id}.json").json.get("accessibility") == missed


@pytest.mark.parametrize("code", ACCESSIBILITY)
def test_everything_that_screen_readers_may_miss_has_words(site: Site, archive: Archive, code: str):
    document = store_document(archive)
    extracted(archive, document, accessibility=code)
    for language in LANGUAGES:
        words = getattr(content.read(language).interface.accessibility, code)
        assert words[1:] in visible(page(site, document, language))


def test_page_is_written_once_until_a_change(site: Site, archive: Archive, rows: Rows, monkeypatch: pytest.MonkeyPatch):
    written: list[int] = []
    write = presentation.document_page

    def counted(words: content.Site, details: DocumentDetails) -> presentation.DocumentPage:
        written.append(details.document.id)
        return write(words, details)

    monkeypatch.setattr(document_page, "document_page", counted)
    one = store_document(archive)
    tag = page(site, one).headers["etag"]
    assert (page(site, one, if_none_match=tag).status, written) == (304, [one.id])
    rows.html, rows.version = "<p>another line</p>", 4
    assert "another line" in page(site, one).text
    withdraw(archive, one.id, COMMAND_LINE)
    assert (page(site, one).status, written) == (410, [one.id] * 3)


def test_picture_of_the_first_page(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    document = store_document(archive)
    address, key = f"/documents/{document.id}/page-1.webp", fresh_key(document.category)
    assert (site.get(address).status, address in page(site, document).text) == (404, False)
    file = archive.settings.data_dir / "picture"
    file.write_bytes(b"RIFF-picture")
    archive.storage.put(key, file, "image/webp")
    extracted(archive, document, picture_key=key)
    answer = site.get(address)
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, b"RIFF-picture", "image/webp")
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert site.get(address, if_none_match=answer.headers["etag"]).status == 304
    assert f'src="{address}"' in page(site, document).text
    with monkeypatch.context() as patch:
        patch.setattr(document_page, "MAX_PICTURE_BYTES", 4)
        assert Site(archive).get(address).status == 503, "too large to be sent"
    archive.storage.remove(key)
    assert site.get(address).status == 503
    withdraw(archive, document.id, COMMAND_LINE)
    assert (site.get(address).status, address in page(site, document).text) == (410, False)


def test_document_has_a_page_also_without_a_frame(archive: Archive):
    document, site = store_document(archive), Site(archive, is_built=False)
    answer = page(site, document, "bn")
    assert (answer.status, document.sha256 in answer.text, answer.text.count("<h1>")) == (200, True, 1)
    withdraw(archive, document.id, COMMAND_LINE)
    assert page(site, document).status == 410


@pytest.mark.features("sealed")
def test_page_of_a_document_that_was_sealed(archive: Archive) -> None:
    """Salt and commitment stand on its page, and on no other."""
    filing = seal(archive)
    service.release_now(archive, filing.id, RUNA)
    document = release(archive, filing.id)
    other = seal(archive)
    found = details_of(archive, existing(document).id)
    for language in LANGUAGES:
        html = presentation.document_page(content.read(language), found).html
        assert (filing.salt in html, filing.commitment in html, other.salt in html) == (True, True, False)


def listed(text: str) -> list[str]:
    return re.findall(r"<loc>http://localhost:3000([^<]*)</loc>", text)


def test_sitemap_names_public_documents(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    assert listed(site.get("/sitemap-documents.xml").text) == []
    for name in ("One", "Two"):
        publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name))
    first = site.get("/sitemap-documents.xml")
    assert (first.status, first.headers["content-type"]) == (200, "application/xml")
    second = [localized("/documents/2", language) for language in LANGUAGES]
    assert listed(first.text) == second, "the second replaces the first"
    assert re.search(r"<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</lastmod>", first.text)
    monkeypatch.setattr(document_record, "public", None)
    assert site.get("/sitemap-documents.xml", if_none_match=first.headers["etag"]).status == 304
    monkeypatch.undo()
    withdraw(archive, 2, WHO)
    assert listed(site.get("/sitemap-documents.xml").text) == [path.replace("2", "1") for path in second]
    publish(archive, "AllNotice", "Three.pdf", samples.pdf("Three"))
    monkeypatch.setattr(document_page, "MAX_ADDRESSES", len(LANGUAGES))
    assert len(listed(site.get("/sitemap-documents.xml").text)) == len(LANGUAGES)


def test_newest_document_of_a_list_has_an_address(site: Site, archive: Archive):
    assert site.get("/bn/AllNotice/latest").headers["location"] == "/bn/AllNotice"
    assert site.get("/AllNotice/latest/file").status == 404
    for name in ("First.pdf", "Last.pdf"):
        newest = publish(archive, "AllNotice", name, samples.pdf(name))
    publish(archive, "BondIssue", "Other.pdf", samples.pdf("other"))
    right = {"/AllNotice/latest": "/documents/2", "/bn/AllNotice/latest": "/bn/documents/2"}
    right |= {"/AllNotice/latest/file": newest.download_url}
    assert {path: site.get(path).headers["location"] for path in right} == right
    assert site.get("/AllNotice/latest").status == 302


def test_whom_to_tell_of_a_vulnerability(site: Site):
    fields = dict(line.split(": ", 1) for line in site.get("/.well-known/security.txt").text.splitlines())
    assert {"Contact", "Expires"} <= fields.keys()
    assert timedelta(days=30) < datetime.fromisoformat(fields["Expires"]) - local_time.now() < timedelta(days=365)


def test_document_can_be_read_as_text(site: Site, archive: Archive):
    """Each page with its anchor, in the language of its letters; nothing of it once it is withdrawn."""
    bangla = "পরিচালনা পর্ষদ শেয়ারহোল্ডারদের জন্য লভ্যাংশ ঘোষণা করেছে"
    document = store_document(archive, "Report <1>.pdf")
    number = document.id
    assert site.get(f"/documents/{number}/text").status == 404
    assert "/text" not in page(site, document).text
    found = ExtractedContent(2, ("First <page>\nsecond line", bangla), is_scan=False)
    extractor.store(archive, document, "text", found)
    assert f'href="/bn/documents/{number}/text"' in page(site, document, "bn").text
    answer = site.get(f"/documents/{number}/text")
    html = answer.text
    assert (answer.status, html.count("<h1>")) == (200, 1)
    assert '<section id="page-1"><h2>Page 1</h2><p>First &lt;page&gt;<br>second line</p></section>' in html
    assert f'<section id="page-2"><h2>Page 2</h2><p lang="bn">{bangla}</p></section>' in html
    assert "The original file prevails: <a href" in html
    assert f'href="{HOME}/documents/{number}/text" rel="canonical"' in html
    assert f"<p>{bangla}</p>" in site.get(f"/bn/documents/{number}/text").text
    withdraw(archive, number, COMMAND_LINE)
    gone = site.get(f"/documents/{number}/text")
    assert (gone.status, "second line" in gone.text) == (410, False)
