"""What pages, data sheets and comparisons say of a product: the words of its texts, and whom to ask."""

import re
from html import unescape
from urllib.parse import quote

import htpy as h
import pytest
import segno
from markupsafe import escape

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.facts import JOINING, NEEDED
from starbond_site.presentation.products.comparison import MAX_NAME, MAX_PRODUCTS, ComparedProducts, comparison
from starbond_site.presentation.products.data_sheet import sheet
from starbond_site.presentation.products.facts import UNKNOWN, ask, rows, steps, technical_table
from starbond_site.presentation.products.packs import SMALLEST_ON_CARD, on_card
from starbond_site.shared.settings import settings

SITES = [content.read(language) for language in content.LANGUAGES]
EACH = [(site, product) for site in SITES for product in site.products]
ENGLISH = SITES[0]


def test_every_fact_is_told_and_what_is_not_is_asked():
    for site, product in EACH:
        facts = site.facts.by_product.get(product.id, UNKNOWN)
        found = {row.name: row for row in rows(site, product)}
        times = dict.fromkeys(time.text(product) for time in facts.times if time.of != "open")
        assert found["times"].texts == tuple(times)
        assert found["dose"].texts == tuple(dose.text(product) for dose in facts.doses), product.id
        for place in ("wet", "heat", "outdoors"):
            assert len(found[place].texts) == sum(fact.place == place for fact in facts.places), product.id
        assert bool(found["solvent"].texts) == bool(facts.solvent), product.id
        names = {material.id: material.name for material in site.materials}
        assert all(names[join.material] in " ".join(found["joins"].texts) for join in facts.joins), product.id
        rows_of = {"materials": "joins", "drying": "times"}
        assert {row.name for row in found.values() if row.open} == {rows_of.get(name, name) for name in facts.ask}
        if facts.kind.is_ in JOINING:
            settled = {row.name for row in found.values() if row.texts or row.open}
            assert settled >= {rows_of.get(name, name) for name in NEEDED}, product.id


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
        html = str(h.fragment[technical_table(site, product)])
        plain = re.sub(r"&#39;|&#34;", "", html)
        for row in rows(site, product):
            for text in row.texts:
                assert re.sub("['\"]", "", text) in plain, product.id
        asked = [row for row in rows(site, product) if row.open]
        assert html.count("https://wa.me/") == bool(asked), product.id
        headings = [row.label for row in rows(site, product) if row.texts]
        assert re.findall(r'<th scope="row">(.*?)</th>', html)[1:-1] == headings, product.id
        assert all(size.label in html for size in product.sizes), product.id


@pytest.mark.company
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_picture_stands_below_its_step_and_one_that_is_alone_beside_all(number: int) -> None:
    told = ENGLISH.product("/SuperGlue")
    shown = tuple(
        step.model_copy(update={"picture": f"products/{told.id}/use" if place < number else ""})
        for place, step in enumerate(told.steps)
    )
    html = str(h.fragment[steps(ENGLISH, told.model_copy(update={"steps": shown}))])
    assert html.count("<img") == number
    assert html.partition("</ol>")[2].count("<img") == (number == 1)


def test_who_is_asked():
    """The message names product and fact, and a reader of the link hears both."""
    product, words = ENGLISH.products[0], ENGLISH.interface.facts
    html = str(ask(ENGLISH, product, "Open time", "Open time & more"))
    assert f'href="tel:{ENGLISH.company.sales_phone.dial}"' in html
    message = quote(words.message.format(product=product.name, fact="Open time"))
    assert f'href="https://wa.me/{ENGLISH.company.whatsapp}?text={message}"' in html
    assert f'aria-label="{words.ask_name.format(product=product.name, fact="Open time")}"' in html
    assert '<p class="ask">Open time &amp; more: call' in html


GLUE, RESIN, PUR, THINNER = "super-glue", "synthetic-resin-adhesive", "pur-adhesive", "nc-thinner"


def row(html: str, label: str) -> list[str]:
    found = re.search(rf'<th scope="row" role="rowheader">{re.escape(label)}</th>(.*?)</tr>', html)
    assert found, label
    return re.findall('<td role="cell">(.*?)</td>', found[1])


@pytest.mark.parametrize(("names", "shown", "too_many", "unknown"), [
    ([], [], [], []), (["", " "], [], [], []), ([GLUE, PUR], [GLUE, PUR], [], []),
    ([GLUE, "", GLUE], [GLUE], [], []), ([GLUE, "no-such", PUR], [GLUE, PUR], [], ["no-such"]),
    ([GLUE, PUR, RESIN, THINNER], [GLUE, PUR, RESIN], [THINNER], []),
])  # fmt: skip
def test_what_an_address_asks_for(names: list[str], shown: list[str], too_many: list[str], unknown: list[str]):
    choice = ComparedProducts.of(ENGLISH, names)
    assert [[product.id for product in each] for each in (choice.products, choice.too_many)] == [shown, too_many]
    assert list(choice.unknown) == unknown


