"""The data sheet of a product: a page for paper (A4), with a QR code that leads to the page of the product.

It has no header, footer or scripts of the site, so that nothing but the sheet is loaded and printed. Everything it says
is content that the page of the product has too.
"""

from datetime import date
from html import escape

from starbond_site import design
from starbond_site.content import Site, read
from starbond_site.content.addresses import alternates, data_sheet, localized
from starbond_site.content.formats import long_date
from starbond_site.content.languages import Language, others
from starbond_site.content.models import Product
from starbond_site.content.pictures import picture
from starbond_site.presentation.document_page import qr_code
from starbond_site.presentation.products.facts import Row, ask, rows
from starbond_site.presentation.products.pictures import picture_html
from starbond_site.settings import settings

STYLE, SCRIPT = "/sheet.css", "/print.js"
"""Files of ``assets/``."""
PICTURE_WIDTH = 960
"""In pixels at the least: 8 cm at 300 dots an inch."""


def sheet(site: Site, product: Product, day: date) -> str:
    """Return the page."""
    body = (
        _tools(site, product)
        + f'<main class="sheet brand-{product.brand}">'
        + _head(site, day)
        + _introduction(site, product)
        + f'<div class="sheet__columns"><div>{_use(site, product)}</div><div>{_data(site, product)}</div></div>'
        + _foot(site, product)
        + "</main>"
    )
    return (
        f'<!doctype html><html lang="{site.language}" class="light"><head>{_metadata(site, product)}</head>'
        f'<body>{body}<script src="{SCRIPT}" defer></script></body></html>'
    )


def product_address(product: Product, language: Language) -> str:
    """Return the absolute address that the QR code leads to."""
    return settings().public_url + localized(product.path, language)


def _metadata(site: Site, product: Product) -> str:
    """Return the head. Search engines find the same on the page of the product, so that this one is not indexed."""
    words, home = site.interface.sheet, settings().public_url
    path = data_sheet(product.path)
    title = f"{words.title.format(product=product.name)} | {site.company.name}"
    links = "".join(
        f'<link rel="alternate" hreflang="{language}" href="{escape(home + address)}">'
        for language, address in alternates(path).items()
    )
    font = design.face(site.language).address
    return (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        f'<meta name="description" content="{escape(words.description.format(product=product.name))}">'
        '<meta name="robots" content="noindex">'
        f'<link rel="canonical" href="{escape(home + localized(path, site.language))}">{links}'
        '<link rel="icon" href="/favicon.svg">'
        f'<link rel="preload" href="{font}" as="font" type="font/woff2" crossorigin>'
        f"<style>{design.stylesheet(font_display='block')}{_paper(site, product)}</style>"
        f'<link rel="stylesheet" href="{STYLE}">'
    )


def _paper(site: Site, product: Product) -> str:
    """Return size and margins of the paper, with a line at the foot of each page (CSS Paged Media 3, section 5)."""
    words, brand = site.interface.sheet, site.brand(product.brand)
    font = f"font:8pt {design.families(site.language)};color:#444;vertical-align:top;padding-top:2mm"
    name, page = (_css_string(text) for text in (f"{site.company.name} · {product.name}", f"{words.page} "))
    counter = site.interface.language.counter
    return (
        f".brand-{brand.id}{{--brand:{brand.colours[0]};--brand-tint:{brand.tint}}}"
        "@page{size:A4;margin:13mm 15mm 16mm;"
        f"@bottom-left{{content:{name};{font}}}"
        f'@bottom-right{{content:{page} counter(page,{counter}) " / " counter(pages,{counter});{font}}}}}'
    )


def _css_string(text: str) -> str:
    """Return a text as a string of CSS that cannot end the style element."""
    escaped = "".join(f"\\{ord(letter):x} " if letter in '"\\<\n' else letter for letter in text)
    return f'"{escaped}"'


def _tools(site: Site, product: Product) -> str:
    """Return what only a screen shows; the button is shown where scripts run."""
    words, path = site.interface.sheet, data_sheet(product.path)
    translations = "".join(
        f'<a href="{localized(path, other)}" lang="{other}" hreflang="{other}">'
        f"{escape(read(other).interface.language.name)}</a>"
        for other in others(site.language)
    )
    return (
        f'<nav class="tools" aria-label="{escape(words.tools)}">'
        f'<a href="{localized(product.path, site.language)}">{escape(words.back)}</a>'
        f'{translations}<button type="button" data-print hidden>{escape(words.print)}</button></nav>'
    )


