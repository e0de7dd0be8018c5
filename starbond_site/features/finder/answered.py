"""The answer to a question in the address of the finder, for readers without scripts."""

from collections.abc import Sequence
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from starlette.datastructures import QueryParams
from starlette.routing import Route

from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.content.formats import digits
from starbond_site.features.finder.rules import CONDITIONS, LEVELS, Verdict, verdicts
from starbond_site.presentation.html_parts import link, paragraphs
from starbond_site.web.pages_with_a_query import PageAnswer, Pages, filled_routes

MARK = "finder"
"""The element of the page that the server fills (``data-live``)."""


def routes(pages: Pages) -> list[Route]:
    return filled_routes(FINDER, MARK, pages, _answered)


async def _answered(site: Site, query: QueryParams) -> PageAnswer | None:
    ids = [material.id for material in site.materials]
    asked = [id for name in ("a", "b") if (id := query.get(name)) in ids]
    if not asked:
        return None
    chosen = [name for name in CONDITIONS if name in query]
    same = urlencode([*zip("ab", asked, strict=False), *((name, "") for name in chosen)])
    return PageAnswer(answer(site, asked[0], asked[-1], chosen).__html__(), same)


def answer(site: Site, a: str, b: str, chosen: Sequence[str]) -> Element:
    words, materials = site.interface.finder_form, {material.id: material for material in site.materials}
    names = {"a": materials[a].short, "b": materials[b].short}
    found = verdicts(site, a, b, chosen)
    suits, ask, others, _ = ([each for each in found if each.level == level] for level in LEVELS)
    best, said = suits or ask, _sentence(site, suits, ask)
    conditions = ", ".join(site.interface.finder.conditions[name] for name in chosen)
    message = words.whatsapp_pair.format(**names, conditions=conditions and f" ({conditions})")
    return h.section(aria_labelledby="answer")[
        h.h2(id="answer")[digits(said.format(**names, count=len(suits), product=best[0].product.name if best else ""),
                                 site.interface.dates)],
        paragraphs(note for id in dict.fromkeys((a, b)) if (note := materials[id].note)),
        _list(site, best, names),
        h.p(".button-row")[
            h.a(".button.button--primary", href=f"tel:{site.company.sales_phone.dial}")[words.call_short],
            h.a(".button", href=site.company.chat(message), target="_blank", rel="noopener")[words.whatsapp],
        ],
        [bool(each) and h.details[h.summary[label], _list(site, each, names)]
         for label, each in ((words.ask_first, ask if suits else []), (words.ask_others, others))],
    ]  # fmt: skip


def _sentence(site: Site, suits: list[Verdict], ask: list[Verdict]) -> str:
    words = site.interface.finder_form
    if suits:
        return words.found if len(suits) > 1 else words.found_one
    return words.found_ask if ask else words.found_none


def _list(site: Site, found: list[Verdict], names: dict[str, str]) -> Node:
    return (
        bool(found)
        and h.ul(".plain-list.finder__list")[
            [
                h.li(class_=f"finder__product brand-{each.product.brand}")[
                    h.h3[link(site, each.product.path, each.product.name)],
                    h.p(".finder__said")[" ".join(each.reasons).replace("{a}", names["a"]).replace("{b}", names["b"])],
                ]
                for each in found
            ]
        ]
    )
