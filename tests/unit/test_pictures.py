"""Every picture that content names exists, is what the manifest says, and is not too heavy."""

import hashlib
import io
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from starbond_site.components.picture import preload
from starbond_site.content import plates, read
from starbond_site.content.checks import named_pictures
from starbond_site.content.pictures import PictureError, picture, pictures, social_picture
from starbond_site.pages import structured

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SITE = read("en")
MEGABYTE = 1_000_000
FORMATS = {"avif": "AVIF", "webp": "WEBP", "jpeg": "JPEG"}


def _named() -> list[str]:
    return list(dict.fromkeys(name for _, _, name in named_pictures(SITE)))


def test_every_picture_is_what_the_manifest_says() -> None:
    """As wide, high and heavy, and undamaged since it was written: its name holds the hash of the content."""
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
    """No drawing stands in for a product, and every picture is as wide as a page shows it."""
    products = [shown for name, shown in pictures().items() if name.startswith("products/")]
    assert [shown.name for shown in products if shown.drawn or shown.width < 800] == []
    shown = [files for one in pictures().values() for files in one.formats.values()]
    listed = {ASSETS / file.path[1:] for files in shown for file in files}
    assert {path for path in (ASSETS / "pictures").rglob("*") if path.is_file()} == listed


@pytest.mark.company
def test_nothing_is_drawn_that_nobody_names() -> None:
    """What a person gave may outlast its place in the content; it is never deleted."""
    made = {name for name, shown in pictures().items() if not shown.imported}
    assert made - set(_named()) == set()


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


def test_every_page_has_a_social_picture() -> None:
    for path in [page.path for page in SITE.pages] + [product.path for product in SITE.products]:
        file = ASSETS / social_picture(path)[1:]
        with Image.open(file) as image:
            assert image.size == (1200, 630), file
        assert file.stat().st_size < 120_000, file
    assert sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()) < 60 * MEGABYTE


def test_a_social_picture_has_the_path_of_its_page() -> None:
    """``art/tests/test_importing.py`` holds the same names. Icons have their size."""
    for name, side in {"apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}.items():
        with Image.open(ASSETS / name) as image:
            assert image.size == (side, side), name
    paths = ("/", "/Bod", "/about-us", "/products/super-glue", "/investors/2026/Half-Year")
    files = ("home", "bod", "about-us", "products/super-glue", "investors/2026/half-year")
    assert [social_picture(path) for path in paths] == [f"/social/{file}.jpg" for file in files]


def test_a_plate_stands_for_what_nobody_has_taken() -> None:
    sizes = {
        "products/super-duper-glue/2-gm-front": (1920, 1480),
        "news/something": (1440, 960),
        "brands/another": (1280, 960),
        "slides/another": (1920, 1080),
        "slides/another-portrait": (1080, 1350),
        "banners/another": (1920, 480),
    }
    for name, (width, height) in sizes.items():
        shown = picture(name)
        assert (shown.width, shown.height, shown.drawn) == (width, height, True), name
        address = shown.fallback.path
        assert len(address) < 1500
        markup = ET.fromstring(unquote(address.removeprefix("data:image/svg+xml,")))  # noqa: S314  our own
        assert markup.get("viewBox") == f"0 0 {width} {height}"
    names = ("products/super-glue/2-gm-front", "brands/cyclon", "products/portland-42-5-cement/", "brands/3-2-1")
    assert [plates.initials(name) for name in names] == ["SG", "C", "PC", "32"]
    assert "SD" in unquote(picture("products/super-duper-glue/2-gm-front").fallback.path)
    with pytest.raises(PictureError, match="drawings/none"):
        picture("drawings/none")


def test_a_plate_is_not_preloaded_and_no_fact_for_search_engines() -> None:
    assert "link" not in str(preload("products/none/1-front", "92vw").render())
    product = SITE.products[0].model_copy(update={"id": "none"})
    facts = structured.product(SITE, product)
    assert "image" not in facts[0]
