"""The steps that finish the prerendered pages."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from reflex_base.constants import Templates

from starbond_site.reflex_adapter.build import boot, inline_style, language, not_found, policy, sitemap
from starbond_site.reflex_adapter.build.prerendered import BuildError

SCROLL = "<script>((storageKey, restoreKey) => { restore(); })('positions', null)</script>"
SCRIPT = """<script>window.__reactRouterContext = {"basename":"/"};</script>\
<script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/page-1.js";

  window.__reactRouterRouteModules = {"root":route0,"routes/[bn].[Bod]._index":route1};

import("/assets/entry.client-1.js");</script><!--$?--><template id="B:0"></template><!--/$--><div hidden id="S:0">\
<script>window.__reactRouterContext.streamController.close();</script></div>"""


def page(head: str = "", body: str = "") -> str:
    """Return a page as React Router prerenders it, in what matters here."""
    preload = '<link rel="modulepreload" href="/assets/root-1.js"/>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}{preload}</head><body>{body}{SCROLL}{SCRIPT}</body></html>'


def woken(html: str) -> str:
    """Return a page with its one script."""
    return boot.same_everywhere(html, "wake()", "a page")


NOINDEX = '<meta content="noindex, nofollow" name="robots"/>'


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """Return a small build as React Router leaves it: two pages, an unlisted one and the 404, in both languages."""
    static = tmp_path / "build" / "client"
    pages = {"": page(), "Bod": page(), "UploadFiles": page(NOINDEX), "404": page(NOINDEX, "<h1>Nothing</h1>")}
    for prefix in ("", "bn/"):
        for name, html in pages.items():
            file = static / prefix / name / "index.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(html)
        (static / prefix / "404.html").write_text("a copy")
    (static / "bn.html").write_text(page())
    return static


@pytest.fixture
def built(exported: Path) -> Path:
    """Return the same build with its 404 pages where they belong."""
    not_found.NotFoundPlugin().post_build(static_dir=exported)
    return exported


def test_the_404_is_kept_for_the_server_and_for_hosts_of_plain_files(exported: Path):
    not_found.NotFoundPlugin().post_build(static_dir=exported)
    assert "Nothing" in (exported / "not-found.html").read_text()
    assert "Nothing" in (exported / "bn" / "not-found.html").read_text()
    assert "Nothing" in (exported / "__spa-fallback.html").read_text()
    assert not list(exported.rglob("404*"))


def test_a_404_that_was_not_prerendered_fails_the_build(exported: Path):
    (exported / "bn" / "404" / "index.html").unlink()
    with pytest.raises(BuildError, match="not prerendered"):
        not_found.NotFoundPlugin().post_build(static_dir=exported)


def test_reflex_routes_file_takes_a_wildcard_per_language_once():
    template = (Path(Templates.Dirs.WEB_TEMPLATE) / "app" / "routes.js").read_text()
    changed = not_found.with_wildcards(template)
    assert changed.index('route("bn/*", "routes/[bn].[404]._index.jsx")') < changed.index('route("*"')
    assert '"routes/\\\\[bn\\\\].\\\\[404\\\\]._index.jsx"' in changed
    assert not_found.with_wildcards(changed) == changed


def test_the_404_is_prerendered_in_both_languages():
    changed = not_found.prerendered_too('export default {"ssr": false, "prerender": true, "build": "build"};')
    assert '[...getStaticPaths(), "/404", "/bn/404"]' in changed
    with pytest.raises(BuildError):
        not_found.prerendered_too('export default {"ssr": true};')


def test_pages_name_their_language(built: Path):
    language.LanguagePlugin().post_build(static_dir=built)
    for file in built.rglob("*.html"):
        if file.name != "404.html":
            wanted = "bn" if file.relative_to(built).parts[0] in ("bn", "bn.html") else "en"
            assert f'<html lang="{wanted}">' in file.read_text()


def test_the_sitemap_names_listed_pages_in_every_language(built: Path):
    sitemap.SitemapPlugin().post_build(static_dir=built)
    text = (built / "sitemap.xml").read_text()
    paths = [re.sub(r"^https?://[^/]+", "", address) for address in re.findall("<loc>([^<]*)</loc>", text)]
    assert paths == ["/", "/bn", "/Bod", "/bn/Bod"]
    assert text.count('hreflang="bn"') == 4
    assert text.count('hreflang="x-default"') == 4


def test_robots_names_the_sitemap_and_no_page(built: Path):
    sitemap.SitemapPlugin().post_build(static_dir=built)
    text = (built / "robots.txt").read_text()
    assert re.search(r"^Sitemap: https?://[^/]+/sitemap\.xml$", text, re.MULTILINE)
    assert "UploadFiles" not in text


def test_the_script_that_wakes_a_page_is_the_same_everywhere():
    one, other = page(), page().replace("page-1", "page-2")
    assert policy.hashes(one) != policy.hashes(other)
    one, other = woken(one), woken(other)
    assert policy.hashes(one) == policy.hashes(other)
    attribute = re.search(r"data-boot='([^']*)'", one)
    assert attribute
    assert json.loads(attribute[1]) == {
        "manifest": "/assets/manifest-1.js",
        "root": "/assets/root-1.js",
        "page": "/assets/page-1.js",
        "entry": "/assets/entry.client-1.js",
        "files": ["/assets/root-1.js"],
    }


def test_nothing_is_preloaded_before_the_page_is_painted():
    assert "modulepreload" not in woken(page()).partition("<script")[0]


def test_the_script_is_no_file_that_visitors_could_fetch(tmp_path: Path):
    (tmp_path / "index.html").write_text(page())
    (tmp_path / boot.NAME).write_text("wake()\n")
    boot.BootPlugin().post_build(static_dir=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_text() == woken(page())
    with pytest.raises(BuildError, match="boot"):  # the script is gone
        boot.BootPlugin().post_build(static_dir=tmp_path)


def test_a_page_that_preloads_its_scripts_in_another_way_fails_the_build():
    with pytest.raises(BuildError, match="boot"):
        woken(page().replace("modulepreload", "preload"))


def test_scripts_that_stream_and_the_list_of_all_pages_go():
    head = '<link rel="modulepreload" href="/assets/manifest-1.js"/>'
    html = woken(page(head))
    assert "reactRouterContext" not in html
    assert "template" not in html
    assert html.count("manifest-1") == 1
    assert html.endswith("</script></body></html>")


def test_words_behind_the_last_script_fail_the_build():
    with pytest.raises(BuildError, match="boot"):
        woken(page().replace("</body>", "<p>More</p></body>"))


@pytest.mark.parametrize("old", ["__reactRouterRouteModules", "storageKey"])
def test_another_script_of_react_router_fails_the_build(old: str):
    with pytest.raises(BuildError, match="boot"):
        woken(page().replace(old, "other"))


def test_browsers_put_the_reader_where_they_were():
    assert "storageKey" not in woken(page())


def test_executed_inline_scripts_are_hashed_and_nothing_else():
    def hashed(code: str) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()

    html = (
        "<script>a()</script><script id='x'>\nb('বাংলা')\n</script><script src='/c.js'></script>"
        '<script type="application/ld+json">{"d":1}</script><script type="module">e()</script>'
    )
    assert policy.hashes(html) == {hashed("a()"), hashed("\nb('বাংলা')\n"), hashed("e()")}


def test_the_hashes_are_written_where_visitors_cannot_read_them(built: Path):
    (built / boot.NAME).write_text("wake()")
    boot.BootPlugin().post_build(static_dir=built)
    policy.PolicyPlugin().post_build(static_dir=built)
    file = built.parent.parent / "script-hashes.json"
    assert len(json.loads(file.read_text())) == 1


def test_scripts_that_differ_from_page_to_page_fail_the_build(built: Path):
    for number, file in enumerate(built.rglob("index.html")):
        file.write_text(page(body="".join(f"<script>{number}-{each}</script>" for each in range(5))))
    with pytest.raises(BuildError, match="inline scripts"):
        policy.PolicyPlugin().post_build(static_dir=built)


DOCUMENT = """import reflexGlobalStyles from "$/styles/__reflex_global_styles.css?url"
export function Layout({children}) {
  return (
    jsx("html",{lang:"en"},jsx("head",{},jsx("link",{as:"style",href:reflexGlobalStyles,rel:"preload"},),\
jsx("link",{href:reflexGlobalStyles,rel:"stylesheet",type:"text/css"},)),jsx("body",{},children)))
}"""
PLACE = '<style data-from="/assets/all-1.css"></style>'
STYLE = "a{color:red}.file--home{--file:0}.slide{color:blue}"


@pytest.fixture
def styled(tmp_path: Path) -> Path:
    """Return a build with one stylesheet."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "all-1.css").write_text(STYLE + "\n")
    return tmp_path


