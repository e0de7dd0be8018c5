"""The HTML of the page: numbers to call, first aid, and the cautions of each product."""

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.facts import Hazard
from starbond_site.content.models import Product
from starbond_site.content.safety import Call, FirstAid
from starbond_site.presentation.html_parts import bullets, link


def safety(site: Site) -> Element:
    words = site.interface.safety
    return h.div(".safety")[
        bullets(map(_call, site.safety.calls), "safety__calls plain-list"),
        h.div(".safety__cards")[[_first_aid(site, each) for each in site.safety.first_aid]],
        h.p(".muted")[words.source_note],
        site.sheets and h.p[link(site, site.page_of(site.sheets.id), site.sheets.title)],
        bool(site.products) and _by_product(site),
    ]


def common(site: Site) -> list[str]:
    """Return the cautions that the texts of all products share, in the order of the first."""
    return [said for said in site.products[0].cautions if all(said in other.cautions for other in site.products)]


def _call(call: Call) -> Node:
    number = call.dial and h.a(".safety__number.button.button--primary", href=f"tel:{call.dial}")[call.shown]
    return [h.strong[call.name], number or h.span(".safety__number")[call.shown], h.span(".muted")[call.note]]


def _first_aid(site: Site, aid: FirstAid) -> Element:
    return h.section(".safety__card", id=aid.id, aria_labelledby=f"{aid.id}-title")[
        h.h2(id=f"{aid.id}-title")[aid.title],
        h.ol[[h.li[step] for step in aid.steps]],
        h.p(".safety__source")[site.interface.safety.source.format(source=aid.source)],
    ]


def _by_product(site: Site) -> Element:
    """Return the cautions of all products, then each product that has more; the others are named in one sentence."""
    words, shared = site.interface.safety, common(site)
    further = [(product, more) for product in site.products if any(more := _further(site, product, shared))]
    others = [product for product in site.products if product not in [each for each, _ in further]]
    links = [[place > 0 and ", ", link(site, product.path, product.name)] for place, product in enumerate(others)]
    return h.section(".safety__products", aria_labelledby="by-product")[
        h.h2(id="by-product")[words.products],
        h.ul(".safety__list.plain-list")[
            bool(shared) and h.li[h.h3[words.of_all], bullets(shared, "bullets")],
            [h.li(id=product.id)[h.h3[link(site, product.path, product.name)], more] for product, more in further],
        ],
        bool(others) and h.p(".safety__others")[h.strong[words.others], " ", links],
    ]


def _further(site: Site, product: Product, shared: list[str]) -> list[Node]:
    """Return the hazards of a product, and the cautions that not all have."""
    names, own = site.interface.safety.hazards, [said for said in product.cautions if said not in shared]
    facts = site.facts.by_product.get(product.id)
    hazards = [pictogram(fact.is_, names[fact.is_]) for fact in (facts.hazards if facts else ())]
    return [hazards and h.p(".safety__hazards")[hazards], bool(own) and bullets(own, "bullets")]


SYMBOLS: dict[Hazard, str] = {
    "flammable": (
        "M51 20C57 32 45 36 50 47c3-3 5-6 5-10 9 9 14 16 13 25-1 7-8 11-18 11s-18-4-19-12c0-7 5-11 8-17 1 3 1 6 3 8"
        "C39 40 49 33 51 20zM31 77h38v4H31z"
    ),
    "gas-under-pressure": "M24 58 62 36c4-2 9-1 12 3l3-2 4 7-3 2c1 4-1 9-5 11L35 79c-5 3-12-2-14-8-2-5-1-10 3-13z",
    "irritant": "M44 22h12l-3 36h-6zM50 64a6 6 0 1 0 0 12a6 6 0 1 0 0-12z",
}
"""Paths in a square of 100 units."""


def pictogram(hazard: Hazard, name: str) -> Element:
    return h.svg(".pictogram", role="img", aria_label=name, viewBox="0 0 100 100", width=64, height=64)[
        h.path(d="M50 3 97 50 50 97 3 50z", fill="#fff", stroke="#d2001a", stroke_width=5, stroke_linejoin="round"),
        h.path(d=SYMBOLS[hazard], fill="#000"),
    ]
