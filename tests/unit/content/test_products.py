"""Product and brand files follow docs/requirements.md, "Products", in both languages."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from starbond_site.content.models import LANGUAGES, Brand, Product

CONTENT = Path(__file__).parents[3] / "starbond_site" / "content"

# docs/requirements.md, "Products": the sizes of every product.
SIZES = {
    "/SyntheticResinAdhesive": "50 g|125 g|250 g|500 g|1 kg|2 kg|5 kg|10 kg|20 kg|40 kg|50 kg|100 kg",
    "/SyntheticRubberAdhesive": "100 ml|200 ml|500 ml|1 Ltr|2 Ltr|5 Ltr|10 Ltr",
    "/FixGelTube": "10 ml|20 ml",
    "/SyntheticDistemberAdhesives": "250 gm|500 gm|1 kg|5 kg|15 kg",
    "/SuperGlue": "2 gm|4 gm|40 gm",
    "/PurAdhesives": "250 ml|500 ml",
    "/PuHardener": "1 Ltr|5 Ltr",
    "/GumkingSyntheticResin": "250 gm|500 gm|1 kg|2 kg|5 kg|10 kg|15 kg|30 kg",
    "/GumkingSyntheticRubber": "100 ml|200 ml|500 ml|1 Ltr|2 Ltr|5 Ltr|10 Ltr|15 Ltr",
    "/StarBondSB40": "277 ml",
    "/StarBondDashboardCleaner": "400 ml",
    "/StarBondHotMeltAdhesives": "25 kg",
    "/StarBondNCThinner": "1 Ltr|3.78 Ltr|20 Ltr|200 Ltr",
    "/StarBondSilica": "300 gm",
    "/UPVCSolventCement": "25 ml|50 ml|100 ml|500 ml|100 kg|180 kg|190 kg",
    "/StarBondWoodPreservative": "500 ml|1 Ltr|2 Ltr|4 Ltr",
    "/StarBondSprayPaint": "400 ml",
}
BANGLA_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
BANGLA_UNITS = {"g": "গ্রাম", "gm": "গ্রাম", "kg": "কেজি", "ml": "মিলি", "Ltr": "লিটার"}

# docs/requirements.md, "Products": figures of the manufacturer, which have to survive every rewording.
FIGURES = {
    "/FixGelTube": ("10 minutes", "2 to 3 hours"),
    "/SyntheticDistemberAdhesives": ("250 g or more", "5 kg of lime"),
    "/SuperGlue": ("5 to 10 seconds", "5 to 6 seconds"),
    "/PurAdhesives": ("at least 30 minutes",),
    "/StarBondHotMeltAdhesives": ("4 to 5 seconds", "160 to 180 degrees", "under 150 degrees", "above 180 degrees"),
    "/StarBondSprayPaint": ("24 colours", "8 to 12 inches"),
    "/UPVCSolventCement": ("Wear gloves",),
}
COMMON_CAUTIONS = {
    "Keep away from fire.",
    "Keep out of the reach of children.",
    "Do not use in a closed place.",
    "Keep in a cool, dry place.",
}
HOME_CARDS = ["star-bond", "star-king", "gumking", "cyclon"]


def _read(path: Path) -> dict:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def _products(language: str) -> tuple[dict[str, Product], list[str]]:
    """Return the products by file name, and the English texts that have no translation."""
    missing: list[str] = []
    context = {"language": language, "missing": missing}
    files = sorted((CONTENT / "products").glob("*.toml"))
    return {path.stem: Product.model_validate(_read(path), context=context) for path in files}, missing


@cache
def _brands(language: str) -> tuple[list[Brand], list[str]]:
    """Return the brands in the order of their file, and the English texts that have no translation."""
    missing: list[str] = []
    context = {"language": language, "missing": missing}
    entries = _read(CONTENT / "brands.toml")["brands"]
    return [Brand.model_validate(entry, context=context) for entry in entries], missing


def _by_path(language: str) -> dict[str, Product]:
    return {product.path: product for product in _products(language)[0].values()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_one_file_for_every_product_page(language: str):
    """The paths of the requirements are there, and each file is named after its product."""
    products, _ = _products(language)
    assert {product.path for product in products.values()} >= set(SIZES)
    assert [product.id for product in products.values()] == list(products)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_untranslated(language: str):
    """Every text of products and brands stands in both languages."""
    assert _products(language)[1] == []
    assert _brands(language)[1] == []


@pytest.mark.parametrize("path", SIZES)
def test_every_required_size_is_there_in_its_order(path: str):
    """The drop-down offers the sizes of docs/requirements.md."""
    assert "|".join(size.label for size in _by_path("en")[path].sizes) == SIZES[path]


@pytest.mark.parametrize("path", SIZES)
def test_size_ids_follow_the_english_label_in_both_languages(path: str):
    """Pictures are named by size id, so that both languages find the same ones."""
    expected = [re.sub(r"[^a-z0-9]+", "-", label.lower()) for label in SIZES[path].split("|")]
    for language in LANGUAGES:
        assert [size.id for size in _by_path(language)[path].sizes] == expected


@pytest.mark.parametrize("path", SIZES)
def test_bangla_sizes_say_the_same_amount(path: str):
    """A Bangla label is the English one in Bangla figures and units."""
    for label, size in zip(SIZES[path].split("|"), _by_path("bn")[path].sizes, strict=True):
        amount, unit = label.split(" ")
        assert size.label == f"{amount.translate(BANGLA_DIGITS)} {BANGLA_UNITS[unit]}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", ["name", "summary", "description", "uses", "use_picture"])
def test_no_two_products_share_a_text(language: str, field: str):
    """Names and descriptions tell the pages apart in tabs and search results."""
    texts = [getattr(product, field) for product in _products(language)[0].values()]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("path", SIZES)
def test_bangla_has_as_many_points_and_is_written_in_bangla(path: str):
    """Nothing was dropped in translation or left in English."""
    english, bangla = _by_path("en")[path], _by_path("bn")[path]
    assert len(bangla.characteristics) == len(english.characteristics)
    assert len(bangla.cautions) == len(english.cautions)
    texts = (bangla.name, bangla.summary, bangla.description, bangla.uses, bangla.use_picture)
    for text in texts + bangla.characteristics + bangla.cautions:
        assert any("\u0980" <= letter <= "\u09ff" for letter in text), text


@pytest.mark.parametrize("path", SIZES)
def test_the_common_cautions_stand_on_every_page(path: str):
    """docs/requirements.md, "Products": cautions that all products share."""
    assert set(_by_path("en")[path].cautions) >= COMMON_CAUTIONS


@pytest.mark.parametrize("path", FIGURES)
def test_the_figures_of_the_manufacturer_are_stated(path: str):
    """Times, temperatures and amounts are those of the manufacturer."""
    product = _by_path("en")[path]
    copy = " ".join((product.uses, *product.characteristics, *product.cautions))
    assert [figure for figure in FIGURES[path] if figure not in copy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_wood_preservative_has_its_own_title(language: str):
    """docs/requirements.md, "Products": the title of uPVC solvent cement was a mistake."""
    names = {path: product.name for path, product in _by_path(language).items()}
    assert names["/StarBondWoodPreservative"] != names["/UPVCSolventCement"]
    assert _by_path("en")["/StarBondWoodPreservative"].name == "Wood Preservative"


def test_cards_are_those_of_the_home_page_in_its_order():
    """docs/requirements.md, "Home page and carousels": these cards, and whichever were added; STARLAQ has none."""
    cards = [brand.id for brand in _brands("en")[0] if brand.card]
    assert [id for id in cards if id in HOME_CARDS] == HOME_CARDS
    assert "starlaq" in {brand.id for brand in _brands("en")[0]} - set(cards)


def test_every_product_has_a_brand_and_every_card_somewhere_to_lead():
    """A card without a product would lead nowhere."""
    used = {product.brand for product in _products("en")[0].values()}
    assert used <= {brand.id for brand in _brands("en")[0]}
    assert used >= set(HOME_CARDS)


@pytest.mark.parametrize(("start", "brand"), [("/Gumking", "gumking"), ("/StarBond", "star-bond")])
def test_a_page_named_after_a_brand_belongs_to_it(start: str, brand: str):
    """A path that names a brand does not contradict its page."""
    assert {product.brand for path, product in _by_path("en").items() if path.startswith(start)} == {brand}
