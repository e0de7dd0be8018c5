"""First aid: what texts warn of and nothing else, numbers to dial, pictograms where a fact names a class."""

import html
import re

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.facts import HazardFact, ProductFacts
from starbond_site.features.safety.html import common
from starbond_site.features.safety.html import safety as elements


def safety(site: Site) -> str:
    return str(elements(site))


SITES = [content.read(language) for language in content.LANGUAGES]


def items(site: Site, product: str) -> list[str]:
    """Return what stands in the list of one product."""
    entry = safety(site).partition(f'<li id="{product}">')[2].partition("<h3>")[2].partition("</ul>")[0]
    return re.findall("<li>(.*?)</li>", entry)


def test_each_product_warns_of_what_its_cautions_say_and_of_nothing_else() -> None:
    for site in SITES:
        assert common(site), site.language
        for product in site.products:
            assert sorted([*common(site), *items(site, product.id)]) == sorted(product.cautions), product.id
            assert f'href="{site.address(product.path)}"' in safety(site)


def test_steps_that_the_ghs_does_not_have_name_who_wrote_them_and_who_confirms_them() -> None:
    for site, confirms in zip(SITES, ("company's physician", "কোম্পানির চিকিৎসক"), strict=True):
        others = [aid for aid in site.safety.first_aid if "GHS" not in aid.source]
        assert [aid.id for aid in others] == ["eyelids", "glued", "burn"]
        for aid in others:
            assert confirms in aid.source
            assert aid.source in html.unescape(safety(site))


def test_numbers_that_are_samples_cannot_be_dialled() -> None:
    for site in SITES:
        calls = site.safety.calls
        numbers = [f"tel:{call.dial}" for call in calls if call.dial]
        assert re.findall('href="(tel:.*?)"', safety(site)) == numbers
        assert len(numbers) < len(calls)
        assert all(call.shown in safety(site) for call in calls), site.language


def test_pictograms_stand_where_a_fact_names_the_class() -> None:
    site = SITES[0]
    assert "<svg" not in safety(site)
    fact = HazardFact.model_validate({"is": "flammable", "source": "cautions.0", "quote": "Flammable."})
    named = [each.model_copy(update={"hazards": (fact,) * (each.product == "super-glue")}) for each in site.facts.facts]
    shown = safety(site.model_copy(update={"facts": ProductFacts(facts=tuple(named))}))
    assert re.findall('<svg class="pictogram" role="img" aria-label="(.*?)"', shown) == ["Flammable"]
    assert shown.index("<svg") > shown.index('id="super-glue"')