def test_every_product_can_stand_beside_others_without_an_empty_cell():
    for site in SITES:
        for place, product in enumerate(site.products):
            other = site.products[place - 1]
            html = comparison(site, ComparedProducts.of(site, [product.id, other.id]))
            words = site.interface.product
            assert row(html, words.uses) == [f"<p>{escape(each.uses)}</p>" for each in (product, other)], site.language
            for cell, each in zip(row(html, words.sizes_heading), (product, other), strict=True):
                assert cell == f"<p>{', '.join(size.label for size in each.sizes)}</p>", site.language
            for cell, each in zip(row(html, words.caution), (product, other), strict=True):
                assert re.findall("<li>(.*?)</li>", cell) == [escape(caution) for caution in each.cautions]
    for site, product in EACH:
        html = comparison(site, ComparedProducts.of(site, [product.id, GLUE, RESIN]))
        cells = re.findall('<td role="cell">(.*?)</td>', html.partition("<tbody")[2])
        assert cells, site.language
        for cell in cells:
            assert re.sub("<[^>]+>", "", cell).strip(), site.language
            assert ('class="ask"' in cell) == ("tel:" in cell) == ("wa.me" in cell), site.language


def said(site: Site, *names: str) -> list[str]:
    html = comparison(site, ComparedProducts.of(site, names))
    return re.findall("<p>(.*?)</p>", re.findall('role="status"[^>]*>(.*?)</div>', html)[0])


def test_what_is_said_of_a_choice():
    for site in SITES:
        words, names = site.interface.compare, [product.id for product in site.products]
        assert (said(site), said(site, names[0])) == ([words.nothing], [words.one_more])
        assert said(site, *names[:MAX_PRODUCTS]) == []
        left_out = words.too_many.format(count=MAX_PRODUCTS, names=site.products[MAX_PRODUCTS].name)
        assert said(site, *names[: MAX_PRODUCTS + 1]) == [site.digits(left_out)]
        assert said(site, *names[:2], "<b>") == [words.unknown.format(name="&lt;b&gt;")]
        assert said(site, "x" * 500) == [words.nothing, words.unknown.format(name="x" * MAX_NAME + "…")]


def test_a_sheet_is_complete_and_its_code_leads_to_the_product():
    for site, product in EACH:
        plain = re.sub("<style>.*?</style>|<[^>]+>", " ", sheet(site, product))
        text = " ".join(unescape(plain).split())
        company, office = site.company, site.company.offices[0]
        expected = [product.name, product.summary, product.uses, *product.characteristics, *product.cautions]
        expected += [*(size.label for size in product.sizes), site.brand(product.brand).name]
        expected += [
            company.name, company.legal_name, ", ".join(office.lines), company.email, company.sales_phone.shown,
        ]  # fmt: skip
        expected += [
            *([site.long_date(site.facts.revised)] if site.facts.revised else []),
            settings().public_url + site.address(product.path),
        ]
        expected += [told for row in rows(site, product) for told in row.texts]
        expected += [row.open for row in rows(site, product) if row.open]
        assert [part for part in expected if part not in text] == [], product.id
        assert site.interface.finder.not_joining not in text, product.id
    for site in SITES:
        product = site.products[-1]
        html = sheet(site, product)
        address = settings().public_url + site.address(product.path)
        code = segno.make_qr(address, error="m").svg_inline(dark="#000", light="#fff", border=4, omitsize=True)
        assert code in html, product.id
        assert escape(address) in html, product.id


def test_the_head_says_language_title_and_other_language_and_is_not_indexed():
    html = sheet(ENGLISH, ENGLISH.product("/SuperGlue"))
    assert html.startswith('<!doctype html><html lang="en"')
    assert f"<title>Data sheet: Super Glue | {ENGLISH.company.name}</title>" in html
    assert '<meta name="robots" content="noindex">' in html
    home = settings().public_url
    for language, path in (("en", "/SuperGlue/sheet"), ("bn", "/bn/SuperGlue/sheet")):
        assert f'<link rel="alternate" hreflang="{language}" href="{home}{path}">' in html
    assert f'<link rel="canonical" href="{home}/SuperGlue/sheet">' in html
    assert html.count("<h1>") == 1


def test_rows_of_which_no_text_says_anything_are_left_out():
    html = comparison(ENGLISH, ComparedProducts.of(ENGLISH, [RESIN, GLUE]))
    labels = re.findall('role="rowheader">(.*?)</th>', html)
    finder, facts = ENGLISH.interface.finder.conditions, ENGLISH.interface.facts
    assert {finder["wet"], finder["heat"], facts.times} <= set(labels)
    assert not {finder["outdoors"], facts.solvent, facts.open_time, facts.dose} & set(labels)
    thinner = comparison(ENGLISH, ComparedProducts.of(ENGLISH, [THINNER]))
    assert not re.search(f">{facts.joins}<|{facts.times}|{facts.note}", thinner)
    [told, asked] = row(html, finder["wet"])
    assert (told, "tel:" in asked) == ("<p>Resistant to water.</p>", True)


def test_texts_can_hold_what_html_and_css_reserve():
    product = ENGLISH.products[0].model_copy(update={"name": 'A "b" </style> \\ & <i>'})
    html = sheet(ENGLISH, product)
    assert html.count("</style>") == 1
    assert "<i>" not in html
    assert f'{ENGLISH.company.name} · A \\22 b\\22  \\3c /style> \\5c  & \\3c i>"' in html
