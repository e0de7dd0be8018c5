"""Facts are told in the words of the texts, and what no text says is asked: telephone and WhatsApp."""

from urllib.parse import quote

from starbond_site import content
from starbond_site.content.facts import JOINING, NEEDED
from starbond_site.presentation.products.facts import ASPECTS, ask, rows

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
