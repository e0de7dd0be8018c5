"""The styleguide shows the whole design system to developers, and does not exist in production."""

from reflex_base import constants
from reflex_base.environment import environment

from starbond_site import content, design
from starbond_site.pages import all_pages, styleguide

ENGLISH, BANGLA = content.read("en"), content.read("bn")


def test_page_exists_in_development_only_and_shows_every_token() -> None:
    before = environment.REFLEX_ENV_MODE.get()
    try:
        for mode in (constants.Env.DEV, constants.Env.PROD):
            environment.REFLEX_ENV_MODE.set(mode)
            paths = [page.path for page in all_pages(ENGLISH)]
            assert (styleguide.PATH in paths) is (mode is constants.Env.DEV)
            assert styleguide.pages(BANGLA) == []
    finally:
        environment.REFLEX_ENV_MODE.set(before)
    assert styleguide.PATH not in ENGLISH.paths
    shown = str(styleguide._body(ENGLISH).render())
    for name in design.COLOURS:
        assert f"--{name} " in shown
    for step in design.TYPE_STEPS:
        assert ("--small" if step < 0 else f"--t{step}") in shown
