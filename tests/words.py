"""Write the models of ``interface.toml`` to ``interface.pyi``, one class per table: ``make words``.

Imports nothing of the site, so that it can also replace a file that does not compile, as after a conflict of a merge.
"""

import tomllib
from pathlib import Path

MODELS = Path(__file__).parents[1] / "starbond_site/content/interface.pyi"
HEAD = '''\
"""Written by ``make words`` from ``interface.toml``; do not change it by hand."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from starbond_site.content.models import Content, CounterStyle, Grouping, Locale, OwnText, Text
'''
OF_THE_LANGUAGE = {"locale": "Locale", "grouping": "Grouping", "counter": "CounterStyle"}
"""Words of the table ``language`` that are no texts; its others are needed in every language."""


def models() -> str:
    """Return the text of ``interface.pyi`` for the tables and words that ``interface.toml`` has."""
    tables = tomllib.loads(MODELS.with_suffix(".toml").read_text("utf-8"))
    areas = (
        _model(model_name(area), {word: _kind(area, word, text) for word, text in words.items()})
        for area, words in tables.items()
    )
    return "\n".join((HEAD, *areas, _model("Interface", {area: model_name(area) for area in tables})))


def model_name(area: str) -> str:
    """Return the name of the model of a table, such as ``DeskAuditWords`` of ``desk_audit``."""
    return f"{area.title().replace('_', '')}Words"


def _model(name: str, fields: dict[str, str]) -> str:
    return "\n".join((f"class {name}(Content):", *(f"    {field}: {kind}" for field, kind in fields.items()), ""))


def _kind(area: str, word: str, text: list[object] | dict[str, object]) -> str:
    if area == "language":
        return OF_THE_LANGUAGE.get(word, "OwnText")
    if isinstance(text, list):
        return f"Annotated[tuple[Text, ...], Field(min_length={len(text)}, max_length={len(text)})]"
    return "Mapping[str, Text]" if isinstance(next(iter(text.values())), dict) else "Text"


if __name__ == "__main__":
    MODELS.write_text(models(), "utf-8")
