"""Light and dark: Reflex's script and its provider are changed only as long as they are what they were."""

from pathlib import Path

import pytest
from reflex.utils.misc import preload_color_theme

from starbond_site.reflex_adapter.build import theme
from starbond_site.reflex_adapter.build.prerendered import BuildError


def test_a_shorter_script_chooses_and_asks_no_storage() -> None:
    code = f'jsx("html",{{}},{preload_color_theme("system")},jsx("body",{{}}))'
    short = theme.with_short_script(code)
    assert "prefers-color-scheme" in short
    assert "localStorage" not in short
    assert len(short) < len(code) - 600


@pytest.mark.parametrize(
    "other", [preload_color_theme("dark"), str(preload_color_theme("system")).replace("colorScheme", "scheme")]
)
def test_another_script_fails_the_build(other: object) -> None:
    with pytest.raises(BuildError, match="theme"):
        theme.with_short_script(str(other))


def test_a_choice_is_kept_in_a_cookie_too() -> None:
    [(path, code)] = theme.ThemePlugin().get_static_assets()
    assert path == Path(theme.PROVIDER)
    assert isinstance(code, str)
    assert "document.cookie" not in code
    assert theme.with_cookie(code).count("document.cookie = `theme=${theme}") == 1
    with pytest.raises(BuildError, match="react-theme"):
        theme.with_cookie(code.replace("setItem", "setThing"))
