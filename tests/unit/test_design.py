"""The tokens: every text colour is readable on every surface it stands on."""

import hashlib
import io
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont
from reflex_base import constants
from reflex_base.environment import environment

from starbond_site import content, design
from starbond_site.content.word_outlines import word_outlines
from starbond_site.pages import all_pages, styleguide

_HARFBUZZ: Any = import_module("uharfbuzz")
"""Its module has no types."""


def test_stylesheet_names_every_role_in_both_themes() -> None:
    css = design.stylesheet()
    for name, role in design.COLOURS.items():
        assert f"--{name}:{role.light};" in css
        assert f"--{name}:{role.dark};" in css
    dark = [line for line in css.splitlines() if f"--paper:{design.COLOURS['paper'].dark};" in line]
    assert all(line.startswith("@media screen") for line in dark), "paper is light"
    styles = "".join(file.read_text("utf-8") for file in STYLES.glob("*.css"))
    assert not [found for found in re.findall(r"#[\da-f]{3,6}\b", styles) if len({*found}) > 2], "a colour, not a grey"
    assert ("--t5:clamp(" in css, "--small:clamp(0.906rem" in css) == (True, True), "it grows from phone to desktop"
    # The bold face comes after the first picture (`components/react/bold_face`); paper waits for it.
    assert (design.BANGLA_BOLD.address in css, design.BANGLA_BOLD.address in design.stylesheet("block")) == (
        False,
        True,
    )


STYLES = Path(design.__file__).parent / "styles"
FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FACES = [design.LATIN, design.BANGLA, design.BANGLA_BOLD]


def test_fonts_are_light_and_their_names_hold_the_hash_of_their_content() -> None:
    # They are cached for ever: another content must have another address.
    assert {file.name for file in FONTS.glob("*.woff2")} == {face.file for face in FACES}
    for face, most in zip(FACES, (20_000, 40_000, 44_000), strict=True):
        assert (FONTS / face.file).stat().st_size <= most, face.file
        assert hashlib.sha256((FONTS / face.file).read_bytes()).hexdigest()[:8] == face.file.split(".")[1]


CLUSTERS = Path(__file__).resolve().parents[2] / "art" / "fonts" / "bangla-clusters.txt"
CONSONANT = "[\u0995-\u09b9\u09ce\u09dc\u09dd\u09df]\u09bc?"
CONTENT = sorted(file for file in Path(content.__file__).parent.rglob("*") if file.suffix in {".toml", ".md"})


def test_the_bangla_typeface_has_every_conjunct_of_the_content() -> None:
    # Otherwise a word shows a hasanta that nobody wrote: add the cluster and run `python -m art typefaces`.
    conjunct = re.compile(f"{CONSONANT}(?:\u09cd{CONSONANT})+")
    used = {(cluster, file.name) for file in CONTENT for cluster in conjunct.findall(file.read_text("utf-8"))}
    known = set(CLUSTERS.read_text("utf-8").split())
    assert {(cluster, name) for cluster, name in used if cluster not in known} == set()
    # As text it would have phones look for a typeface before their first paint.
    assert content.read("bn").interface.language.name in word_outlines()


TYPED = "১৪তম বার্ষিক সাধারণ সভার বিজ্ঞপ্তি সংঘস্মারক লভ্যাংশ শেয়ারহোল্ডারদের রাষ্ট্রপতি কর্তৃপক্ষ উজ্জ্বল স্বাস্থ্যঝুঁকি SAL-2026/27 (Ltd.)"
"""What a secretary may enter as a title, beside the words of the content."""


def test_bold_bangla_is_as_wide_as_regular_and_has_every_letter() -> None:
    # The bold file arrives after the first view: nothing may move then, and no title may be drawn worse than before.
    words = {
        *TYPED.split(),
        *(word for file in CONTENT for word in re.findall("[\u0980-\u09ff]+", file.read_text("utf-8"))),
    }
    regular, bold = (_shaping(face) for face in (design.BANGLA, design.BANGLA_BOLD))
    different = [word for word in sorted(words) if regular(word) != bold(word)]
    assert not different
    assert not [word for word in TYPED.split() if 0 in (glyph for glyph, _ in bold(word))]


def _shaping(face: design.Face) -> Callable[[str], list[tuple[int, int]]]:
    """Return what shapes a text with a served face, into glyphs and their advance widths."""
    plain = TTFont(FONTS / face.file)
    plain.flavor = None
    whole = io.BytesIO()
    plain.save(whole)
    font = _HARFBUZZ.Font(_HARFBUZZ.Face(whole.getvalue()))

    def shape(text: str) -> list[tuple[int, int]]:
        buffer = _HARFBUZZ.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        _HARFBUZZ.shape(font, buffer)
        glyphs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        return [(glyph.codepoint, place.x_advance) for glyph, place in glyphs]

    return shape


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
