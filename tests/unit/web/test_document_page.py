"""The page of a document: what it says in both languages, what its head says, and what is not there (any more)."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
import segno
from asgi_client import Answer, ask
from factories import store_document
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette

from starbond_site import content, local_time
from starbond_site.content.addresses import localized
from starbond_site.content.formats import long_date
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database, details, pairs
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.records import Document, Extraction
from starbond_site.documents.sealed import filings
from starbond_site.documents.sealed.release import release
from starbond_site.documents.storage import fresh_key
from starbond_site.documents.withdraw import withdraw
from starbond_site.presentation import document_page as presentation
from starbond_site.presentation.fragments import Fragment
from starbond_site.web import document_page
from starbond_site.web.built import BuiltSite
from starbond_site.web.document_page import DocumentPages
from tests.unit.documents.sealed_filings import RUNA, seal

META = re.compile(r'content="([^"]*)" (?:name|property)="([^"]+)"')
QR = re.compile(r'class="qrline" stroke="#000" d="([^"]+)"')
PATHS = ["/documents/{}", "/bn/documents/{}", "/documents/{}.json", "/documents/{}/page-1.webp"]
HOME = "http://localhost:3000"
FRAME = """<!DOCTYPE html><html lang="{language}"><head><title>Documents | Star Adhesives</title>\
<meta content="frame" name="description"/><meta content="noindex, nofollow" name="robots"/>\
<meta content="website" property="og:type"/><meta content="frame" property="og:title"/>\
<meta content="frame" property="og:description"/><meta content="frame" property="og:url"/>\
<meta content="picture" property="og:image"/><meta content="frame" name="twitter:title"/>\
<link href="frame" rel="canonical"/><link href="frame" hrefLang="en" rel="alternate"/>\
<link href="frame" hrefLang="bn" rel="alternate"/><link href="frame" hrefLang="x-default" rel="alternate"/>\
<link href="/favicon.ico" rel="icon"/></head><body><div data-live="nodes"></div>\
<a data-language="{other}" href="{switch}">other</a><main><div class="document-page" data-live="document">\
<h1>lists</h1></div></main></body></html>"""


class Lines:
    """The lines above the header."""

    def __init__(self) -> None:
        """Begin with one line."""
        self.line = Fragment("<p>line</p>", 3)

    async def prepare(self, _topics: object, _language: Language) -> None:
        """Have everything."""

    def newest(self, _topic: str, _language: Language) -> Fragment:
        """Return the line."""
        return self.line

    async def of(self, topic: str, language: Language, _query: object) -> Fragment:
        """Return the line."""
        return self.newest(topic, language)


class Site:
    """The routes over a build with both frames."""

    def __init__(self, archive: Archive, folder: Path) -> None:
        """Write the frames."""
        static, self.archive, self.lines = folder / "client", archive, Lines()
        languages: list[tuple[Language, Language]] = [("en", "bn"), ("bn", "en")]
        for language, other in languages:
            place = static / localized("/documents", language)[1:]
            place.mkdir(parents=True)
            switch = localized("/documents", other)
            (place / "index.html").write_text(FRAME.format(language=language, other=other, switch=switch))
        (static / "index.html").write_text("home")
        self.pages = DocumentPages(lambda: archive, BuiltSite(static, folder / "none", is_secure=False), self.lines)
        self.app = Starlette(routes=list(self.pages.routes))

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Ask for an address."""
        return ask(self.app, path, method, {name.replace("_", "-"): value for name, value in headers.items()})

    def page(self, document: Document, language: Language = "en") -> Answer:
        """Ask for the page of a document."""
        return self.get(localized(f"/documents/{document.id}", language))


@pytest.fixture
def site(archive: Archive, tmp_path: Path) -> Site:
    return Site(archive, tmp_path)


def change(archive: Archive, document: Document, **values: object) -> None:
    """Change fields of a record."""
    with database.writing(archive.engine) as session:
        record = session.get_one(Document, document.id)
        for name, value in values.items():
            setattr(record, name, value)
        session.add(record)


