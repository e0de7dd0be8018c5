"""No public address shows a disclosure clock: no word of it, and no answer or header that changes with it."""

import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from asgi_client import ask
from factories import store_document
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp
from upload_gate import ENDPOINT

from starbond_site import local_time
from starbond_site.alerts.service import AlertService
from starbond_site.contact.service import ContactService
from starbond_site.documents import changes, database, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.clocks import deeds
from starbond_site.documents.clocks.rules import Part
from starbond_site.documents.snapshot import Snapshot
from starbond_site.duties.service import DutyService
from starbond_site.mail import Mailer
from starbond_site.newsletter.service import NewsletterService
from starbond_site.presentation.fragments import Fragments
from starbond_site.settings import UploadPolicy
from starbond_site.web.rights import Rights
from starbond_site.web.site import Options, transformers

RINA = Actor("192.0.2.7", "people", "Rina Begum")
PSI = "PriceSensitiveInformation"
SECRET = ("Interim dividend", "Rina Begum", "disclosure_clock")
VALUES = {"number": "1", "category": PSI, "name": "PSI.pdf", "topic": PSI, "language": "en"}
PAGES = ("/", "/PriceSensitiveInformation", "/SharedInformation", "/filings", "/disclosures", "/desk", "/documents")


class Site:
    """Everything that a visitor can ask for."""

    def __init__(self, archive: Archive, folder: Path) -> None:
        """Put the middleware and routes around a few pages."""
        static = folder / "client"
        for path in (*PAGES, *("/bn" + page for page in PAGES)):
            (static / path[1:]).mkdir(parents=True, exist_ok=True)
            marks = "".join(f'<div data-live="{topic}"></div>' for topic in (PSI, "latest", "disclosures", "desk"))
            (static / path[1:] / "index.html").write_text(f"<html><head></head><body>{marks}</body></html>")

        async def current() -> Snapshot:
            return snapshot.read(archive)

        no_mail = Mailer("", "")
        duties = DutyService(archive, no_mail)
        options = Options(
            paths=PAGES,
            upload_pages=["/UploadFiles"],
            upload_endpoint=ENDPOINT,
            static=static,
            script_hashes=folder / "none",
            current=current,
            fragments=Fragments(lambda: archive, lambda: snapshot.read(archive), duties.overview),
        )
        routes, around = transformers(
            archive.settings,
            lambda: archive,
            lambda: ContactService(archive, no_mail),
            lambda: NewsletterService(archive, no_mail),
            lambda: AlertService(archive, no_mail),
            Rights(UploadPolicy.KEY, "a long secret key"),
            options,
        )
        assert isinstance(routes, Starlette)
        assert not isinstance(around, Starlette)
        self.paths = [*PAGES, *("/bn" + page for page in PAGES), *map(_filled, _readable(routes))]
        self._app: ASGIApp = around(routes)

    def answers(self) -> dict[str, tuple[int, Mapping[str, str], bytes]]:
        """Return what every address answers to a visitor without a right."""
        found = {}
        for path in self.paths:
            answer = ask(self._app, path, headers={"accept": "text/html"})
            found[path] = (answer.status, answer.headers, answer.body)
        return found


def _readable(app: Starlette) -> list[str]:
    return [route.path for route in app.routes if isinstance(route, Route) and "GET" in (route.methods or ())]


def _filled(path: str) -> str:
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda match: VALUES.get(match[1], "1"), path)


@pytest.fixture
def site(archive: Archive, tmp_path: Path) -> Site:
    """Return a site with one document."""
    store_document(archive, "PSI.pdf", category=PSI)
    with database.writing(archive.engine) as session:
        changes.record(session, "published", 1)
    return Site(archive, tmp_path)


def test_no_answer_shows_a_clock(archive: Archive, site: Site) -> None:
    before, versions = site.answers(), snapshot.versions(archive)
    announced: list[str] = []
    archive.listeners.append(announced.append)
    decided = local_time.now().replace(microsecond=0) - timedelta(minutes=50)
    clock = deeds.start(archive, RINA, "price-sensitive-information", SECRET[0], decided, 1)
    deeds.tell(archive, clock.id, RINA, Part.EXCHANGE, decided + timedelta(minutes=42))
    deeds.correct(archive, clock.id, RINA, f"{SECRET[0]} 10 %", decided + timedelta(minutes=1))
    after = site.answers()
    assert after == before
    assert len([status for status, _, _ in after.values() if status == 200]) >= 30
    for path in ("/desk", "/desk/clocks", "/desk/clocks/1", "/bn/desk/documents/1/evidence.zip"):
        assert after[path][0] == 401
    for _, headers, body in after.values():
        shown = str(headers) + body.decode(errors="replace")
        assert not any(secret in shown for secret in SECRET)
    assert announced == []
    assert snapshot.versions(archive) == versions
    with database.reading(archive.engine) as session:
        assert changes.newest(session) == 1
