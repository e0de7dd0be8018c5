"""Every word of the interface is read by some code: words that nobody shows are translated for nothing."""

import re
from pathlib import Path

from starbond_site import content
from starbond_site.content.addresses import REQUIRED
from starbond_site.content.interface import Interface

CODE = Path(content.FOLDER).parent
SOURCES = [*CODE.rglob("*.py"), *CODE.rglob("*.jsx")]
TEXT = "\n".join(
    file.read_text(encoding="utf-8") for file in SOURCES if content.FOLDER / "interface" not in file.parents
)
NAMES = set(re.findall(r"[.\"'](\w+)\b", TEXT))
"""Names after a dot, such as ``words.next``, and in quotes."""
LISTS = {"documents", "live"}


def test_every_word_is_read() -> None:
    interface = content.read("en").interface
    words = [
        (area, word)
        for area in set(Interface.model_fields) - LISTS
        for word in type(getattr(interface, area)).model_fields
    ]
    assert [(area, word) for area, word in words if word not in NAMES] == []


def test_words_of_the_engine_name_nothing_of_a_company() -> None:
    text = (content.FOLDER / "interface.toml").read_text("utf-8")
    assert {*re.findall(r"(?<= )/\w+", text)} <= {*REQUIRED}
    for site in map(content.read, content.LANGUAGES):
        kinds = [kind.title.lower() for kind in (*site.calendar.kinds, *site.figures.kinds)]
        words = f"{site.interface.calendar.lead} {site.interface.figures.link}".lower()
        assert [kind for kind in kinds if kind in words] == []
