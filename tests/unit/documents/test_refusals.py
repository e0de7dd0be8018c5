"""Refusals: each code has a sentence, each sentence is used, and every place in it is filled in."""

import ast
import re
from collections.abc import Iterator
from typing import get_args

import pytest

from starbond_site import content
from starbond_site.content.interface import Code
from starbond_site.documents.refusals import Refusal, of_code
from tests.unit.documents.publishing import sentence

PACKAGE = content.FOLDER.parent
TREES = [ast.parse(file.read_text("utf-8")) for file in PACKAGE.rglob("*.py")]
BY_ALL = {"what", "where", "target", "unchecked"}
"""Places that `Errors.say` fills in by itself."""


def places(code: str, language: content.Language) -> set[str]:
    return set(re.findall(r"{(\w+)}", getattr(content.read(language).errors, code)))


def raised() -> Iterator[tuple[str, set[str]]]:
    """Yield code and names of the values of every refusal of a form or a service, unless it has them from elsewhere."""
    calls = (node for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Call))
    for call in calls:
        named = isinstance(call.func, ast.Name) and call.func.id in {"Refusal", "_reject", "_mistake"}
        values = {keyword.arg for keyword in call.keywords}
        if named and None not in values:
            for constant in ast.walk(call.args[0]):
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    yield constant.value, {value for value in values if value}


def test_every_code_has_a_sentence_and_every_place_in_it_is_filled_in() -> None:
    found = list(raised())
    assert len(found) > 150
    assert {code for code, _ in found} <= set(get_args(Code))
    unfilled = {code: places(code, "en") - values - BY_ALL for code, values in found}
    assert {code: names for code, names in unfilled.items() if names} == {}


@pytest.mark.features
def test_every_sentence_is_used_and_differs_between_languages_by_more_than_its_places() -> None:
    literals = {node.value for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    codes = get_args(Code)
    assert [code for code in codes if code not in literals] == []
    assert [code for code in codes if places(code, "en") != places(code, "bn")] == []
    english, bangla = (content.read(language).errors for language in ("en", "bn"))
    assert [code for code in codes if getattr(english, code) == getattr(bangla, code)] == []


def test_a_code_of_another_release_is_still_answered() -> None:
    assert of_code("too_large", {"limit": 2}).values == {"limit": 2}
    assert of_code("too_small", {}).code == "outcome_unknown"
    assert sentence(Refusal("too_large", limit=2), "bn").count("২") == 1
