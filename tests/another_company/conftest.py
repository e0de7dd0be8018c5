"""The site of the other company, built once, and browsers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.content import Site, load
from tests.another_company.takeover import run, take_over
from tests.browser.conftest import browser, playwright, visitor
from tests.serving import Server, serving

__all__ = ["browser", "playwright", "visitor"]


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return take_over(tmp_path_factory.mktemp("another") / "site")


@pytest.fixture(scope="session")
def words(tree: Path) -> Site:
    return load(tree / "starbond_site" / "content", "en")


@pytest.fixture(scope="session")
def site(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    run(tree, "starbond_site.serve", "--build-only")
    with serving(tmp_path_factory.mktemp("served"), 0, tree) as running:
        yield running
