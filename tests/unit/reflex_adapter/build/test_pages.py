"""The steps that rewrite prerendered pages."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from starbond_site.content.addresses import LANGUAGES, PREFIXED, language_of_path, localized
from starbond_site.presentation.site_files import sitemap
from starbond_site.reflex_adapter.build import pages as built
from starbond_site.reflex_adapter.build import scripts
from starbond_site.reflex_adapter.build.scripts import as_document
from starbond_site.reflex_adapter.build.step import BuildError, BuildStep, html_files

SCROLL = "<script>((storageKey, restoreKey) => { restore(); })('positions', null)</script>"
MODULE = """import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.client-1.js");"""
PRELOAD = "".join(
    f'<link rel="modulepreload" href="/assets/{name}-1.js"/>' for name in ("entry.client", "manifest", "root")
)
FOLDERS = "products/bn/super-glue"
"""A page in folders, of which one has the name of a language."""
NOINDEX = '<meta content="noindex, nofollow" name="robots"/>'


def page(head: str = "", body: str = "") -> str:
    """Return a page as React Router prerenders it, in what matters here."""
    scripts = f'{SCROLL}<script>window.__reactRouterContext = {{}};</script><script type="module" async="">{MODULE}'
    return f'<!DOCTYPE html><html lang="en"><head>{head}{PRELOAD}</head><body>{body}{scripts}</script></body></html>'


def manifest(**route: object) -> str:
    """Return React Router's list of pages with one page of the given properties."""
    listed = {"id": "routes/[Bod]._index", "path": "Bod", "hasLoader": False, "css": []} | route
    return f"window.__reactRouterManifest={json.dumps({'routes': {'routes/[Bod]._index': listed}})};"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """Return a small build as React Router leaves it: three pages, an unlisted one and the 404, in each language."""
    static = tmp_path / "build" / "client"
    pages = {
        "": page(), "Bod": page(), FOLDERS: page(), "UploadFiles": page(NOINDEX),
        "404": page(NOINDEX, "<h1>Nothing</h1>"),
    }  # fmt: skip
    for prefix in ("", *(f"{language}/" for language in PREFIXED)):
        for name, html in pages.items():
            file = static / prefix / name / "index.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(html)
        (static / prefix / "404.html").write_text("a copy")
    for language in PREFIXED:
        (static / f"{language}.html").write_text(page())
    (static / "assets").mkdir()
    (static / "assets" / "manifest-1.js").write_text(manifest())
    return static


@pytest.fixture
def named(static: Path) -> Path:
    built.keep_not_found(static)
    return static


def test_the_404_is_kept_for_the_server_and_for_static_hosts(static: Path) -> None:
    built.keep_not_found(static)
    for file in ("not-found.html", "bn/not-found.html", "__spa-fallback.html"):
        assert "Nothing" in (static / file).read_text()
    assert not list(static.rglob("404*"))
    with pytest.raises(BuildError, match="not prerendered"):
        built.keep_not_found(static)


def test_pages_name_their_language(named: Path) -> None:
    BuildStep(name="language", worth="", rewrite=built.with_language).post_build(static_dir=named)
    for file in html_files(named):
        if file.name != "404.html":
            wanted = language_of_path(file.relative_to(named).parts[0].removesuffix(".html"))
            assert f'<html lang="{wanted}">' in file.read_text()


def test_the_sitemap_names_listed_pages_and_robots_the_sitemaps(named: Path) -> None:
    sitemap.write_sitemap(named)
    text = (named / "sitemap.xml").read_text()
    paths = [re.sub(r"^https?://[^/]+", "", address) for address in re.findall("<loc>([^<]*)</loc>", text)]
    assert paths == [localized(path, code) for path in ("/", "/Bod", f"/{FOLDERS}") for code in LANGUAGES]
    assert (text.count('hreflang="bn"'), text.count('hreflang="x-default"')) == (len(paths), len(paths))
    sitemap.write_sitemap(named)
    text = (named / "robots.txt").read_text()
    for name in ("sitemap", "sitemap-documents"):
        assert re.search(rf"^Sitemap: https?://[^/]+/{name}\.xml$", text, re.MULTILINE)
    assert "UploadFiles" not in text


def test_a_page_loads_its_module_script_from_a_file(static: Path) -> None:
    html = scripts.external_script(page(), Path("index.html"), static)
    [address] = re.findall(r'<script type="module" src="(/assets/page-[0-9a-f]{8}\.js)"></script>', html)
    assert (static / address[1:]).read_text() == MODULE
    assert MODULE not in html
    with pytest.raises(BuildError, match="page_scripts"):
        scripts.external_script(page().replace('type="module"', 'type="text"'), Path("index.html"), static)
    for other in (page(), html.replace("entry.client-1.js", "start-1.js")):
        with pytest.raises(BuildError, match="deferred_hydration"):
            scripts.deferred(other, Path("index.html"), static)


