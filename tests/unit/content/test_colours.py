"""Colours are content: each is there in both themes, and text can be read on everything that it stands on."""

import pytest

from starbond_site import content, design
from starbond_site.content.colours import ROLES, contrast
from tests.unit.content.spoiled import Copy


@pytest.mark.parametrize(("one", "other", "ratio"), [("#000000", "#FFFFFF", 21), ("#FFFFFF", "#FFFFFF", 1)])
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio)


def test_pages_have_the_colours_of_the_content() -> None:
    colours = content.read().colours.model_dump(by_alias=True)
    assert {name: vars(role) for name, role in design.COLOURS.items()} == colours
    assert set(ROLES) == set(colours)


@pytest.mark.parametrize(
    ("file", "old", "new", "field", "sentence"),
    [
        ("colours.toml", "paper = {", "papper = {", "paper", "this field is missing"),
        ("colours.toml", 'muted = {light = "#', 'muted = {light = "', "muted.light", "pattern"),
        (
            "colours.toml",
            'ink = {light = "#141C33"',
            'ink = {light = "#C0C0C0"',
            "ink.light",
            "with paper is 1.72, 4.5",
        ),
        (
            "colours.toml",
            'on-bar = {light = "#FBF8F3"',
            'on-bar = {light = "#141C33"',
            "on-bar.light",
            "with bar is 1.00",
        ),
        ("brands.toml", 'tint = "#FBEBDD"', 'tint = "#333333"', "brands.0.tint", "the contrast of text on it is"),
    ],
)
def test_a_mistake_is_said(copy: Copy, file: str, old: str, new: str, field: str, sentence: str) -> None:
    copy.replace(file, old, new)
    mistake = copy.mistake()
    assert (mistake.file, mistake.field) == (file, field)
    assert sentence in mistake.message
