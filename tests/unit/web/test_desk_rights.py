"""Every address of the desk, tried without the right, with the wrong role, and from another site."""

import re
from pathlib import Path

import pytest
from desk_site import DeskSite, rights_of
from factories import store_document
from sqlmodel import select
from starlette.routing import Route

from starbond_site.content.addresses import localized
from starbond_site.content.models import LANGUAGES, Language
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Audit, Change, Document, Node
from starbond_site.people import Holder, Role
from starbond_site.settings import UploadPolicy
from starbond_site.web.desk import audit, clocks, document, evidence, lines, overview, replacing, routes
from starbond_site.web.rights import Rights

NAME = "Hidden -20-11-2026.pdf"
PAGES = [
    "/desk",
    "/desk/documents/1",
    "/desk/documents/1/evidence.zip",
    "/desk/audit",
    "/desk/audit.csv",
    "/desk/clocks",
    "/desk/clocks/1",
]
POSTS = [
    *(f"/desk/documents/1/{name}" for name in ("withdraw", "restore", "rename", "title", "move", "replace", "file")),
    "/desk/lines/Financial",
    "/desk/clocks/start",
    "/desk/clocks/attach",
    *(f"/desk/clocks/1/{name}" for name in ("told", "correct", "attach", "close", "reopen")),
]
FIELDS = {"confirmed": "1", "name": "Taken over", "category": "BondIssue", "by": "1", "text": "Taken over"}
WITHOUT = {
    "no key": (Rights(UploadPolicy.KEY, "a long secret key", public_url="http://localhost:3000"), 401),
    "nobody": (rights_of(None), 401),
    "wrong roles": (rights_of(Holder(frozenset({Role.APPROVE, Role.ADMINISTER}))), 403),
    "closed": (Rights(UploadPolicy.CLOSED), 403),
}
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
CASE = pytest.mark.parametrize("case", WITHOUT)


def state(archive: Archive) -> list[object]:
    """Return all that a form could change."""
    with database.reading(archive.engine) as session:
        return [[row.model_dump() for row in session.exec(select(model))] for model in (Document, Change, Node)]


def refusals(archive: Archive) -> list[str]:
    with database.reading(archive.engine) as session:
        return list(session.exec(select(Audit.outcome)))


def filled(path: str) -> str:
    """Return an English path with values for its parameters."""
    path = path.removeprefix("/bn").rstrip("/").replace("{name}", "Financial")
    return re.sub(r"\{[^}]+\}", "1", path)


def addresses(made: list[Route]) -> set[tuple[str, str]]:
    return {(method, filled(route.path)) for route in made for method in route.methods or () if method != "HEAD"}


def test_every_address_is_in_the_tables(archive: Archive, tmp_path: Path) -> None:
    desk = DeskSite(archive, tmp_path, rights_of(Holder())).desk
    found = addresses(
        [made for part in (overview, document, replacing, lines, audit, clocks, evidence) for made in part.routes(desk)]
    )
    assert {path for method, path in found if method == "POST"} == set(POSTS)
    assert {path for method, path in found if method == "GET"} == {*PAGES, *POSTS}


@CASE
def test_no_address_of_any_part_answers_without_the_right(archive: Archive, tmp_path: Path, case: str) -> None:
    """Also not those of other parts, which have tests of their own; the address of a form leads to its page."""
    store_document(archive, NAME)
    # Approvers see what is sealed, and administrators the people.
    rights = rights_of(Holder(frozenset())) if case == "wrong roles" else WITHOUT[case][0]
    site = DeskSite(archive, tmp_path, rights)
    before = state(archive)
    for method, path in sorted(addresses(routes(site.desk))):
        answer = site.get(path) if method == "GET" else site.post(path, FIELDS)
        leads_on = method == "GET" and path in POSTS
        # The preview of a sealed filing has a secret address, and no page at any other.
        allowed = (303,) if leads_on else (404,) if path.startswith("/desk/sealed/preview/") else (401, 403)
        assert answer.status in allowed, (method, path)
        assert "Hidden" not in answer.text
    assert state(archive) == before


@LANGUAGE
@CASE
@pytest.mark.parametrize("path", PAGES)
def test_page_shows_nothing_without_the_right(
    archive: Archive, tmp_path: Path, path: str, case: str, language: Language
) -> None:
    store_document(archive, NAME)
    rights, status = WITHOUT[case]
    answer = DeskSite(archive, tmp_path, rights).get(localized(path, language))
    # Every role may see its own sections of the overview.
    assert answer.status == (200 if (path, case) == ("/desk", "wrong roles") else status)
    assert "Hidden" not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "noindex" in answer.headers["x-robots-tag"]


@CASE
@pytest.mark.parametrize("path", POSTS)
def test_form_changes_nothing_without_the_right(archive: Archive, tmp_path: Path, path: str, case: str) -> None:
    store_document(archive, NAME)
    rights, status = WITHOUT[case]
    before = state(archive)
    answer = DeskSite(archive, tmp_path, rights).post(path, FIELDS)
    assert answer.status == status
    assert "Hidden" not in answer.text
    assert state(archive) == before
    assert len(refusals(archive)) == 1


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "foreign",
    [{"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "http://localhost:3001"}],
    ids=lambda headers: headers["origin"],
)
def test_other_sites_change_nothing(archive: Archive, tmp_path: Path, path: str, foreign: dict[str, str]) -> None:
    store_document(archive, NAME)
    before = state(archive)
    answer = DeskSite(archive, tmp_path, rights_of(Holder())).post(path, FIELDS, **foreign)
    assert answer.status == 403
    assert "Hidden" not in answer.text
    assert state(archive) == before
    assert refusals(archive) == ["foreign_origin"]


@pytest.mark.parametrize("path", POSTS)
def test_address_of_a_form_leads_to_its_page(archive: Archive, tmp_path: Path, path: str) -> None:
    answer = DeskSite(archive, tmp_path, rights_of(Holder())).get("/bn" + path)
    assert answer.status == 303
    pages = ("/desk/documents/1", "/desk/clocks/1", "/desk/clocks", "/desk")
    assert answer.headers["location"] == "/bn" + next(page for page in pages if path.startswith(page))


def test_what_was_typed_outlives_a_session_that_has_ended(archive: Archive, tmp_path: Path) -> None:
    store_document(archive, NAME)
    site = DeskSite(archive, tmp_path, rights_of(None))
    answer = site.post("/desk/documents/1/withdraw", {"reason": "A long & careful reason", "_seen": "7"})
    assert answer.status == 401
    assert "A long &amp; careful reason</textarea>" in answer.text
    assert "careful" not in site.post("/desk/documents/1/withdraw", {"reason": "careful"}, origin="null").text
