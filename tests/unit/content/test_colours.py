"""Colours are content: each is there in both themes, and text can be read on everything that it stands on."""

import pytest

from starbond_site import content, design
from starbond_site.content.colours import ROLES, contrast


def test_pages_have_the_colours_of_the_content_with_the_contrast_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#FFFFFF", "#FFFFFF") == pytest.approx(1)
    colours = content.read().colours.model_dump(by_alias=True)
    assert {name: vars(role) for name, role in design.COLOURS.items()} == colours
    assert set(ROLES) == set(colours)
