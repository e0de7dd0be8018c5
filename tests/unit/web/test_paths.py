"""One right spelling per page, a page that helps where there is none, and the language that a visitor chose last."""

from pathlib import Path

import brotli
import pytest
from asgi_client import Answer, ask
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from starbond_site.web.built import BuiltSite
from starbond_site.web.language import RememberedLanguage
from starbond_site.web.paths import Paths

IN_FOLDERS = (
    "/about-us", "/Products", "/products/super-glue", "/products/super-glue/sheet", "/investors/2026/Half-Year"
)  # fmt: skip
KNOWN = ("/", "/Bod", "/chairman", "/MD", "/UploadFiles", "/GumkingSyntheticResin", *IN_FOLDERS)


def built(folder: Path) -> BuiltSite:
    return BuiltSite(folder, folder / "hashes.json", is_secure=False)


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
    return Paths(app, KNOWN, built(tmp_path), aliases=aliases)


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
    assert {path: answer.status for path, answer in found.items()} == {
        path: 301 if right[path] else 404 for path in right
    }


def test_the_query_travels_along(paths: Paths):
    assert get(paths, "/bod", query="a=1&b=%2F").headers["location"] == "/Bod?a=1&b=%2F"
    assert (get(paths, "/bod", method="HEAD").status, get(paths, "/bod", method="POST").status) == (301, 405)


def test_unknown_paths_get_a_page_that_helps_in_their_language(paths: Paths):
    for path in ("/nothing", "/Bod/more", "/investors", "/investors/2026/", "/products/super-glue/more",
                 "/files/9/x.pdf", "/.env", "/wp-login.php", "/nothing.html", "/\x00"):  # fmt: skip
        answer = get(paths, path)
        assert (answer.status, answer.text) == (404, "Nothing here"), path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert get(paths, "/bn/nothing").text == "এখানে কিছু নেই"
    packed = get(paths, "/nothing", encoding="gzip, br")
    assert (packed.headers["content-encoding"], brotli.decompress(packed.body)) == ("br", b"Nothing here")


def test_programs_are_not_sent_a_page(paths: Paths, tmp_path: Path):
    for path, accept in (("/missing.js", "*/*"), ("/missing.png", "image/avif,*/*"), ("/nothing", "application/json")):
        answer = get(paths, path, accept)
        assert (answer.status, "Nothing here" in answer.text) == (404, False)
    assert get(paths, "/nothing", "*/*").text == "Nothing here", "a program that takes anything"
    assert get(paths, "/api/x").text == '{"error":"x"}'
    assert get(paths, "/broken").status == 500
    assert get(Paths(Starlette(), KNOWN, built(tmp_path / "none")), "/nothing").status == 404, "not built"


def ask_home(path: str = "/", method: str = "GET", **headers: str) -> Answer:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(RememberedLanguage(PlainTextResponse("page")), path, method, sent)


def test_the_bare_home_page_leads_to_the_chosen_language():
    answer = ask_home(cookie="a=1; language=bn")
    assert (answer.status, answer.headers["location"]) == (302, "/bn")
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-store", "Cookie, Sec-Fetch-Site")
    for cookie in ("", "language=en", "language=fr", "language=//evil.org", "language=", "x", "\xe9=;language"):
        assert ask_home(cookie=cookie).text == "page", cookie
    for path, method in (("/Bod", "GET"), ("/bn", "GET"), ("/", "POST")):
        assert ask_home(path, method, cookie="language=bn").text == "page"


def test_a_link_inside_the_site_means_what_it_says():
    assert ask_home(cookie="language=bn", sec_fetch_site="same-origin").text == "page"
    assert ask_home(cookie="language=bn", sec_fetch_site="cross-site").status == 302
