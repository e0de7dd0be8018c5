"""One right spelling per page, a page that helps where there is none, and the language that a visitor chose last."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import addresses
import brotli
import pytest
from asgi_client import Answer, ask
from reflex_base.constants import Dirs, Endpoint, Page404, PageNames
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from whole_site import Rows, Site, built_site

from starbond_site import content
from starbond_site.content.addresses import DOCUMENT_FRAME, OWN_PAGES, PREFIXED, RESERVED, is_reserved
from starbond_site.documents.archive import Archive
from starbond_site.reflex_adapter.build import service_worker
from starbond_site.shared.settings import UploadPolicy
from starbond_site.starbond_site import app
from starbond_site.web import data_sheets
from starbond_site.web.paths import Paths
from starbond_site.web.site import FANOUT_PATH, REFLEX_UPLOAD

IN_FOLDERS = (
    "/about-us", "/Products", "/products/super-glue", "/products/super-glue/sheet", "/investors/2026/Half-Year"
)  # fmt: skip
KNOWN = ("/", "/Bod", "/chairman", "/MD", "/UploadFiles", "/GumkingSyntheticResin", *IN_FOLDERS)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    for path in KNOWN:
        for prefix in ("", "/bn"):
            folder = tmp_path / f"{prefix}{path}".strip("/")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "index.html").write_text(f"{prefix}{path}")
    (tmp_path / "not-found.html").write_text("Nothing here")
    (tmp_path / "bn" / "not-found.html").write_text("এখানে কিছু নেই")
    (tmp_path / "404.html").write_text("empty shell")

    async def missing(_: object) -> Response:
        return JSONResponse({"error": "x"}, 404)

    app = Starlette(routes=[Route("/api/x", missing), Route("/broken", lambda _: PlainTextResponse("no", 500))])
    app.mount("", StaticFiles(directory=tmp_path, html=True))
    aliases = {"/Chairman": "/chairman", "/investors/h1": "/investors/2026/Half-Year"}
    return Paths(app, KNOWN, built_site(tmp_path, Rows()), aliases=aliases)


def get(paths: Paths, path: str, accept: str = "text/html", **kwargs: str) -> Answer:
    headers = {"accept": accept} | ({"accept-encoding": kwargs["encoding"]} if "encoding" in kwargs else {})
    return ask(paths, path, kwargs.get("method", "GET"), headers, query=kwargs.get("query", ""))


def test_every_required_path_and_alias_answers_as_it_is_spelled(paths: Paths):
    pages = dict.fromkeys(KNOWN) | {"/Chairman": "/chairman", "/investors/h1": IN_FOLDERS[-1]}
    for prefix in ("", "/bn"):
        for path, page in pages.items():
            answer = get(paths, f"{prefix}{path}".rstrip("/") or "/")
            assert (answer.status, answer.text) == (200, prefix + (page or path))
        assert get(paths, f"{prefix}/Investors/H1/").headers["location"] == f"{prefix}/investors/2026/Half-Year"


def test_other_spellings_lead_to_the_right_one_for_good(paths: Paths):
    right = {
        "/bod": "/Bod", "/BOD": "/Bod", "/Bod/": "/Bod", "/bod//": "/Bod",
        "/uploadfiles/": "/UploadFiles", "/md": "/MD", "/CHAIRMAN": "/chairman", "/Chairman/": "/chairman",
        "/gumkingsyntheticresin": "/GumkingSyntheticResin", "/bn/": "/bn", "/BN": "/bn", "/bn/bod": "/bn/Bod",
        "/BN/Bod/": "/bn/Bod", "//bod": "/Bod", "/About-Us": "/about-us",
        "/products/super-glue/": "/products/super-glue", "/Products/Super-Glue": "/products/super-glue",
        "/products//super-glue": "/products/super-glue", "/BN/products/SUPER-GLUE/": "/bn/products/super-glue",
        "/products/super-glue/Sheet/": "/products/super-glue/sheet",
        "/investors/2026/half-year": "/investors/2026/Half-Year", "/products/": "/Products",
        "/products/superglue": "", "//": "/", "//evil.org/../bod": "",
    }  # fmt: skip
    found = {path: get(paths, path) for path in right}
    assert {path: answer.headers.get("location", "") for path, answer in found.items()} == right
    assert {path: one.status for path, one in found.items()} == {path: 301 if right[path] else 404 for path in right}


def test_the_query_travels_along(paths: Paths):
    assert get(paths, "/bod", query="a=1&b=%2F").headers["location"] == "/Bod?a=1&b=%2F"
    assert (get(paths, "/bod", method="HEAD").status, get(paths, "/bod", method="POST").status) == (301, 405)


@pytest.mark.parametrize("path", [
    "/nothing", "/Bod/more", "/investors", "/investors/2026/", "/products/super-glue/more", "/files/9/x.pdf", "/.env",
    "/wp-login.php", "/nothing.html", "/\x00",
])  # fmt: skip
def test_an_unknown_path_gets_a_page_that_helps(paths: Paths, path: str):
    answer = get(paths, path)
    assert (answer.status, answer.text) == (404, "Nothing here")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "accept"),
    [("/missing.js", "*/*"), ("/missing.png", "image/avif,*/*"), ("/nothing", "application/json")],
)
def test_a_file_that_is_missing_gets_no_page(paths: Paths, path: str, accept: str):
    answer = get(paths, path, accept)
    assert (answer.status, "Nothing here" in answer.text) == (404, False)


def test_the_page_for_unknown_paths_has_their_language_and_is_for_all_that_take_it(paths: Paths):
    assert get(paths, "/bn/nothing").text == "এখানে কিছু নেই"
    assert get(paths, "/nothing", "*/*").text == "Nothing here", "a program that takes anything"
    assert (get(paths, "/api/x").json, get(paths, "/broken").text) == ({"error": "x"}, "no")
    packed = get(paths, "/nothing", encoding="gzip, br")
    assert (packed.headers["content-encoding"], brotli.decompress(packed.body)) == ("br", b"Nothing here")


@pytest.fixture
def home(tmp_path: Path) -> Callable[..., Answer]:
    paths = Paths(PlainTextResponse("page"), KNOWN, built_site(tmp_path, Rows()))

    def ask_home(path: str = "/", method: str = "GET", **headers: str) -> Answer:
        return ask(paths, path, method, {name.replace("_", "-"): value for name, value in headers.items()})

    return ask_home


def test_the_bare_home_page_leads_to_the_chosen_language(home: Callable[..., Answer]):
    answer = home(cookie="a=1; language=bn")
    assert (answer.status, answer.headers["location"]) == (302, "/bn")
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-store", "Cookie, Sec-Fetch-Site, Referer")


@pytest.mark.parametrize(
    "cookie", ["", "language=en", "language=fr", "language=//evil.org", "language=", "x", "\xe9=;language"]
)
def test_without_another_choice_the_bare_home_page_leads_nowhere(home: Callable[..., Answer], cookie: str):
    assert home(cookie=cookie).text == "page"


@pytest.mark.parametrize(("path", "method"), [("/Bod", "GET"), ("/bn", "GET"), ("/", "POST")])
def test_nothing_but_the_bare_home_page_leads_to_the_chosen_language(
    home: Callable[..., Answer], path: str, method: str
):
    assert home(path, method, cookie="language=bn").text == "page"


def test_a_link_inside_the_site_means_what_it_says(home: Callable[..., Answer]):
    cookie, referer = "language=bn", "https://www.example.com/bn"
    followed = home(cookie=cookie, sec_fetch_site="same-origin", referer=referer)
    assert (followed.text, followed.headers["vary"]) == ("page", "Cookie, Sec-Fetch-Site, Referer")
    assert home(cookie=cookie, sec_fetch_site="cross-site", referer="https://other.example").status == 302
    typed = [{}, {"referer": f"https://www.example.com/{service_worker.FILE}"}]
    asked = [home(cookie=cookie, sec_fetch_site="same-origin", **worker).status for worker in typed]
    assert asked == [302, 302], "typed, and fetched by a service worker of Chromium and of WebKit"
    assert home(cookie="language=en", sec_fetch_site="same-origin").headers["vary"] == "Cookie, Sec-Fetch-Site"


ASSETS = Path(__file__).resolve().parents[3] / "assets"
SITE = content.read("en")
OF_CONTENT = {*SITE.paths, *data_sheets.paths()}
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
        path = re.sub(rf"^(/(?:{'|'.join(PREFIXED)}))?/(?!results)\w+(/sheet/|\.md)$", r"\1/PRODUCT\2", route.path)
        methods = set(route.methods or ()) - ({"HEAD"} if "GET" in (route.methods or ()) else set())
        found |= {(method, path) for method in methods}
    table = [address for group in addresses.GROUPS for address in addresses.patterns(group)]
    assert found == set(table), "what the table lacks, or no route answers"
    assert len(table) == len(set(table))


@pytest.mark.features
def test_what_is_reserved_is_what_answers() -> None:
    free = {
        path
        for path in answering()
        # A path of content has no dot and begins with no underscore.
        if not is_reserved(path)
        and not path.startswith(("/_", "/."))
        and path not in OF_CONTENT
        and "." not in path
        and "/latest" not in path
    }
    assert not free, "a first segment of these belongs into content.addresses.RESERVED"
    folders = {folder.name for folder in ASSETS.iterdir() if folder.is_dir()}
    assert folders >= {"fonts", "marks", "pictures", "social"}
    for folder in (*folders, Dirs.APP_ASSETS, Dirs.EXTERNAL_APP_ASSETS):
        assert is_reserved(f"/{folder}"), folder
        assert is_reserved(f"/{folder}/glue"), folder
    given = (
        Page404.SLUG, PageNames.INDEX_ROUTE, *content.LANGUAGES, *(f"{name.upper()}/x" for name in content.LANGUAGES),
    )  # fmt: skip
    assert [name for name in given if not is_reserved(f"/{name}")] == []
    used = {path.split("/")[1] for path in answering()} | {folder.name for folder in ASSETS.iterdir()}
    used |= {*content.LANGUAGES, Dirs.APP_ASSETS, Dirs.EXTERNAL_APP_ASSETS, Page404.SLUG}
    assert used >= RESERVED
    for page in SITE.pages:
        assert page.path in OWN_PAGES or not is_reserved(page.path)
