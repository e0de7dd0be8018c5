"""The tokens: every text colour is readable on every surface it stands on."""

import hashlib
import re
from pathlib import Path

import pytest

from starbond_site import content, design
from starbond_site.content.models import Brand
from starbond_site.content.word_outlines import word_outlines

THEMES: tuple[design.Theme, ...] = ("light", "dark")
PAIRS = [(text, ground) for text, grounds in design.TEXT_ON.items() for ground in grounds]
AA_TEXT, AA_LARGE_AND_PARTS = 4.5, 3.0


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` (WCAG 2.2, definitions)."""
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_is_readable(text: str, ground: str, theme: design.Theme) -> None:
    assert contrast(getattr(design.COLOURS[text], theme), getattr(design.COLOURS[ground], theme)) >= AA_TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["paper", "surface", "wash"])
def test_borders_of_controls_can_be_seen(ground: str, theme: design.Theme) -> None:
    line = getattr(design.COLOURS["control-line"], theme)
    assert contrast(line, getattr(design.COLOURS[ground], theme)) >= AA_LARGE_AND_PARTS


@pytest.mark.parametrize("brand", content.read("en").brands, ids=lambda brand: brand.id)
def test_text_is_readable_on_the_tint_of_a_brand(brand: Brand) -> None:
    assert contrast(design.COLOURS["ink"].light, brand.tint) >= AA_TEXT
    assert contrast(design.COLOURS["ink"].dark, brand.tint_dark) >= AA_TEXT


def test_stylesheet_names_every_role_in_both_themes() -> None:
    css = design.stylesheet()

    for name, role in design.COLOURS.items():
        assert f"--{name}:{role.light};" in css
        assert f"--{name}:{role.dark};" in css


def test_type_scale_grows_from_phone_to_desktop_and_never_shrinks() -> None:
    css = design.stylesheet()

    assert "--t5:clamp(" in css
    assert "--small:clamp(0.906rem" in css


FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FACES = [design.LATIN, design.BANGLA]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.family)
def test_the_name_of_a_font_holds_the_hash_of_its_content(face: design.Face) -> None:
    # It is cached for ever: another content must have another address.
    assert hashlib.sha256((FONTS / face.file).read_bytes()).hexdigest()[:8] == face.file.split(".")[1]


def test_no_font_lies_about_unused() -> None:
    assert {file.name for file in FONTS.glob("*.woff2")} == {face.file for face in FACES}


def test_the_name_of_a_language_in_other_letters_is_drawn() -> None:
    # As text it would have phones look for a typeface before their first paint.
    assert content.read("bn").interface.language.name in word_outlines()


@pytest.mark.parametrize(("face", "most"), list(zip(FACES, (20_000, 40_000), strict=True)), ids=str)
def test_a_typeface_takes_a_phone_few_round_trips(face: design.Face, most: int) -> None:
    assert (FONTS / face.file).stat().st_size <= most


CLUSTERS = Path(__file__).resolve().parents[2] / "art" / "fonts" / "bangla-clusters.txt"
CONSONANT = "[\u0995-\u09b9\u09ce\u09dc\u09dd\u09df]\u09bc?"
CONTENT = sorted(file for file in Path(content.__file__).parent.rglob("*") if file.suffix in {".toml", ".md"})


@pytest.mark.parametrize("file", CONTENT, ids=lambda file: file.name)
def test_the_bangla_typeface_has_every_conjunct_of_the_content(file: Path) -> None:
    # Otherwise a word shows a hasanta that nobody wrote: add the cluster and run `python -m art typefaces`.
    used = set(re.findall(f"{CONSONANT}(?:\u09cd{CONSONANT})+", file.read_text("utf-8")))
    assert used <= set(CLUSTERS.read_text("utf-8").split())
