"""The sitemap of documents: public pages in both languages, written when something changed."""

import re

import pytest
from asgi_client import ask
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette

from starbond_site.documents import details
from starbond_site.documents.archive import Archive
from starbond_site.documents.withdraw import withdraw
from starbond_site.web import document_sitemap
from starbond_site.web.document_sitemap import DocumentSitemap
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish


def listed(text: str) -> list[str]:
    """Return the addresses in a sitemap."""
    return re.findall(r"<loc>http://localhost:3000([^<]*)</loc>", text)


def test_sitemap_names_public_documents(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    app = Starlette(routes=[DocumentSitemap(lambda: archive).route])
    assert listed(ask(app, "/sitemap-documents.xml").text) == []
    for name in ("One", "Two"):
        publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name))
    first = ask(app, "/sitemap-documents.xml")
    assert (first.status, first.headers["content-type"]) == (200, "application/xml")
    assert listed(first.text) == ["/documents/2", "/bn/documents/2", "/documents/1", "/bn/documents/1"]
    assert re.search(r"<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</lastmod>", first.text)

    monkeypatch.setattr(details, "public", None)
    known = {"if-none-match": first.headers["etag"]}
    assert ask(app, "/sitemap-documents.xml", headers=known).status == 304
    monkeypatch.undo()
    withdraw(archive, 2, WHO)
    assert listed(ask(app, "/sitemap-documents.xml").text) == ["/documents/1", "/bn/documents/1"]


def test_sitemap_has_a_limit(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    for name in ("One", "Two", "Three"):
        publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
    monkeypatch.setattr(document_sitemap, "MAX_ADDRESSES", 4)
    app = Starlette(routes=[DocumentSitemap(lambda: archive).route])
    assert len(listed(ask(app, "/sitemap-documents.xml").text)) == 4


def test_database_that_does_not_answer_is_said(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    def fail(*_arguments: object) -> None:
        raise SQLAlchemyError

    monkeypatch.setattr(details, "public", fail)
    assert ask(Starlette(routes=[DocumentSitemap(lambda: archive).route]), "/sitemap-documents.xml").status == 503
