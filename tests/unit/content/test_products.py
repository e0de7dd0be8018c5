"""Product and brand files follow docs/requirements.md, "Products", in both languages."""

import re

from starbond_site import content

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
HOME_CARDS = ["star-bond", "star-king", "gumking", "cyclon"]


SITES = {language: content.read(language) for language in content.LANGUAGES}
ENGLISH, BANGLA = ({product.path: product for product in SITES[language].products} for language in ("en", "bn"))


def test_products_and_sizes_are_those_of_the_requirements_in_both_languages():
    assert set(ENGLISH) == set(BANGLA) >= set(SIZES)
    files = sorted((content.FOLDER / "products").glob("*.toml"))
    assert sorted(product.id for product in ENGLISH.values()) == [file.stem for file in files]
    assert {path: "|".join(size.label for size in ENGLISH[path].sizes) for path in SIZES} == SIZES
    for path, labels in SIZES.items():
        ids = [re.sub(r"[^a-z0-9]+", "-", label.lower()) for label in labels.split("|")]
        assert [size.id for size in ENGLISH[path].sizes] == [size.id for size in BANGLA[path].sizes] == ids, path
        amounts = [label.split(" ") for label in labels.split("|")]
        translated = [f"{amount.translate(BANGLA_DIGITS)} {BANGLA_UNITS[unit]}" for amount, unit in amounts]
        assert [size.label for size in BANGLA[path].sizes] == translated, path


def test_figures_of_the_manufacturer_are_stated_and_cards_in_their_order():
    for path, figures in FIGURES.items():
        product = ENGLISH[path]
        copy = " ".join((product.uses, *product.characteristics, *product.cautions))
        assert [figure for figure in figures if figure not in copy] == [], path
    brands = SITES["en"].brands
    assert [brand.id for brand in brands if brand.card and brand.id in HOME_CARDS] == HOME_CARDS
    assert "starlaq" in {brand.id for brand in brands if not brand.card}
