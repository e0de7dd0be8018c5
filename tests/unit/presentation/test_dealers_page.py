"""The HTML of the dealers: complete, in the language of the page, and safe."""

import re
from dataclasses import replace

from starbond_site import content
from starbond_site.content.dealers import Dealer
from starbond_site.documents.snapshot import EMPTY, DealersView
from starbond_site.presentation.dealers_markup import dealers

ENGLISH, BANGLA = (content.read(language) for language in content.LANGUAGES)
PLACE = {"region": "Dhaka", "region_bn": "ঢাকা", "area": "Gazipur", "town": "Sreepur", "address": "Road 1"}


def shop(name: str, **values: object) -> Dealer:
    return Dealer.model_validate(
        {**PLACE, "name": name, "telephone": "01711-000000", **values}, context={"country": "BD"}
    )


def html(site: content.Site, *found: Dealer) -> str:
    return dealers(site, replace(EMPTY, dealers=DealersView(1, found)))


def names(text: str, element: str) -> list[str]:
    return re.findall(rf"<{element}[^>]*>([^<]*)</{element}>", text)


def test_dealers_stand_by_place_and_name() -> None:
    text = html(
        ENGLISH,
        shop("B store"),
        shop("a store"),
        shop("C store", area="Dhaka"),
        shop("D store", region="Barishal", region_bn="", area="Bhola"),
    )
    assert names(text, "h2") == ["Barishal", "Dhaka"]
    assert names(text, "h3") == ["Bhola", "Dhaka", "Gazipur"]
    assert names(text, "h4") == ["D store", "C store", "a store", "B store"]


def test_a_dealer_is_reached_found_and_escaped() -> None:
    text = html(ENGLISH, shop("Rahman", whatsapp="01811-000000"))
    assert '<a class="button" href="tel:+8801711000000" aria-label="Call Rahman: +880 1711-000000">' in text
    assert 'href="https://wa.me/8801811000000" target="_blank" rel="noopener"' in text
    assert f'aria-label="Write to Rahman on WhatsApp ({ENGLISH.interface.links.new_tab})"' in text
    assert "wa.me" not in html(ENGLISH, shop("Karim"))
    (searched,) = re.findall(r'data-search="([^"]*)"', html(ENGLISH, shop("Rahman", name_bn="রহমান")))
    assert searched == "dhaka ঢাকা gazipur sreepur rahman রহমান road 1 01711000000"
    text = html(ENGLISH, shop('<b>&"', region="<i>"))
    assert "<b>" not in text
    assert "<i>" not in text
    assert 'data-region="&lt;i&gt;"' in text


def test_the_sample_says_that_it_is_one_until_dealers_are_imported() -> None:
    for site in [ENGLISH, BANGLA]:
        note = site.interface.dealers.sample_note
        assert note in html(site), site.language
        assert note not in html(site, shop("Rahman")), site.language
        assert site.dealers[0].text("name", site.language) in html(site), site.language


def test_without_any_dealer_the_sales_office_is_named() -> None:
    text = html(ENGLISH.model_copy(update={"dealers": ()}))
    assert ENGLISH.interface.dealers.empty in text
    assert f"tel:{ENGLISH.company.sales_phone.dial}" in text
