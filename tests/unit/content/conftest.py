"""A copy of the content for tests that spoil it."""

import functools
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.content import FOLDER, files, markdown
from tests.unit.content.spoiled import Copy


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    folder = tmp_path / "content"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "*.json", "__pycache__"))
    return Copy(folder)


@pytest.fixture(scope="session", autouse=True)
def _parsed_once() -> Iterator[None]:
    """Parse each text of TOML and Markdown once: most files of a copy are the same in every test."""
    parse = files._toml  # pyright: ignore[reportPrivateUsage]
    cached = functools.cache(lambda name, text: pickle.dumps(parse(name, text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_toml", lambda name, text: pickle.loads(cached(name, text)))  # noqa: S301  our own
        patch.setattr(markdown, "body", functools.cache(markdown.body))
        yield