def _head(site: Site, day: date) -> str:
    words = site.interface.sheet
    today = escape(words.date.format(date=long_date(day, site.interface.dates)))
    return (
        '<header class="sheet__head"><img src="/marks/company.svg" alt="" width="44" height="44">'
        f"<p><strong>{escape(site.company.name)}</strong><br>{escape(site.company.tagline)}</p>"
        f'<p class="sheet__kind"><strong>{escape(words.heading)}</strong><br>'
        f'<time datetime="{day.isoformat()}">{today}</time></p></header>'
    )


def _introduction(site: Site, product: Product) -> str:
    """Return name and purpose, the packs in all sizes, and the product in use; of plates only the first pack's."""
    words, folder = site.interface.product, f"products/{product.id}"
    first = (f"{folder}/{product.sizes[0].id}-front", product.name)
    named = [
        (f"{folder}/family", words.family_picture.format(product=product.name)),
        (f"{folder}/use", product.use_picture),
    ]
    made = [(name, alt) for name, alt in named if not picture(name).drawn]
    pictures = "".join(
        picture_html(name, alt=alt, least_width=PICTURE_WIDTH, class_name="sheet__picture")
        for name, alt in made or [first]
    )
    return (
        f'<div class="sheet__introduction"><div><p class="sheet__brand">{escape(site.brand(product.brand).name)}</p>'
        f'<h1>{escape(product.name)}</h1><p class="sheet__summary">{escape(product.summary)}</p></div>'
        f'<div class="sheet__pictures">{pictures}</div></div>'
    )


def _use(site: Site, product: Product) -> str:
    words = site.interface.product
    return (
        _section(words.uses, f"<p>{escape(product.uses)}</p>")
        + _section(words.characteristics, _list(product.characteristics))
        + _section(words.caution, _list(product.cautions))
    )


def _data(site: Site, product: Product) -> str:
    """Return the facts that some text states, what has to be asked, and the sizes."""
    found = rows(site, product)
    lines = "".join(_line(row) for row in found if row.texts)
    open_ = [row.open for row in found if row.open]
    unsaid = ", ".join(open_)
    asked = ask(site, product, unsaid, unsaid) if open_ else ""
    facts = _section(site.interface.sheet.facts, f"<dl>{lines}</dl>" * bool(lines) + asked) if lines or asked else ""
    sizes = "".join(f"<li>{escape(size.label)}</li>" for size in product.sizes)
    return facts + _section(site.interface.product.sizes_heading, f'<ul class="sheet__sizes">{sizes}</ul>')


def _line(row: Row) -> str:
    return f"<dt>{escape(row.label)}</dt>" + "".join(f"<dd>{escape(text)}</dd>" for text in row.texts)


def _foot(site: Site, product: Product) -> str:
    """Return whom to ask, and the QR code with the address beside it."""
    words, company = site.interface.sheet, site.company
    address = product_address(product, site.language)
    offices = [f"{office.title}: {', '.join(office.lines)}" for office in company.offices[:1]]
    lines = [company.legal_name, *offices]
    ways = (
        f'<a href="tel:{company.sales_phone.dial}">{escape(company.sales_phone.shown)}</a> '
        f"({escape(site.interface.product.whatsapp_short)}), "
        f'<a href="mailto:{escape(company.email)}">{escape(company.email)}</a>, {escape(company.hours)}'
    )
    code = f'<div role="img" aria-label="{escape(words.qr)}">{qr_code(address)}</div>'
    return (
        f'<footer class="sheet__foot"><div><h2>{escape(words.contact)}</h2>'
        f"<address>{'<br>'.join(map(escape, lines))}<br>{ways}</address>"
        f'<p>{escape(words.qr_note)} <a href="{escape(address)}">{escape(address)}</a></p></div>{code}</footer>'
    )


def _section(heading: str, body: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{body}</section>"


def _list(texts: tuple[str, ...]) -> str:
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"
