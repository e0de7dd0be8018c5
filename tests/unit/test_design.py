"""The tokens: every text colour is readable on every surface it stands on."""

import hashlib
import io
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import htpy as h
import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from reflex_base import constants
from reflex_base.environment import environment

from starbond_site import content
from starbond_site.components.header import OUTLINES
from starbond_site.components.picture import preload
from starbond_site.components.react.component import drawn
from starbond_site.content import read
from starbond_site.content.checks import named_pictures
from starbond_site.content.pictures import PictureError, initials, picture, pictures, social_picture
from starbond_site.pages import all_pages, structured, styleguide
from starbond_site.pages.head import ICONS
from starbond_site.presentation import design, html_parts
from starbond_site.presentation.html_parts import drawing_address, inline_drawing
from tests.unit.documents import samples

_HARFBUZZ: Any = import_module("uharfbuzz")


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
    # The bold face comes after the first picture (`components/react/typeface`); paper waits for it.
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
    for face, most in zip(FACES, (14_200, 40_000, 44_000), strict=True):
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
    assert content.read("bn").interface.language.name in OUTLINES


TYPED = "১৪তম বার্ষিক সাধারণ সভার বিজ্ঞপ্তি সংঘস্মারক লভ্যাংশ শেয়ারহোল্ডারদের রাষ্ট্রপতি কর্তৃপক্ষ উজ্জ্বল স্বাস্থ্যঝুঁকি SAL-2026/27 (Ltd.)"
"""What a secretary may enter as a title, beside the words of the content."""


def test_bold_bangla_is_as_wide_as_regular_and_has_every_letter() -> None:
    # The bold file arrives after the first view: nothing may move then, and no title may be drawn worse than before.
    words = {
        *TYPED.split(),
        *(word for file in CONTENT for word in re.findall("[\u0980-\u09ff]+", file.read_text("utf-8"))),
    }
    regular, bold = (_shaping(face) for face in (design.BANGLA, design.BANGLA_BOLD))
    assert not [word for word in sorted(words) if regular(word) != bold(word)]
    assert not [word for word in TYPED.split() if 0 in (glyph for glyph, _ in bold(word))]


def _shaping(face: design.Face) -> Callable[[str], list[tuple[int, int]]]:
    """Return what shapes a text with a served face, into glyphs and their advance widths."""
    plain = TTFont(FONTS / face.file)
    plain.flavor = None
    font = _HARFBUZZ.Font(_HARFBUZZ.Face(samples.saved(plain)))

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
    shown = str(drawn(styleguide._body(ENGLISH)))
    for name in design.COLOURS:
        assert f"--{name} " in shown
    for step in design.TYPE_STEPS:
        assert ("--small" if step < 0 else f"--t{step}") in shown


ASSETS = Path(__file__).resolve().parents[2] / "assets"
SITE = read("en")
MEGABYTE = 1_000_000
FORMATS = {"avif": "AVIF", "webp": "WEBP", "jpeg": "JPEG"}


def _named() -> list[str]:
    return list(dict.fromkeys(name for _, _, name in named_pictures(SITE)))


def test_every_picture_is_what_the_manifest_says() -> None:
    for name in set(_named()) & set(pictures()):
        shown = picture(name)
        assert (shown.name, set(shown.formats)) == (name, set(FORMATS))
        for kind, files in shown.formats.items():
            assert [file.width for file in files] == sorted({file.width for file in files}) != []
            for file in files:
                path = ASSETS / file.path.removeprefix("/")
                content = path.read_bytes()
                with Image.open(io.BytesIO(content)) as image:
                    assert (len(content), image.format) == (file.bytes, FORMATS[kind]), path
                    assert image.size == (file.width, round(shown.height * file.width / shown.width)), path
                assert hashlib.sha256(content).hexdigest()[:8] == path.name.split(".")[1], path


@pytest.mark.company
def test_products_are_photographed_and_no_file_stands_beside_the_manifest() -> None:
    products = [shown for name, shown in pictures().items() if name.startswith("products/")]
    assert [shown.name for shown in products if shown.drawn or shown.width < 800] == []
    shown = [files for one in pictures().values() for files in one.formats.values()]
    assert {shown.name for shown in pictures().values() if not shown.imported} <= set(_named()), "nobody names it"
    listed = {ASSETS / file.path[1:] for files in shown for file in files}
    assert {path for path in (ASSETS / "pictures").rglob("*") if path.is_file()} == listed


