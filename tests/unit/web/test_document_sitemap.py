"""The sitemap of documents: public pages in both languages, written when something changed."""

import re
from collections.abc import Callable

import pytest
from whole_site import Site

from starbond_site.documents import details
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from starbond_site.web import document_sitemap
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish


def listed(text: str) -> list[str]:
    return re.findall(r"<loc>http://localhost:3000([^<]*)</loc>", text)


def test_sitemap_names_public_documents(
    site: Site, archive: Archive, monkeypatch: pytest.MonkeyPatch, take_away: Callable[..., None]
):
    assert listed(site.get("/sitemap-documents.xml").text) == []
    for name in ("One", "Two"):
        publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name))
    first = site.get("/sitemap-documents.xml")
    assert (first.status, first.headers["content-type"]) == (200, "application/xml")
    assert listed(first.text) == ["/documents/2", "/bn/documents/2", "/documents/1", "/bn/documents/1"]
    assert re.search(r"<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</lastmod>", first.text)
    monkeypatch.setattr(details, "public", None)
    assert site.get("/sitemap-documents.xml", if_none_match=first.headers["etag"]).status == 304
    monkeypatch.undo()
    withdraw(archive, 2, WHO)
    assert listed(site.get("/sitemap-documents.xml").text) == ["/documents/1", "/bn/documents/1"]
    publish(archive, "AllNotice", "Three.pdf", samples.pdf("Three"))
    monkeypatch.setattr(document_sitemap, "MAX_ADDRESSES", 2)
    assert len(listed(site.get("/sitemap-documents.xml").text)) == 2
    take_away()
    assert site.get("/sitemap-documents.xml").status == 503