def visible(html: str) -> str:
    """Return the text of a page."""
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<(script|head)\b.*?</\1>", "", html, flags=re.DOTALL)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_says_what_the_record_holds(site: Site, archive: Archive, language: Language):
    document = store_document(archive, "Report & <notes> -20-11-2026.pdf", category="AnnualReport")
    answer = site.page(document, language)
    words, text = content.read(language), visible(answer.text)
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    assert answer.headers["etag"]
    assert document.sha256 in text
    assert document.file_name in text
    assert "<notes>" not in answer.text
    assert words.category("AnnualReport").title in text
    moment = local_time.in_local_time(document.published_at)
    assert long_date(moment, words.interface.dates) in text
    if language == "en":
        assert f"{moment:%H:%M:%S}, Dhaka time" in text
        assert f"{document.published_at:%H:%M:%S} UTC" in text
    assert f"{HOME}{localized(f'/documents/{document.id}', language)}" in text
    assert f'href="/documents/{document.id}.receipt"' in answer.text
    assert f'href="{localized("/verify", language)}?document={document.id}"' in answer.text
    assert 'href="/files/1/Report%20%26%20%3Cnotes%3E%20-20-11-2026.pdf"' in answer.text
    assert "<p>line</p>" in answer.text
    assert answer.text.count("<h1>") == 1


def test_head_is_that_of_the_document(site: Site, archive: Archive):
    document = store_document(archive, 'A "quoted" name.pdf')
    page = site.page(document, "bn").text
    head = page.partition("</head>")[0]
    title = 'A "quoted" name.pdf | ' + content.read("bn").company.name
    assert unescape(head.partition("<title>")[2].partition("</title>")[0]) == title
    found = {name: unescape(text) for text, name in META.findall(head)}
    assert (found["og:title"], found["twitter:title"]) == (title, title)
    assert found["description"] == found["og:description"]
    assert "frame" not in {*found.values()}
    assert (found["robots"], found["og:type"], found["og:image"]) == ("index, follow", "article", "picture")
    address = f"{HOME}/bn/documents/{document.id}"
    assert found["og:url"] == address
    assert f'<link href="{address}" rel="canonical"/>' in head
    for name, path in (("en", "/documents/1"), ("bn", "/bn/documents/1"), ("x-default", "/documents/1")):
        assert f'<link href="{HOME}{path}" hrefLang="{name}" rel="alternate"/>' in head
    assert '<link href="/favicon.ico" rel="icon"/>' in head
    assert '<a data-language="en" href="/documents/1">' in page
    assert 'href="/bn/documents/1">other' in site.page(document).text


def test_structured_data_describes_the_file(site: Site, archive: Archive):
    document = store_document(archive, "</script>.pdf", category="FinancialStatement")
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', site.page(document).text)
    [facts] = [json.loads(text) for text in found]
    assert (facts["@type"], facts["name"]) == ("Report", "</script>.pdf")
    assert facts["encoding"]["sha256"] == document.sha256
    assert facts["url"] == f"{HOME}/documents/1"


def test_qr_code_leads_to_the_check(site: Site, archive: Archive):
    document = store_document(archive)
    code = segno.make_qr(f"{HOME}/verify?document={document.id}", error="m")
    path = QR.findall(site.page(document).text)
    assert path == QR.findall(code.svg_inline(dark="#000", border=4))
    assert path


def test_replaced_document_and_its_successor_name_each_other(site: Site, archive: Archive):
    old, new = (store_document(archive, f"{name}.pdf", data=name.encode(), category="Prospectus") for name in "AB")
    change(archive, old, replaced_at=local_time.now(), replaced_by=new.id)
    before, after = site.page(old), site.page(new, "bn")
    assert before.status == 200
    assert f'<a href="/documents/{new.id}">B.pdf</a>' in before.text
    assert "has replaced this one" in before.text
    assert f'<a href="/bn/documents/{old.id}">A.pdf</a>' in after.text
    assert "Download" in before.text


