"""The words of the interface: each is read by some code, for words that nobody shows are translated for nothing."""

import re
import tomllib

import pytest

from starbond_site import content
from starbond_site.content.addresses import OPTIONAL, REQUIRED
from starbond_site.documents.preflight import ACCESSIBILITY
from starbond_site.shared.roles import Role
from tests import words

CODE = content.FOLDER.parent
SOURCES = {file: file.read_text(encoding="utf-8") for kind in ("*.py", "*.jsx", "*.js") for file in CODE.rglob(kind)}
TABLES = tomllib.loads((content.FOLDER / "interface.toml").read_text("utf-8"))
BY_VALUE = {"access": {*Role}, "accessibility": {*ACCESSIBILITY}}
"""Words that are read by what stands elsewhere: roles of a person, codes of what screen readers miss."""


def test_the_models_are_those_of_the_file() -> None:
    assert words.MODELS.read_text("utf-8") == words.models(), "make words"


@pytest.mark.features
def test_every_word_is_read() -> None:
    """A file that names the area names the word, after a dot or in quotes; a script, where all go to the browser."""
    unread = []
    for area, table in TABLES.items():
        by_area = re.compile(rf"\.{area}\b|\b{words.model_name(area)}\b")
        files = [file for file, text in SOURCES.items() if by_area.search(text)]
        if any(re.search(rf"\.{area}\.model_dump|words\.model_dump", SOURCES[file]) for file in files):
            files += [file for file in SOURCES if file.suffix != ".py"]
        names = {name for file in files for name in re.findall(r"[.\"'](\w+)\b", SOURCES[file])}
        begun = tuple(begin for file in files for begin in re.findall(r"\[`(\w+_)\$\{", SOURCES[file])) or ("-",)
        missing = {*table} - names - BY_VALUE.get(area, set())
        unread += [f"{area}.{word}" for word in missing if not word.startswith(begun)]
    assert unread == []


def test_every_word_that_code_names_exists() -> None:
    """Pyright knows them all; this finds them without it, where code names area and word in one expression."""
    named = {found for text in SOURCES.values() for found in re.findall(r"\.interface\.(\w+)(?:\.(\w+))?", text)}
    assert sorted(f"{area}.{word}" for area, word in named if word not in {"", "model_dump", *TABLES[area]}) == []


def test_words_of_the_engine_name_nothing_of_a_company() -> None:
    text = (content.FOLDER / "interface.toml").read_text("utf-8")
    assert {*re.findall(r"(?<= )/\w+", re.sub("(?m)^#.*", "", text))} <= {*REQUIRED}
    for site in map(content.read, content.LANGUAGES):
        kinds = [kind.title.lower() for kind in (*site.calendar.kinds, *site.figures.kinds)]
        shown = f"{site.interface.calendar.lead} {site.interface.figures.link}".lower()
        assert [kind for kind in kinds if kind in shown] == []
        rooms = [site.page(path).title.lower() for path in OPTIONAL if site.has(path)]
        assert [room for room in rooms if room in site.interface.investors.lead.lower()] == []
