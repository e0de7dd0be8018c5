"""The tokens: every text colour is readable on every surface it stands on."""

import hashlib
import re
from pathlib import Path

import pytest

from starbond_site import content, design
from starbond_site.content.word_outlines import word_outlines


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
