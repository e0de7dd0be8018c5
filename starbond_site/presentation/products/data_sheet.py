"""The data sheet of a product: a page for paper (A4), with a QR code that leads to the page of the product.

It has no header, footer or scripts of the site, so that nothing but the sheet is loaded and printed. Everything it says
is content that the page of the product has too.
"""

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from starbond_site.content import Site, read
from starbond_site.content.addresses import alternates, data_sheet, localized, others
from starbond_site.content.models import Product
from starbond_site.content.pictures import picture
from starbond_site.presentation import design
from starbond_site.presentation.document_page import qr_code
from starbond_site.presentation.html_parts import bullets, link, small_picture
from starbond_site.presentation.products.facts import ask, printed, rows
from starbond_site.shared.settings import settings

STYLE, SCRIPT = "/sheet.css", "/print.js"
"""Files of ``assets/``."""
PICTURE_WIDTH = 960
"""In pixels at the least: 8 cm at 300 dots an inch."""


def sheet(site: Site, product: Product) -> str:
    return str(
        h.html(lang=site.language, class_="light")[
            h.head[_metadata(site, product)],
            h.body[
                _tools(site, product),
                h.main(class_=f"sheet brand-{product.brand}")[
                    _head(site),
                    _introduction(site, product),
                    h.div(".sheet__columns")[h.div[_use(site, product)], h.div[_data(site, product)]],
                    _footer(site, product),
                ],
                h.script(src=SCRIPT, defer=True),
            ],
        ]
    )


def _metadata(site: Site, product: Product) -> Node:
    """Return the head. Search engines find the same on the page of the product, so that this one is not indexed."""
    words, home, path = site.interface.sheet, settings().public_url, data_sheet(product.path)
    tokens = design.with_own_faces(design.stylesheet(font_display="block"), site.language)
    style = f"{tokens}{_paper(site, product)}"
    font = design.face(site.language).address
    return [
        h.meta(charset="utf-8"),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.title[f"{words.title.format(product=product.name)} | {site.company.name}"],
        h.meta(name="description", content=words.description.format(product=product.name)),
        h.meta(name="robots", content="noindex"),
        h.link(rel="canonical", href=home + site.address(path)),
        [h.link(rel="alternate", hreflang=name, href=home + address) for name, address in alternates(path).items()],
        h.link(rel="icon", href="/favicon.svg"),
        h.link(rel="preload", href=font, as_="font", type="font/woff2", crossorigin=True),
        h.style[Markup(style)],  # noqa: S704  see `_css_string`
        h.link(rel="stylesheet", href=STYLE),
    ]


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


def _tools(site: Site, product: Product) -> Element:
    """Return the navigation, which is not printed; the button is shown where scripts run."""
    words, path = site.interface.sheet, data_sheet(product.path)
    return h.nav(".tools", aria_label=words.tools)[
        link(site, product.path, words.back),
        [
            h.a(href=localized(path, other), lang=other, hreflang=other)[read(other).interface.language.name]
            for other in others(site.language)
        ],
        h.button(type="button", data_print=True, hidden=True)[words.print],
    ]


def _head(site: Site) -> Element:
    words, company, day = site.interface.sheet, site.company, site.facts.revised
    revised = day and h.time(datetime=day.isoformat())[words.date.format(date=site.long_date(day))]
    return h.header(".sheet__head")[
        h.img(src="/marks/company.svg", alt="", width=44, height=44),
        h.p[h.strong[company.name], h.br, company.tagline],
        h.p(".sheet__kind")[h.strong[words.heading], h.br, revised],
    ]


def _introduction(site: Site, product: Product) -> Element:
    """Return name and purpose, the packs in all sizes and in use; of placeholders only the first pack's."""
    words, folder = site.interface.product, f"products/{product.id}"
    first = (f"{folder}/{product.sizes[0].id}-front", product.name)
    named = [
        (f"{folder}/family", words.family_picture.format(product=product.name)),
        (f"{folder}/use", product.use_picture),
    ]
    made = [(name, alt) for name, alt in named if not picture(name).drawn] or [first]
    return h.div(".sheet__introduction")[
        h.div[
            h.p(".sheet__brand")[site.brand(product.brand).name],
            h.h1[product.name],
            h.p(".sheet__summary")[product.summary],
        ],
        h.div(".sheet__pictures")[
            [small_picture(name, alt=alt, least=PICTURE_WIDTH, style="sheet__picture") for name, alt in made]
        ],
    ]


def _use(site: Site, product: Product) -> Node:
    words = site.interface.product
    return [
        _section(words.uses, h.p[product.uses]),
        bool(product.steps) and _section(words.steps, printed(product)),
        _section(words.characteristics, bullets(product.characteristics)),
        _section(words.caution, bullets(product.cautions)),
    ]


def _data(site: Site, product: Product) -> Node:
    found = rows(site, product)
    lines = [[h.dt[row.label], [h.dd[text] for text in row.texts]] for row in found if row.texts]
    unsaid = ", ".join(row.open for row in found if row.open)
    facts = [bool(lines) and h.dl[lines], bool(unsaid) and ask(site, product, unsaid, unsaid)]
    sizes = bullets((size.label for size in product.sizes), "sheet__sizes")
    return [
        bool(lines or unsaid) and _section(site.interface.sheet.facts, facts),
        _section(site.interface.product.sizes_heading, sizes),
    ]


def _footer(site: Site, product: Product) -> Element:
    words, company = site.interface.sheet, site.company
    address = settings().public_url + site.address(product.path)
    offices = [f"{office.title}: {', '.join(office.lines)}" for office in company.offices[:1]]
    return h.footer(".sheet__foot")[
        h.div[
            h.h2[words.contact],
            h.address[
                [[line, h.br] for line in (company.legal_name, *offices)],
                h.a(href=f"tel:{company.sales_phone.dial}")[company.sales_phone.shown],
                f" ({site.interface.product.whatsapp_short}), ",
                h.a(href=f"mailto:{company.email}")[company.email],
                f", {company.hours}",
            ],
            h.p[f"{words.qr_note} ", h.a(href=address)[address]],
        ],
        h.div(role="img", aria_label=words.qr)[qr_code(address)],
    ]


def _section(heading: str, body: Node) -> Element:
    return h.section[h.h2[heading], body]
