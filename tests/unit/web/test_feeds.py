"""The Atom feeds: read by two libraries that others use, and checked against the rules of the RFCs."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import atoma
import feedparser
import pytest
from asgi_client import Answer
from factories import store_document
from whole_site import Site

from starbond_site import content
from starbond_site.documents import language_pairs, newest
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import rename, restore, retitle, withdraw
from starbond_site.documents.records import Document
from starbond_site.presentation.atom import NAMES
from starbond_site.shared import local_time
from tests.unit.documents import samples
from tests.unit.documents.publishing import PUBLIC_URL, WHO, change, existing, pass_time, publish

ATOM = "{http://www.w3.org/2005/Atom}"
TOMBSTONE = "{http://purl.org/atompub/tombstones/1.0}"
NOTICES = "/feeds/AllNotice.atom"


def root(answer: Answer) -> ET.Element:
    """Return the XML, after it passed both libraries and the rules that they do not check."""
    assert (answer.status, answer.headers["content-type"]) == (200, "application/atom+xml; charset=utf-8")
    read = feedparser.parse(answer.body, response_headers={"content-type": answer.headers["content-type"]})
    assert (read.bozo, read.version) == (0, "atom10"), read.get("bozo_exception")
    strict = atoma.parse_atom_bytes(answer.body)
    found = ET.fromstring(answer.body)  # noqa: S314  our own
    assert len(strict.entries) == len(read.entries) == len(found.findall(f"{ATOM}entry"))
    _assert_rules(found)
    return found


def _assert_rules(feed: ET.Element) -> None:
    """Assert what RFC 4287 asks of a feed and its entries (sections 4.1.1, 4.1.2, 3.3, 4.2.7)."""
    for element in (feed, *feed.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(ATOM + name)) == 1, name
        links = [(link.get("rel"), link.get("type"), link.get("hreflang")) for link in element.findall(f"{ATOM}link")]
        alternates = [link for link in links if link[0] == "alternate"]
        assert len(set(alternates)) == len(alternates) >= 1
    assert len(feed.findall(f"{ATOM}author")) == 1
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    for name in ("updated", "published"):
        for moment in feed.iter(ATOM + name):
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment.text or "")
    for link in feed.iter(f"{ATOM}link"):
        assert link.get("href", "").startswith(f"{PUBLIC_URL}/")


def texts(feed: ET.Element, name: str) -> list[str | None]:
    return [entry.findtext(ATOM + name) for entry in feed.findall(f"{ATOM}entry")]


def links(element: ET.Element) -> dict[str | None, str | None]:
    return {link.get("rel"): link.get("href") for link in element.findall(f"{ATOM}link")}


def test_entry_says_what_the_document_is(site: Site, archive: Archive):
    document = publish(archive, "AllNotice", "নোটিশ & <Report>.pdf", samples.pdf("one"))
    feed = root(site.get(NOTICES))
    assert links(feed)["alternate"] == f"{PUBLIC_URL}/AllNotice"
    (entry,) = feed.findall(f"{ATOM}entry")
    moment = document.published_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert [entry.findtext(ATOM + name) for name in ("id", "title", "published")] == [
        f"{PUBLIC_URL}/documents/{document.id}", document.file_name, moment,
    ]  # fmt: skip
    # The change is recorded after the document, which may be in the next second.
    assert (entry.findtext(f"{ATOM}updated") or "") >= moment
    enclosure = next(link for link in entry.iter(f"{ATOM}link") if link.get("rel") == "enclosure")
    assert (enclosure.get("type"), enclosure.get("length")) == ("application/pdf", str(document.size))
    assert enclosure.get("href") == PUBLIC_URL + document.download_url
    assert existing(entry.find(f"{ATOM}category")).attrib == {"term": "AllNotice", "label": "Notices"}
    assert re.fullmatch(r"Notices · PDF · [\d.]+ (bytes|kB)", entry.findtext(f"{ATOM}summary") or "")
    (entry,) = root(site.get("/bn/feeds/AllNotice.atom")).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}id") == f"{PUBLIC_URL}/documents/{document.id}"
    assert links(entry)["alternate"] == f"{PUBLIC_URL}/bn/documents/{document.id}"
    assert (entry.findtext(f"{ATOM}summary") or "").startswith("নোটিশ · PDF")


def test_withdrawn_document_is_a_tombstone(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """RFC 6721: the id of the entry, the time, and the reason, for some time; the feed counts as changed."""
    kept, gone = (publish(archive, "AllNotice", name, samples.pdf(name)).id for name in ("a.pdf", "b.pdf"))
    withdraw(archive, gone, WHO)
    when, reason = local_time.now() + timedelta(seconds=5), "Wrong figures \x00 & a new one follows"
    change(archive, Document, gone, withdrawn_reason=reason, withdrawn_at=when)
    feed = root(site.get(NOTICES))
    assert texts(feed, "id") == [f"{PUBLIC_URL}/documents/{kept}"]
    (tombstone,) = feed.findall(f"{TOMBSTONE}deleted-entry")
    moment = when.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert dict(tombstone.items()) == {"ref": f"{PUBLIC_URL}/documents/{gone}", "when": moment}
    settings = archive.settings.model_copy(update={"feed_ids": "https://first.example.com"})
    moved = root(Site(replace(archive, settings=settings)).get(NOTICES))
    assert links(moved)["self"] == PUBLIC_URL + NOTICES
    ids = [each.text for each in moved.iter(f"{ATOM}id")] + [each.get("ref") for each in moved]
    assert {urlsplit(id).hostname for id in ids if id} == {"first.example.com"}, "each outlives the host"
    assert tombstone.findtext(f"{TOMBSTONE}comment") == "Wrong figures \ufffd & a new one follows"
    assert feed.findtext(f"{ATOM}updated") == moment
    pass_time(monkeypatch, newest.WITHDRAWN_FOR + timedelta(days=1))
    assert root(site.get(NOTICES)).find(f"{TOMBSTONE}deleted-entry") is None


def test_whatever_changes_a_document_changes_the_time_of_its_entry(
    site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch
):
    """Many readers take what is newer alone (RFC 4287, section 4.2.15)."""
    number, times = publish(archive, "AllNotice", "a.pdf", samples.pdf("one")).id, list[str]()
    for step in (partial(retitle, title="Other"), partial(rename, name="Other"), withdraw, restore):
        pass_time(monkeypatch, timedelta(minutes=1))
        step(archive, number, actor=WHO)
        feed = root(site.get(NOTICES))
        (shown,) = [*feed.iter(f"{ATOM}entry"), *feed.iter(f"{TOMBSTONE}deleted-entry")]
        times.append(shown.get("when") or shown.findtext(f"{ATOM}updated") or "")
        assert feed.findtext(f"{ATOM}updated") == times[-1], step
    assert times == sorted({*times})


def test_replaced_document_names_its_successor_and_one_entered_later_its_own_date(site: Site, archive: Archive):
    first, second = (publish(archive, "Prospectus", name, samples.pdf(name)) for name in ("a.pdf", "b.pdf"))
    newer, older = root(site.get("/feeds/all.atom")).findall(f"{ATOM}entry")
    assert older.findtext(f"{ATOM}id") == f"{PUBLIC_URL}/documents/{first.id}"
    assert links(older)["successor-version"] == f"{PUBLIC_URL}/documents/{second.id}"
    assert "Superseded by a newer document" in (older.findtext(f"{ATOM}summary") or "")
    assert "successor-version" not in links(newer)
    number = publish(archive, "AllNotice", "a.pdf", samples.pdf("entered later")).id
    change(archive, Document, number, filed_at=datetime(2012, 5, 3, 6, tzinfo=UTC))
    (summary,) = texts(root(site.get(NOTICES)), "summary")
    assert "Document dated 3 May 2012" in str(summary), "each list by itself"


@pytest.mark.parametrize("last", [[], [3]], ids=["full", "three"])
def test_long_list_comes_in_pages(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch, last: list[int]):
    """None of them is empty."""
    monkeypatch.setattr(newest, "ENTRIES", 5)
    count = 2 * newest.ENTRIES + sum(last)
    for number in range(count):
        store_document(archive, f"{number}.pdf", data=f"%PDF-1.7 {number}".encode())
    address, found, sizes = f"{PUBLIC_URL}{NOTICES}", [], []
    while address:
        path, _, query = address.removeprefix(PUBLIC_URL).partition("?")
        feed = root(site.get(path, query=query))
        assert links(feed)["self"] == address
        assert links(feed).get("first") == (f"{PUBLIC_URL}{NOTICES}" if query else None)
        found += texts(feed, "title")
        sizes.append(len(texts(feed, "title")))
        address = links(feed).get("next")
    assert sizes == [newest.ENTRIES, newest.ENTRIES, *last]
    assert found == [f"{number}.pdf" for number in reversed(range(count))]


@pytest.mark.parametrize("name", ["Unknown", "allnotice", "Prospectus", "..", "all.atom"])
def test_an_unknown_feed_is_a_404_that_names_the_others(site: Site, name: str):
    answer = site.get(f"/feeds/{name}.atom", accept="application/json")
    assert (answer.status, answer.json["feeds"]) == (404, list(NAMES))


@pytest.mark.parametrize("cursor", ["", "0", "x", "2147483648", "1&before=2"])
def test_a_wrong_cursor_is_refused_with_a_sentence(site: Site, cursor: str):
    answer = site.get(NOTICES, f"before={cursor}")
    assert (answer.status, "id of one document" in answer.text) == (400, True)
    assert "নথি" in site.get("/bn/feeds/all.atom", f"before={cursor}").text


def test_other_language_is_an_alternate_of_its_entry(site: Site, archive: Archive):
    english = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("one"))
    bangla = publish(archive, "AllNotice", "নোটিশ.pdf", samples.pdf("two"))
    language_pairs.pair(archive, english.id, bangla.id, WHO)
    entries = {entry.findtext(f"{ATOM}title"): entry for entry in root(site.get(NOTICES)).iter(f"{ATOM}entry")}
    links = [dict(link.attrib) for link in entries[english.file_name].findall(f"{ATOM}link[@hreflang]")]
    address = f"{PUBLIC_URL}/bn/documents/{bangla.id}"
    wanted = {"rel": "alternate", "href": address, "type": "text/html", "hreflang": "bn", "title": bangla.file_name}
    assert links == [wanted]
    withdraw(archive, bangla.id, WHO)
    assert root(site.get(NOTICES)).findall(f".//{ATOM}link[@hreflang]") == []


def test_empty_feeds_are_valid_and_known_ones_not_sent(site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch):
    for prefix, name in [(prefix, name) for prefix in ("", "/bn") for name in NAMES]:
        empty = root(site.get(f"{prefix}/feeds/{name}.atom"))
        assert empty.findtext(f"{ATOM}id") == f"{PUBLIC_URL}{prefix}/feeds/{name}.atom" == links(empty)["self"]
        assert empty.findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"
        assert empty.get("{http://www.w3.org/XML/1998/namespace}lang") == (prefix.strip("/") or "en")
        own_page = f"{prefix}{content.read('en').page_of(name)}"
        assert links(empty)["alternate"] == f"{PUBLIC_URL}{own_page}"
    before = site.get(NOTICES).headers["etag"]
    store_document(archive)
    answer = site.get(NOTICES, if_none_match=before)
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    monkeypatch.setattr(newest, "read", None)
    assert site.get(NOTICES, if_none_match=answer.headers["etag"]).status == 304, "written once per version"
