"""What is sent as HTML alone: only where browsers load every page as a document, and only what no script changes."""

from collections.abc import Iterator

import pytest
import reflex as rx

from starbond_site import content
from starbond_site.components.react.prerendered import Prerendered, prerendered, prerendered_head
from starbond_site.pages import all_pages
from starbond_site.pages.layout import layout
from starbond_site.reflex_adapter.build import steps
from starbond_site.settings import settings

WRITTEN = "import.meta.env.SSR"
STATIC = ("react-router", None)
"""Libraries of elements without scripts: React Router's link is a plain one in this build."""


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("STARBOND_BUILD", steps.PLAIN)
    settings.cache_clear()
    yield
    settings.cache_clear()


def parts() -> tuple[rx.Component, rx.Component]:
    return prerendered(rx.el.p("Words", class_name="lead")), prerendered_head(rx.el.meta(name="a", content="Words"))


def test_the_code_for_browsers_has_no_words() -> None:
    for part in parts():
        shown = str(part)
        assert WRITTEN in shown.partition("Words")[0]
        assert "undefined" in shown.partition("Words")[2]
    assert 'className:"lead"' in str(parts()[0]).partition(WRITTEN)[0]
    first, second = (str(prerendered(rx.el.p(words))).partition('part:"')[2][:4] for words in ("One", "Two"))
    assert first != second, "different words have different marks"


@pytest.mark.usefixtures("plain")
def test_a_page_that_is_drawn_in_the_browser_has_all_of_it() -> None:
    for part in parts():
        assert "Words" in str(part)
        assert WRITTEN not in str(part)


def _inside(component: rx.Component, is_kept: bool) -> Iterator[rx.Component]:
    for child in component.children:
        if isinstance(child, rx.Component):
            if is_kept:
                yield child
            yield from _inside(child, is_kept or isinstance(component, Prerendered) or isinstance(child, Prerendered))


def test_nothing_in_it_has_events_or_scripts_of_its_own() -> None:
    site = content.read(content.LANGUAGES[0])
    found = {
        f"{page.path}: {part.tag}"
        for page in all_pages(site)
        for part in _inside(layout(site, page), is_kept=False)
        if part.event_triggers or part.library not in STATIC
    }
    assert not found