@pytest.mark.company
def test_first_views_stay_light() -> None:
    """What a phone (390 px, twice as dense) and a desktop (1,440 px) fetch before scrolling."""
    first = f"slides/{SITE.slides[0].id}"
    assert _bytes(f"{first}-portrait", 960) <= 90_000
    assert _bytes(first, 1920) <= 220_000
    for product in SITE.products:
        front = f"products/{product.id}/{product.sizes[0].id}-front"
        if front in pictures():
            assert _bytes(front, 960) <= 60_000, front
            assert _bytes(front, 1920) <= 120_000, front


def _bytes(name: str, width: int) -> int:
    """Return what the AVIF of a picture weighs at a width, or at its widest below."""
    return [file.bytes for file in picture(name).formats["avif"] if file.width <= width][-1]


def test_every_page_has_a_social_picture_and_icons_have_their_size() -> None:
    for name, side in {"apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}.items():
        with Image.open(ASSETS / name) as image:
            assert image.size == (side, side), name
    for path in [page.path for page in SITE.pages] + [product.path for product in SITE.products]:
        file = ASSETS / social_picture(path)[1:]
        with Image.open(file) as image:
            assert image.size == (1200, 630), file
        assert file.stat().st_size < 120_000, file
    assert sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()) < 60 * MEGABYTE


def test_a_plate_stands_for_what_nobody_has_taken() -> None:
    sizes = {
        "products/super-duper-glue/2-gm-front": (1920, 1480), "news/something": (1440, 960),
        "brands/another": (1280, 960), "slides/another": (1920, 1080), "slides/another-portrait": (1080, 1350),
        "banners/another": (1920, 480),
    }  # fmt: skip
    for name, (width, height) in sizes.items():
        shown = picture(name)
        assert (shown.width, shown.height, shown.drawn) == (width, height, True), name
        address = shown.fallback.path
        assert len(address) < 1500
        markup = ET.fromstring(unquote(address.removeprefix("data:image/svg+xml,")))  # noqa: S314  our own
        assert markup.get("viewBox") == f"0 0 {width} {height}"
    names = ("products/super-glue/2-gm-front", "brands/cyclon", "products/portland-42-5-cement/", "brands/3-2-1")
    assert [initials(name) for name in names] == ["SG", "C", "PC", "32"]
    assert "SD" in unquote(picture("products/super-duper-glue/2-gm-front").fallback.path)
    with pytest.raises(PictureError, match="drawings/none"):
        picture("drawings/none")
    # It is not preloaded, and no fact for search engines.
    assert preload("products/none/1-front", "92vw") is None
    product = SITE.products[0].model_copy(update={"id": "none"})
    assert "image" not in structured.product(SITE, product)[0]


@pytest.mark.company
def test_a_page_holds_its_icon_so_that_no_browser_asks_for_it() -> None:
    """That of another company may be too large to stand in every page."""
    addresses = re.findall(r'href="([^"]+)"', str(h.fragment[ICONS]))
    drawn = next(unquote(address).partition(",")[2] for address in addresses if address.startswith("data:"))
    assert drawn == (ASSETS / "favicon.svg").read_text("utf-8").strip()
    assert "/favicon.svg" not in addresses


@pytest.mark.company
def test_the_logos_of_both_themes_are_drawn_in_the_page_with_ids_of_their_own() -> None:
    """A ``data:`` URL is one more request beside font and picture; an id of what is not shown draws nothing."""
    drawn = inline_drawing("/marks/company.svg", "logo") + inline_drawing("/marks/company-dark.svg", "logo-dark")
    ids = re.findall(r'\bid="([^"]+)"', drawn)
    assert drawn.count("<svg") == 2
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", drawn)) == set(ids)


@pytest.mark.parametrize("part", ["<style>.a{fill:red}</style>", """<path clip-path="url('#a')" d=""/>"""])
def test_a_drawing_that_would_change_the_page_or_lose_a_part_is_not_inlined(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_parts, "ASSETS", tmp_path)
    (tmp_path / "mark.svg").write_text(f"<svg>{part}</svg>", "utf-8")
    assert inline_drawing("/mark.svg", "logo") == ""
    assert drawing_address("/mark.svg").startswith("data:image/svg+xml,")
