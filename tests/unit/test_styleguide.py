"""The styleguide shows the whole design system to developers, and does not exist in production."""

from collections.abc import Iterator

import pytest
from reflex_base import constants
from reflex_base.environment import environment

from starbond_site import content, design
from starbond_site.pages import all_pages, styleguide

ENGLISH, BANGLA = content.read("en"), content.read("bn")


@pytest.fixture(params=[constants.Env.DEV, constants.Env.PROD])
def mode(request: pytest.FixtureRequest) -> Iterator[constants.Env]:
    """Set the mode that Reflex compiles in."""
    before = environment.REFLEX_ENV_MODE.get()
    environment.REFLEX_ENV_MODE.set(request.param)
    yield request.param
    environment.REFLEX_ENV_MODE.set(before)


def test_page_exists_in_development_only(mode: constants.Env) -> None:
    paths = [page.path for page in all_pages(ENGLISH)]
    assert (styleguide.PATH in paths) is (mode is constants.Env.DEV)
    assert styleguide.pages(BANGLA) == []
    assert styleguide.PATH not in ENGLISH.paths


def test_page_shows_every_token() -> None:
    shown = str(styleguide._body(ENGLISH).render())
    for name in design.COLOURS:
        assert f"--{name} " in shown
    for step in design.TYPE_STEPS:
        assert ("--small" if step < 0 else f"--t{step}") in shown
