"""Bangla in the encoding of Bijoy and in the order of shapes becomes Unicode."""

import unicodedata

import pytest

from starbond_site.documents.extraction import bangla, bijoy
from tests.unit.documents.made_pdfs import BANGLA, BIJOY, drawn


@pytest.mark.parametrize("word", BIJOY)
def test_bijoy_words(word: str):
    """Signs before consonants, reph, conjuncts of one and of two shapes."""
    assert bijoy.converted(BIJOY[word]) == unicodedata.normalize("NFC", word)


def test_bijoy_sentence():
    assert bijoy.converted("MYcÖRvZš¿x evsjv‡`k miKvi, 2026|") == "গণপ্রজাতন্ত্রী বাংলাদেশ সরকার, ২০২৬।"
    assert bijoy.converted("Avgvi ‡mvbvi evsjv") == "আমার সোনার বাংলা"


def test_unicode_in_a_font_of_bijoy_stays():
    assert bijoy.converted("বাংলাদেশ 2026") == "বাংলাদেশ 2026"


def test_symbolic_fonts_are_read():
    assert bijoy.converted("".join(chr(0xF000 + ord(letter)) for letter in "Avwg")) == "আমি"


@pytest.mark.parametrize(
    ("font", "expected"),
    [
        ("SutonnyMJ", True),
        ("SutonnyMJ-Bold", True),
        ("SutonnyMJ,Italic", True),
        ("ChandrabatiMatraMJ", True),
        ("SutonnyOMJ", False),
        ("NikoshBAN", False),
        ("Helvetica", False),
        ("MJensonPro", False),
    ],
)
def test_fonts_are_recognised_by_name(font: str, *, expected: bool):
    assert bijoy.is_encoding_of(font) is expected


@pytest.mark.parametrize("word", [*BANGLA, *BIJOY])
def test_order_of_shapes_is_put_right(word: str):
    """Whatever was drawn comes back, in a page that shows in which order it is."""
    page = "েদশ " * 3
    assert bangla.repaired(page + drawn(unicodedata.normalize("NFC", word))).split()[-1] == unicodedata.normalize(
        "NFC", word
    )


@pytest.mark.parametrize("text", [" ".join(BANGLA), "কি করি নদী", "", "No Bangla at all", "আর্থিক বিবরণী"])
def test_unicode_order_stays(text: str):
    assert bangla.repaired(text) == text
