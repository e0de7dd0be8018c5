"""The data sheet of each product is complete, escaped, and leads to the page of the product."""

import re
from datetime import date
from html import escape, unescape

import segno

from starbond_site import content
from starbond_site.content.formats import long_date
from starbond_site.presentation.products.facts import rows
from starbond_site.presentation.products.sheet import product_address, sheet
from starbond_site.settings import settings

SITES = [content.read(language) for language in content.LANGUAGES]
EACH = [(site, product) for site in SITES for product in site.products]
ENGLISH = SITES[0]
DAY = date(2026, 11, 23)


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub("<style>.*?</style>|<[^>]+>", " ", html)).split())


def test_a_sheet_is_complete():
    for site, product in EACH:
        text = text_of(sheet(site, product, DAY))
        company, office = site.company, site.company.offices[0]
        expected = [product.name, product.summary, product.uses, *product.characteristics, *product.cautions]
        expected += [*(size.label for size in product.sizes), site.brand(product.brand).name]
        expected += [
            company.name,
            company.legal_name,
            ", ".join(office.lines),
            company.email,
            company.sales_phone.shown,
        ]
        expected += [long_date(DAY, site.interface.dates), product_address(product, site.language)]
        expected += [told for row in rows(site, product) for told in row.texts]
        expected += [row.open for row in rows(site, product) if row.open]
        assert [part for part in expected if part not in text] == [], product.id
        assert site.interface.finder.not_joining not in text, product.id


def test_the_qr_code_leads_to_the_product():
    for site in SITES:
        product = site.products[-1]
        html = sheet(site, product, DAY)
        prefix = "" if site.language == "en" else "/bn"
        address = f"{settings().public_url}{prefix}{product.path}"
        code = segno.make_qr(address, error="m").svg_inline(dark="#000", light="#fff", border=4, omitsize=True)
        assert code in html, product.id
        assert escape(address) in html, product.id


def test_the_head_says_language_title_and_other_language_and_is_not_indexed():
    product = ENGLISH.product("/SuperGlue")
    html = sheet(ENGLISH, product, DAY)
    assert html.startswith('<!doctype html><html lang="en"')
    assert f"<title>Data sheet: Super Glue | {ENGLISH.company.name}</title>" in html
    assert '<meta name="robots" content="noindex">' in html
    home = settings().public_url
    for language, path in (("en", "/SuperGlue/sheet"), ("bn", "/bn/SuperGlue/sheet")):
        assert f'<link rel="alternate" hreflang="{language}" href="{home}{path}">' in html
    assert f'<link rel="canonical" href="{home}/SuperGlue/sheet">' in html
    assert html.count("<h1>") == 1


def test_texts_can_hold_what_html_and_css_reserve():
    product = ENGLISH.products[0].model_copy(update={"name": 'A "b" </style> \\ & <i>'})
    html = sheet(ENGLISH, product, DAY)
    assert html.count("</style>") == 1
    assert "<i>" not in html
    assert f'{ENGLISH.company.name} · A \\22 b\\22  \\3c /style> \\5c  & \\3c i>"' in html
