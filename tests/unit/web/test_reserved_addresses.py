"""Which addresses answer: all are in the table of rights, and no content can take one of them."""

import re
from collections.abc import Iterator
from pathlib import Path

import addresses
from reflex_base.constants import Dirs, Endpoint, Page404, PageNames
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route
from whole_site import Site

from starbond_site import content
from starbond_site.content.addresses import DOCUMENT_FRAME, OWN_PAGES, RESERVED, is_reserved
from starbond_site.content.languages import PREFIXED
from starbond_site.documents.archive import Archive
from starbond_site.settings import UploadPolicy
from starbond_site.starbond_site import app
from starbond_site.web import sheets
from starbond_site.web.site import FANOUT_PATH, REFLEX_UPLOAD

ASSETS = Path(__file__).resolve().parents[3] / "assets"
SITE = content.read("en")
OF_CONTENT = {*SITE.paths, *sheets.paths()}
"""Pages, to which forms are also sent, and data sheets."""


def own_routes() -> list[BaseRoute]:
    layers = app.api_transformer
    assert isinstance(layers, list)
    return [route for layer in layers if isinstance(layer, Starlette) for route in layer.routes]


def answering() -> Iterator[str]:
    """Yield every address that answers beside the pages of the build, in English."""
    ours = own_routes()
    assert len(ours) > 50
    assert app._api is not None
    of_reflex = app._api.routes
    assert "/ping" in {_path(route) for route in of_reflex}
    yield from (_in_english(_path(route)) for route in (*ours, *of_reflex))
    yield from (f"/{endpoint.value}" for endpoint in Endpoint)
    yield from (FANOUT_PATH, REFLEX_UPLOAD)


def _path(route: BaseRoute) -> str:
    assert isinstance(route, Route | Mount), route
    return route.path.replace("{folder:documents}", DOCUMENT_FRAME[1:])


def _in_english(path: str) -> str:
    for language in PREFIXED:
        path = path.removeprefix(f"/{language}") if path.startswith(f"/{language}/") else path
    return path.rstrip("/") or "/"


def test_every_address_is_in_the_table_of_rights(archive: Archive) -> None:
    """Of the app as it is served, and of the pages that it has only where people sign in."""
    found = set()
    for route in (*own_routes(), *Site(archive, UploadPolicy.PEOPLE, issuer="https://login.example.com").routes):
        assert isinstance(route, Route), route
        path = re.sub(r"^(/bn)?/\w+/sheet/$", r"\1/PRODUCT/sheet/", route.path)
        methods = set(route.methods or ()) - ({"HEAD"} if "GET" in (route.methods or ()) else set())
        found |= {(method, path) for method in methods}
    table = [address for group in addresses.GROUPS for address in addresses.patterns(group)]
    assert found == set(table), "what the table lacks, or no route answers"
    assert len(table) == len(set(table))


def test_no_page_can_stand_where_a_route_answers() -> None:
    free = {
        path
        for path in answering()
        # A path of content has no dot and begins with no underscore.
        if not is_reserved(path) and not path.startswith(("/_", "/.")) and path not in OF_CONTENT and "." not in path
    }
    assert not free, "a first segment of these belongs into content.addresses.RESERVED"


def test_no_page_can_stand_where_files_are() -> None:
    folders = {folder.name for folder in ASSETS.iterdir() if folder.is_dir()}
    assert folders >= {"fonts", "marks", "pictures", "social"}
    for folder in (*folders, Dirs.APP_ASSETS, Dirs.EXTERNAL_APP_ASSETS):
        assert is_reserved(f"/{folder}"), folder
        assert is_reserved(f"/{folder}/glue"), folder
    given = (
        Page404.SLUG,
        PageNames.INDEX_ROUTE,
        *content.LANGUAGES,
        *(f"{name.upper()}/x" for name in content.LANGUAGES),
    )
    assert [name for name in given if not is_reserved(f"/{name}")] == []


def test_nothing_is_reserved_without_need() -> None:
    used = {path.split("/")[1] for path in answering()} | {folder.name for folder in ASSETS.iterdir()}
    used |= {*content.LANGUAGES, Dirs.APP_ASSETS, Dirs.EXTERNAL_APP_ASSETS, Page404.SLUG}
    assert used >= RESERVED
    for page in SITE.pages:
        assert page.path in OWN_PAGES or not is_reserved(page.path)
