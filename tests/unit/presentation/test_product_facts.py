"""Facts are told in the words of the texts, and what no text says is asked: telephone and WhatsApp."""

import re
from urllib.parse import quote

import pytest

from starbond_site import content
from starbond_site.content.facts import JOINING, NEEDED
from starbond_site.presentation.products.facts import ASPECTS, ask, rows
from starbond_site.presentation.products.proportions import SMALLEST_ON_CARD, on_card
from starbond_site.presentation.products.technical import technical_table

SITES = [content.read(language) for language in content.LANGUAGES]
EACH = [(site, product) for site in SITES for product in site.products]
ENGLISH = SITES[0]


def test_every_fact_is_told_and_nothing_else():
    for site, product in EACH:
        facts = site.facts.by_product[product.id]
        found = {row.name: row for row in rows(site, product)}
        assert list(found) == list(ASPECTS), product.id
        assert found["times"].texts == tuple(
            dict.fromkeys(time.text(product) for time in facts.times if time.of != "open")
        )
        assert found["dose"].texts == tuple(dose.text(product) for dose in facts.doses), product.id
        for place in ("wet", "heat", "outdoors"):
            assert len(found[place].texts) == sum(fact.place == place for fact in facts.places), product.id
        assert bool(found["solvent"].texts) == bool(facts.solvent), product.id
        names = {material.id: material.name for material in site.materials}
        assert all(names[join.material] in " ".join(found["joins"].texts) for join in facts.joins), product.id


def test_what_the_facts_list_under_ask_is_asked():
    for site, product in EACH:
        facts = site.facts.by_product[product.id]
        rows_of = {"materials": "joins", "drying": "times"}
        assert {row.name for row in rows(site, product) if row.open} == {rows_of.get(name, name) for name in facts.ask}
        if facts.kind.is_ in JOINING:
            settled = {row.name for row in rows(site, product) if row.texts or row.open}
            assert settled >= {rows_of.get(name, name) for name in NEEDED}, product.id


def test_who_is_asked():
    """The message names product and fact, and a reader of the link hears both."""
    product, words = ENGLISH.products[0], ENGLISH.interface.facts
    html = ask(ENGLISH, product, "Open time", "Open time & more")
    assert f'href="tel:{ENGLISH.company.sales_phone.dial}"' in html
    message = quote(words.message.format(product=product.name, fact="Open time"))
    assert f'href="https://wa.me/{ENGLISH.company.whatsapp}?text={message}"' in html
    assert f'aria-label="{words.ask_name.format(product=product.name, fact="Open time")}"' in html
    assert '<p class="ask">Not in our texts: Open time &amp; more. Ask us:' in html


def test_every_card_shows_a_size_of_its_product_on_one_scale() -> None:
    for product in ENGLISH.products:
        size, scale = on_card(ENGLISH, product)
        assert size in product.sizes, product
        facts = ENGLISH.facts.by_product.get(product.id)
        amounts = [pack.base[0] for pack in facts.packs if pack.size == size.id] if facts else []
        for amount in amounts:
            assert scale == pytest.approx(min(1, max(SMALLEST_ON_CARD, (amount / 1000) ** (1 / 3))), abs=0.005), product


def test_the_table_says_each_fact_and_asks_for_the_others() -> None:
    for site, product in EACH:
        html = technical_table(site, product)
        plain = re.sub(r"&#x27;|&quot;", "", html)
        for row in rows(site, product):
            for text in row.texts:
                assert re.sub("['\"]", "", text) in plain, product.id
        asked = [row for row in rows(site, product) if row.open]
        assert html.count("https://wa.me/") == len(asked), product.id
        headings = [row.label for row in rows(site, product) if row.texts]
        headings += [site.interface.facts.ask_link] * bool(asked)
        assert re.findall(r'<th scope="row">(.*?)</th>', html)[2:] == headings, product.id
        assert (site.interface.facts.note in html) == bool(asked), product.id
        assert all(size.label in html for size in product.sizes), product.id