def test_document_that_was_entered_later_says_so(site: Site, archive: Archive):
    document = store_document(archive)
    assert "Entered later" not in site.page(document).text
    change(archive, document, filed_at=local_time.now().replace(year=2015, month=6, day=30, hour=0))
    text = visible(site.page(document).text)
    assert "Entered later: the document is dated 30 June 2015 and was published here on" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_withdrawn_document_says_when_and_why(site: Site, archive: Archive, language: Language):
    document = store_document(archive)
    known = site.page(document, language).headers["etag"]
    withdraw(archive, document.id or 0, COMMAND_LINE, "Wrong <year>")
    answer = site.get(localized(f"/documents/{document.id}", language), if_none_match=known)
    words = content.read(language).interface.document_page
    assert (answer.status, answer.headers["cache-control"]) == (410, "no-store")
    assert words.withdrawn_reason.format(reason="Wrong <year>") in visible(answer.text)
    assert document.sha256 in answer.text
    assert "/files/" not in answer.text
    assert "application/ld+json" not in answer.text
    assert 'content="noindex, nofollow" name="robots"' in answer.text


def test_record_as_json(site: Site, archive: Archive):
    document = store_document(archive)
    with database.writing(archive.engine) as session:
        session.add(Extraction(document_id=document.id or 0, state="text", pages=12, at=local_time.now()))
    change(archive, document, filed_at=local_time.now().replace(year=2015, microsecond=0))
    answer = site.get(f"/documents/{document.id}.json")
    record = json.loads(answer.text)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert list(record) == [
        *("id", "FileName", "category", "DownloadUrl", "page", "published_at", "filed_at"),
        *("size", "media_type", "sha256", "pages", "replaces", "replaced_by", "withdrawn"),
    ]
    assert (record["id"], record["pages"], record["page"]) == (document.id, 12, f"/documents/{document.id}")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", record["published_at"])
    assert record["filed_at"].startswith("2015-")
    assert record["withdrawn"] is None
    assert "Pages" in visible(site.page(document).text)
    assert site.get(f"/documents/{document.id}.json", if_none_match=answer.headers["etag"]).status == 304

    withdraw(archive, document.id or 0, COMMAND_LINE, "Wrong")
    gone = site.get(f"/documents/{document.id}.json")
    assert gone.status == 410
    assert json.loads(gone.text)["withdrawn"]["reason"] == "Wrong"
    assert json.loads(gone.text)["DownloadUrl"] is None


def test_other_language_of_a_filing(site: Site, archive: Archive):
    english, bangla = store_document(archive), store_document(archive, "বিজ্ঞপ্তি.pdf", data=b"%PDF-1.7\nbangla")
    before = site.page(english).text
    pairs.pair(archive, english.id or 0, bangla.id or 0, COMMAND_LINE)
    page, record = site.page(english).text, json.loads(site.get(f"/documents/{english.id}.json").text)
    assert "বাংলা" not in before[before.index("<h1>") :]
    assert f'href="/bn/documents/{bangla.id}" lang="bn" hreflang="bn"' in page
    assert record["pair"] == {"id": bangla.id, "language": "bn", "page": f"/documents/{bangla.id}"}
    assert f'href="/documents/{english.id}" lang="en" hreflang="en"' in site.page(bangla).text

    withdraw(archive, bangla.id or 0, COMMAND_LINE)
    assert f"/documents/{bangla.id}" not in site.page(english).text
    assert "pair" not in json.loads(site.get(f"/documents/{bangla.id}.json").text)


@pytest.mark.parametrize("number", ["0", "-1", "01", "99", "2147483648", "9" * 10, "9" * 5000, "1.5", "x", "১", "1 "])
@pytest.mark.parametrize(
    "path", ["/documents/{}", "/bn/documents/{}", "/documents/{}.json", "/documents/{}/page-1.webp"]
)
def test_what_never_was_there_is_not_found(site: Site, archive: Archive, path: str, number: str):
    store_document(archive)
    assert site.get(path.format(number)).status == 404


@pytest.mark.parametrize(
    ("path", "right"),
    [
        ("/documents/7/", "/documents/7"),
        ("/Documents/7", "/documents/7"),
        ("/bn/DOCUMENTS/7/", "/bn/documents/7"),
    ],
)
def test_other_spellings_lead_to_the_right_one(site: Site, path: str, right: str):
    answer = ask(site.app, path, query="a=1")
    assert (answer.status, answer.headers["location"]) == (301, f"{right}?a=1")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_pages_can_only_be_read(site: Site, archive: Archive, method: str):
    assert site.get(f"/documents/{store_document(archive).id}", method).status == 405


