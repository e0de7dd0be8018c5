"""What the service worker does with an address and a page, and its removal."""

import re
from pathlib import Path
from typing import Any

import pytest

from starbond_site import content
from starbond_site.components.react.offline import keep_offer, kept_page
from starbond_site.presentation.site_files import offline
from starbond_site.presentation.site_files.offline import investor_pages, kept_pages, other_pages
from starbond_site.presentation.topics import Fragment
from starbond_site.reflex_adapter.build import service_worker
from starbond_site.reflex_adapter.build.step import COPIED_TO, JAVASCRIPT, BuildError, bundled
from starbond_site.shared.settings import settings
from starbond_site.web.filling import fill
from tests.unit import javascript

PAGES = str(JAVASCRIPT / "service_worker_pages.js")
SITES = [content.read(language) for language in content.LANGUAGES]
NEVER = (
    *("/files/a/report.pdf", "/documents/12.receipt", "/documents/12", "/api/feed", "/api/uploads", "/_upload"),
    *("/_event", "/ping", "/feeds/all.atom", "/desk", "/bn/desk/people", "/verify", "/UploadFiles", "/prospectus"),
    *("/api/search/results", "/AllNotice.csv", "/live", "/sitemap.xml", "/assets/unhashed.js"),
    "/pictures/people/a.12345678.avif",
)
"""Addresses whose answers are never kept, and of which no file is replaced."""
EMPTY = '<div class="live-line" data-live="nodes"></div><div><ul data-live="latest"></ul></div>'
LINES = '<div class="live-line__inner container" role="region"><p><a href="/files/1">Dividend</a></p><p>2</p></div>'


def kinds(paths: list[str], *, navigation: bool) -> list[str]:
    call = "given.paths.map((path) => functions.kindOf(path, given.navigation, given.choices))"
    return javascript.run(PAGES, call, {"paths": paths, "navigation": navigation, "choices": offline.choices()})


def in_all_languages(choose: Any) -> list[str]:  # noqa: ANN401
    return [site.address(path) for site in SITES for path in choose(site)]


def test_products_finder_and_their_files_are_kept() -> None:
    files = ["/assets/root-Ab3_dE5f.js", "/fonts/anek-latin.55ff70fb.woff2", "/pictures/products/a/b-320.12345678.avif"]
    for navigation in (True, False):
        assert set(kinds(in_all_languages(kept_pages), navigation=navigation)) == {"page"}
        assert set(kinds(files, navigation=navigation)) == {"file"}


def test_nothing_for_investors_is_kept() -> None:
    documents = [*in_all_languages(investor_pages), "/documents/12", "/bn/documents/12"]
    assert set(kinds(documents, navigation=True)) == {"investors"}
    assert set(kinds(in_all_languages(other_pages), navigation=True)) == {"other"}
    assert set(kinds([*documents, *in_all_languages(other_pages), *NEVER], navigation=False)) == {""}
    left_to_the_browser = [path for path in NEVER if path != "/documents/12"]
    assert set(kinds(left_to_the_browser, navigation=True)) == {""}


def test_a_kept_page_has_no_news_for_investors() -> None:
    page = f"<body><a>Skip</a>{EMPTY}<header><div>Menu</div></header></body>"
    filing = "<li><ul><li>A filing</li></ul></li>"
    fragments = [
        {"nodes": Fragment(html=lines, version=7), "latest": Fragment(html=latest, version=7)}
        for lines, latest in (("", ""), (LINES, filing))
    ]
    served = [*(fill(page, fragment) for fragment in fragments), fill(page, fragments[1], "/live")]
    assert all(written in served[1] for written in (LINES, filing))
    kept = javascript.run(PAGES, "given.map(functions.withoutNews)", served)
    assert kept == [page, page, re.sub(r'(data-live="\w+")', r'\1 data-fanout="/live"', page)]


def test_a_sentence_is_in_the_language_of_its_address() -> None:
    languages = {"/finder": "en", "/bn/finder": "bn", "/bn": "bn", "/bnx": "en"}
    given = {"paths": list(languages), "languages": list(content.LANGUAGES)}
    call = "given.paths.map((path) => functions.languageOf(path, given.languages))"
    assert javascript.run(PAGES, call, given) == list(languages.values())


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """Return the folder of a built site, with the scripts that the step has copied."""
    (tmp_path / COPIED_TO).mkdir()
    for name in service_worker.PARTS:
        (tmp_path / COPIED_TO / name).write_text((JAVASCRIPT / name).read_text("utf-8"))
    folder = tmp_path / "build" / "client"
    folder.mkdir(parents=True)
    return folder


def test_switched_off_it_removes_itself_and_what_was_kept(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    off = settings().model_copy(update={"offline": False})
    monkeypatch.setattr(service_worker, "settings", lambda: off)
    service_worker.write(static)
    [file] = static.iterdir()
    code = file.read_text("utf-8")
    for call in ("caches.delete(", "registration.unregister()", "skipWaiting()"):
        assert call in code
    assert "fetch" not in code


def test_one_that_cannot_be_bundled_or_is_too_heavy_fails_the_build(static: Path, monkeypatch: pytest.MonkeyPatch):
    source = static.parent.parent / COPIED_TO / service_worker.REMOVED
    source.write_text('import "./missing.js";')
    with pytest.raises(BuildError, match="was not bundled"):
        bundled(source, "iife")
    monkeypatch.setattr(service_worker.offline, "write_lists", lambda _static: "1")
    incompressible = "".join(map(chr, range(0x4E00, 0x4E00 + 2 * service_worker.MAX_BYTES)))
    monkeypatch.setattr(service_worker, "bundled", lambda _source, _kind: incompressible)
    with pytest.raises(BuildError, match=r"service-worker\.js weighs"):
        service_worker.write(static)


@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_switched_off_pages_offer_nothing(site: content.Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_page(site) is None, "in development no worker is built"
    monkeypatch.setattr("starbond_site.components.react.offline.is_production", lambda: True)
    assert kept_page(site)
    assert keep_offer(site)
    off = settings().model_copy(update={"offline": False})
    monkeypatch.setattr("starbond_site.components.react.offline.settings", lambda: off)
    assert kept_page(site) is None
    assert keep_offer(site) is None
