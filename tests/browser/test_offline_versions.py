"""A new version of the site reaches who kept the old one, and so does its removal."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from starbond_site.components.link import localized
from starbond_site.content import Site
from starbond_site.reflex_adapter.build import service_worker
from starbond_site.reflex_adapter.serving import WORKING
from starbond_site.settings import settings
from tests.browser.conftest import AS_A_STRANGER
from tests.browser.test_offline import UNTIL, visit
from tests.line import Line, line_to
from tests.serving import Server, build, serving

PRODUCT = "/SuperGlue"
NEW = "A name of the next version"
COUNT_CHANGES = """window.changes = 0;
navigator.serviceWorker?.addEventListener('controllerchange', () => window.changes++);"""
"""Counts the service workers that have taken over this page."""
IS_REMOVED = """async () =>
  [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length === 0"""


class Release:
    """A copy of the built site that a test can change, its server, and the line to it."""

    def __init__(self, static: Path, server: Server, line: Line) -> None:
        self.static = static
        self.server = server
        self.line = line

    def rewrite(self, name: str, old: str, new: str) -> None:
        """Change a file, which may share its bytes with the build of all tests."""
        file = self.static / name
        text = file.read_text("utf-8").replace(old, new)
        self.forget(name)
        file.write_text(text, "utf-8")

    def forget(self, name: str) -> None:
        """Remove a file and its compressed copies."""
        for suffix in ("", ".br", ".gz"):
            (self.static / f"{name}{suffix}").unlink(missing_ok=True)

    def publish(self) -> None:
        """Let the server read everything anew."""
        self.server.stop()
        self.server.start()


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Release]:
    build()
    tmp_path = tmp_path_factory.mktemp("release")
    working = tmp_path / "web"
    shutil.copytree(WORKING, working, copy_function=os.link, ignore=shutil.ignore_patterns("node_modules"))
    with (
        serving(tmp_path, REFLEX_WEB_WORKDIR=str(working)) as server,
        line_to(server.port) as line,
    ):
        yield Release(working / "build" / "client", server, line)


@pytest.fixture
def reader(browser: Browser, release: Release) -> Iterator[Page]:
    given = {**AS_A_STRANGER, "service_workers": "allow", "base_url": release.line.url}
    context = browser.new_context(**given)  # type: ignore[arg-type]
    context.add_init_script(COUNT_CHANGES)
    yield context.new_page()
    context.close()


def test_the_second_visit_has_the_new_version(reader: Page, release: Release, words: Site) -> None:
    path = localized(PRODUCT, words.language)
    visit(reader, path)
    release.rewrite(f"{path[1:]}/index.html", f">{words.product(PRODUCT).name}</h1>", f">{NEW}</h1>")
    release.rewrite(service_worker.FILE, "/* ", "/* next ")
    release.publish()

    reader.goto(path)
    reader.wait_for_function("() => window.changes === 1")
    release.line.cut()
    response = reader.goto(path)
    # Scripts of the test's build write the old name again.
    assert response is not None
    assert f">{NEW}</h1>" in response.text()
    release.line.mend()


def test_the_site_can_take_it_back(reader: Page, release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    visit(reader, PRODUCT)
    off = settings().model_copy(update={"offline": False})
    monkeypatch.setattr(service_worker, "settings", lambda: off)
    release.forget(service_worker.FILE)
    service_worker.write(release.static)
    release.publish()
    reader.goto(PRODUCT)
    reader.evaluate(UNTIL.replace("CHECK", f"({IS_REMOVED})"), "")
