"""The site of the other company, built once, and browsers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from starbond_site.content import Site, load
from tests.another_company.takeover import run, take_over
from tests.browser.conftest import AS_A_STRANGER, browser, playwright
from tests.serving import Server, serving

__all__ = ["browser", "playwright"]


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return take_over(tmp_path_factory.mktemp("another") / "site")


@pytest.fixture(scope="session")
def words(tree: Path) -> Site:
    return load(tree / "starbond_site" / "content", "en")


@pytest.fixture(scope="session")
def server(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    run(tree, "starbond_site.serve", "--build-only")
    with serving(tmp_path_factory.mktemp("served"), 0, tree) as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Callable[..., BrowserContext]]:
    contexts: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        contexts.append(browser.new_context(**{**AS_A_STRANGER, "base_url": server.url, **options}))  # type: ignore[arg-type]
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()