def test_the_stylesheet_is_not_linked_any_more():
    changed = inline_style.with_style(DOCUMENT)
    assert "stylesheet" not in changed
    assert "preload" not in changed
    assert '"data-from":reflexGlobalStyles' in changed
    with pytest.raises(BuildError):
        inline_style.with_style(changed)


def test_the_stylesheet_stands_in_the_page(styled: Path):
    html = inline_style.written_out(f"<head>{PLACE}</head>", styled, "a page")
    assert html == '<head><style data-from="/assets/all-1.css">a{color:red}</style></head>'


@pytest.mark.parametrize("head", ["", PLACE * 2, f'{PLACE}<link href="/assets/b.css" rel="stylesheet"/>'])
def test_another_place_of_the_stylesheet_fails_the_build(styled: Path, head: str):
    with pytest.raises(BuildError, match="inline_style"):
        inline_style.written_out(f"<head>{head}</head>", styled, "a page")


@pytest.mark.parametrize(
    "style", ["a{background:url(b.png)}", 'a{background:url("../b.png")}', "a::after{content:'</'}"]
)
def test_a_stylesheet_that_cannot_stand_in_a_page_fails_the_build(styled: Path, style: str):
    (styled / "assets" / "all-1.css").write_text(style + STYLE)
    with pytest.raises(BuildError, match="cannot stand"):
        inline_style.written_out(f"<head>{PLACE}</head>", styled, "a page")


def test_addresses_from_the_root_and_data_may_stand_in_a_page(styled: Path):
    style = 'a{background:url(/b.png),url("/c.png"),url(data:image/png;base64,AA),url(#d)}'
    (styled / "assets" / "all-1.css").write_text(style + STYLE)
    assert style in inline_style.written_out(f"<head>{PLACE}</head>", styled, "a page")
