"""Bangla in the encoding of Bijoy and in the order of shapes becomes Unicode."""

import unicodedata

from starbond_site.documents.extraction import bangla, bijoy
from tests.unit.documents.made_pdfs import BANGLA, BIJOY, drawn


def test_bijoy_becomes_unicode_by_the_name_of_its_font():
    wanted = {written: unicodedata.normalize("NFC", word) for word, written in BIJOY.items()} | {
        "MYcÖRvZš¿x evsjv‡`k miKvi, 2026|": "গণপ্রজাতন্ত্রী বাংলাদেশ সরকার, ২০২৬।",
        "Avgvi ‡mvbvi evsjv": "আমার সোনার বাংলা",
        "বাংলাদেশ 2026": "বাংলাদেশ 2026",
        # Of a font that is marked as symbolic.
        "".join(chr(0xF000 + ord(letter)) for letter in "Avwg"): "আমি",
    }
    assert {written: bijoy.converted(written) for written in wanted} == wanted
    bijoy_fonts = ["SutonnyMJ", "SutonnyMJ-Bold", "SutonnyMJ,Italic", "ChandrabatiMatraMJ"]
    fonts = [*bijoy_fonts, "SutonnyOMJ", "NikoshBAN", "Helvetica", "MJensonPro"]
    assert [font for font in fonts if bijoy.is_encoding_of(font)] == bijoy_fonts


def test_order_of_shapes_is_put_right():
    page = "েদশ " * 3
    words = {unicodedata.normalize("NFC", word) for word in (*BANGLA, *BIJOY)}
    assert [word for word in sorted(words) if bangla.repaired(page + drawn(word)).split()[-1] != word] == []
    text = " ".join(BANGLA)
    kept = [text, "কি করি নদী", "", "No Bangla at all", "আর্থিক বিবরণী"]
    assert [bangla.repaired(text) for text in kept] == kept
