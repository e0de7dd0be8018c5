"""Write the models of ``interface.toml`` and ``errors.toml`` to ``interface.pyi``: ``make words``.

Imports nothing of the site, so that it can also replace a file that does not compile, as after a conflict of a merge.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path

MODELS = Path(__file__).parents[1] / "starbond_site/content/interface.pyi"
HEAD = '''\
"""Written by ``make words`` from ``interface.toml`` and ``errors.toml``; do not change it by hand."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from starbond_site.content.models import Content, CounterStyle, Grouping, Locale, OwnText, Text
'''
OF_THE_LANGUAGE = {"locale": "Locale", "grouping": "Grouping", "counter": "CounterStyle"}
"""Words of the table ``language`` that are no texts; its others are needed in every language."""
PARTS = ("digits", "on_page", "what_")
"""How the names of those texts in ``errors.toml`` begin that are parts of sentences."""


def models() -> str:
    """Return the text of ``interface.pyi``: models of both files, and the codes of refusals and of remarks."""
    tables = tomllib.loads(MODELS.with_suffix(".toml").read_text("utf-8"))
    errors = tomllib.loads(MODELS.with_name("errors.toml").read_text("utf-8"))
    areas = (
        _model(model_name(area), {word: _kind(area, word, text) for word, text in words.items()})
        for area, words in tables.items()
    )
    interface = _model("Interface", {area: model_name(area) for area in tables})
    codes = _literal("Code", (code for code in errors if not code.startswith(PARTS)))
    texts = _model("ErrorTexts", dict.fromkeys(errors, "Text"))
    return "\n".join((HEAD, *areas, interface, texts, codes, _literal("RemarkCode", tables["remarks"])))


def model_name(area: str) -> str:
    """Return the name of the model of a table, such as ``DeskAuditWords`` of ``desk_audit``."""
    return f"{area.title().replace('_', '')}Words"


def _literal(name: str, values: Iterable[str]) -> str:
    return "\n".join((f"{name} = Literal[", *(f'    "{value}",' for value in values), "]", ""))


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
