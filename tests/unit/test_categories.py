"""Lists, single records and what has a version, as ``investors.toml`` declares them."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site import categories, content, declarations
from starbond_site.presentation import topics


@pytest.fixture
def declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(declarations, "FOLDER", tmp_path)
    declarations.declared.cache_clear()
    yield tmp_path / "investors.toml"
    monkeypatch.undo()
    declarations.declared.cache_clear()


def lists_of(file: Path, text: str) -> tuple[list[str], ...]:
    file.write_text(text, "utf-8")
    declarations.declared.cache_clear()
    read = runpy.run_path(categories.__file__)  # the module of the other tests stays as it is
    return tuple([str(category) for category in read[name]] for name in ("LISTS", "SINGLES", "WITH_FIGURES"))


def test_every_list_and_record_of_the_content_is_there():
    """In the order of the content; the first list is the latest filing of the home page."""
    investors = content.read().investors
    assert [str(listed) for listed in categories.LISTS] == [category.id for category in investors.categories]
    assert [str(single) for single in categories.SINGLES] == [row.node for row in investors.shared]
    assert investors.categories[0].id == topics.LATEST_CATEGORY
    assert {str(category) for category in categories.Category} <= set(categories.VERSIONED)


def test_lists_are_those_that_the_file_declares(declared: Path):
    for text, found in [
        ('[[categories]]\nid = "Adhoc"', (["Adhoc"], [], [])),
        ('[[categories]]\nid = "B"\n[[categories]]\nid = "A"\nfigures = true', (["B", "A"], [], ["A"])),
        ('[[categories]]\nid = "name"\n[[shared]]\nnode = "mro"', (["name"], ["mro"], [])),
        ('[[categories]]\nid = "A"\n[[shared]]\nnode = "A"', (["A"], [], [])),
        # `content` says what is wrong with these; nothing fails before it can.
        ("", ([], [], [])),
        ("this is no TOML", ([], [], [])),
        ('categories = "none"', ([], [], [])),
        ('[[categories]]\nid = 3\n[[categories]]\nid = "two words"\n[[categories]]\ntitle = "T"', ([], [], [])),
    ]:
        assert lists_of(declared, text) == found, (text, found)
    declared.unlink()
    declarations.declared.cache_clear()
    assert runpy.run_path(categories.__file__)["LISTS"] == ()