def test_executed_inline_scripts_are_hashed_and_nothing_else() -> None:
    def hashed(code: str) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()

    html = (
        "<script>a()</script><script id='x'>\nb('বাংলা')\n</script><script src='/c.js'></script>"
        '<script type="application/ld+json">{"d":1}</script><script type="module">e()</script>'
        '<script type="speculationrules">{"f":1}</script>'
    )
    assert scripts.hashes(html) == {hashed("a()"), hashed("\nb('বাংলা')\n"), hashed("e()"), hashed('{"f":1}')}


def test_the_hashes_are_written_where_visitors_cannot_read_them(static: Path) -> None:
    scripts.write_hashes(static)
    assert len(json.loads((static.parent.parent / "script-hashes.json").read_text())) == 3
    assert not list(static.rglob("script-hashes.json"))
    for number, file in enumerate(static.rglob("index.html")):
        file.write_text(page(body="".join(f"<script>{number}-{each}</script>" for each in range(5))))
    with pytest.raises(BuildError, match="inline scripts"):
        scripts.write_hashes(static)


def test_plain_pages_carry_no_router(static: Path) -> None:
    html = as_document(page(), Path("index.html"), static)
    assert "manifest-1" not in html
    assert "reactRouterContext" not in html
    assert "storageKey" not in html
    assert 'import("/assets/entry.client-1.js")' in html
    assert '<script type="speculationrules">' in html.partition("</head>")[0]
    for route in ({"path": "product/:id"}, {"hasLoader": True}, {"hasClientAction": True}, {"css": ["/assets/b.css"]}):
        (static / "assets" / "manifest-1.js").write_text(manifest(**route))
        with pytest.raises(BuildError, match="page_runtime"):
            as_document(page(), Path("index.html"), static)


def test_what_react_router_streams_to_its_own_router_is_left_out(static: Path) -> None:
    stream = (
        '<!--$?--><template id="B:0"></template><!--/$--><script id="_R_">a()</script><div hidden id="S:0"><!--$?-->'
        '<template id="B:1"></template><!--/$--></div><script>for(b=0;b<1;b++)c()</script><div hidden id="S:1"></div>'
        '<script>d("B:1")</script>'
    )
    file, (before, after) = static / "index.html", page().rsplit("</body>", 1)
    assert as_document(f"{before}{stream}</body>{after}", file, static) == as_document(page(), file, static)
    filled = stream.replace('id="S:1">', 'id="S:1"><p>Content</p>')
    assert "Content" in as_document(f"{before}{filled}</body>{after}", file, static)


def test_scripts_are_the_same_on_every_page_and_nothing_is_loaded_at_once(static: Path) -> None:
    pages = [
        scripts.deferred(
            scripts.external_script(page().replace("root-1", root), Path("index.html"), static),
            Path("index.html"),
            static,
        )
        for root in ("root-1", "root-2")
    ]
    assert scripts.hashes(pages[0]) == scripts.hashes(pages[1])
    for html in pages:
        assert "modulepreload" not in html.partition("<script")[0]
        assert len(re.findall(r'data-page="/assets/page-[0-9a-f]{8}\.js"', html)) == 1


PLACE = '<style data-from="/assets/all-1.css"></style>'
STYLE = "a{color:red}.file--home{--file:0}.slide{color:blue}"


@pytest.fixture
def styled(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "all-1.css").write_text(STYLE + "\n")
    return tmp_path


def with_styles(head: str, static: Path) -> str:
    return built.with_styles(f'<html lang="en"><head>{head}</head>', Path("index.html"), static)


def test_the_stylesheet_stands_in_the_page_or_fails_the_build(styled: Path) -> None:
    assert with_styles(PLACE, styled) == (
        '<html lang="en"><head><style data-from="/assets/all-1.css">a{color:red}</style></head>'
    )
    for head in ("", PLACE * 2):
        with pytest.raises(BuildError, match="inline_styles"):
            with_styles(head, styled)
    for style in ("a{background:url(b.png)}", 'a{background:url("../b.png")}', "a::after{content:'</'}"):
        (styled / "assets" / "all-1.css").write_text(style + STYLE)
        with pytest.raises(BuildError, match="cannot stand"):
            with_styles(PLACE, styled)