def test_page_is_written_once_until_something_changes(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    written: list[int] = []
    write = presentation.document_page
    monkeypatch.setattr(
        document_page, "document_page", lambda words, known: written.append(known.id) or write(words, known)
    )
    one, two = (store_document(archive, data=data) for data in (b"1", b"2"))
    tag = site.page(one).headers["etag"]
    assert site.get(f"/documents/{one.id}", if_none_match=tag).status == 304
    assert written == [one.id]
    site.lines.line = Fragment("<p>another line</p>", 4)
    assert "another line" in site.page(one).text
    withdraw(archive, one.id or 0, COMMAND_LINE)
    assert site.page(one).status == 410
    assert written == [one.id] * 3
    monkeypatch.setattr(document_page, "KEPT_PAGES", 1)
    site.page(two)
    assert list(site.pages._kept) == [(two.id, "en")]


def store_picture(archive: Archive, document: Document, picture: bytes) -> str:
    """Store the picture of a first page."""
    key = fresh_key(document.category)
    file = archive.settings.data_dir / "picture"
    file.write_bytes(picture)
    archive.storage.put(key, file, "image/webp")
    with database.writing(archive.engine) as session:
        extraction = Extraction(document_id=document.id or 0, state="text", picture_key=key, at=local_time.now())
        session.add(extraction)
    return key


def test_picture_of_the_first_page(site: Site, archive: Archive):
    document = store_document(archive)
    address = f"/documents/{document.id}/page-1.webp"
    assert site.get(address).status == 404
    assert address not in site.page(document).text
    key = store_picture(archive, document, b"RIFF-picture")
    answer = site.get(address)
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, b"RIFF-picture", "image/webp")
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert site.get(address, if_none_match=answer.headers["etag"]).status == 304
    assert f'src="{address}"' in site.page(document).text

    archive.storage.remove(key)
    assert site.get(address).status == 503
    withdraw(archive, document.id or 0, COMMAND_LINE)
    assert site.get(address).status == 410
    assert address not in site.page(document).text


def test_picture_that_is_too_large_is_not_sent(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    document = store_document(archive)
    store_picture(archive, document, b"12345")
    monkeypatch.setattr(document_page, "MAX_PICTURE_BYTES", 4)
    assert site.get(f"/documents/{document.id}/page-1.webp").status == 503


@pytest.mark.parametrize("path", [path.format(1) for path in PATHS])
def test_database_that_does_not_answer_is_said(site: Site, path: str, monkeypatch: pytest.MonkeyPatch):
    def fail(*_arguments: object) -> None:
        raise SQLAlchemyError

    monkeypatch.setattr(details, "read", fail)
    answer = site.get(path)
    assert (answer.status, answer.headers["retry-after"]) == (503, "60")
    if path.startswith("/bn"):
        assert content.read("bn").errors.database_unavailable in answer.text


def test_document_has_a_page_also_without_a_frame(archive: Archive, tmp_path: Path):
    document = store_document(archive)
    pages = DocumentPages(lambda: archive, BuiltSite(tmp_path / "none", tmp_path / "x", is_secure=False), Lines())
    app = Starlette(routes=list(pages.routes))
    answer = ask(app, f"/bn/documents/{document.id}")
    assert answer.status == 200
    assert document.sha256 in answer.text
    assert answer.text.count("<h1>") == 1
    withdraw(archive, document.id or 0, COMMAND_LINE)
    assert ask(app, f"/documents/{document.id}").status == 410


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_of_a_document_that_was_sealed(archive: Archive, language: Language) -> None:
    """Salt and commitment stand on its page, and on no other."""
    filing = seal(archive)
    filings.release_now(archive, filing.id or 0, RUNA)
    document = release(archive, filing.id or 0)
    other = seal(archive)
    assert document
    found = details.read(archive, document.id)
    assert found
    html = presentation.document_page(content.read(language), found).html
    assert filing.salt in html
    assert filing.commitment in html
    assert other.salt not in html
