"""The answers of the finder: on all pairs in one JSON file per language, on one in the page."""

import json
from collections.abc import Iterator, Sequence
from itertools import compress
from itertools import product as every
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import htpy as h
from htpy import Element, Node
from starlette.datastructures import QueryParams
from starlette.routing import Route

from starbond_site import content
from starbond_site.content import Language, Site
from starbond_site.content.addresses import FINDER
from starbond_site.content.facts import Facts
from starbond_site.content.models import Product
from starbond_site.content.pictures import pictures
from starbond_site.features.finder.rules import CONDITIONS, LEVELS, Verdict, first_sentence, verdicts, with_facts
from starbond_site.presentation.html_parts import link, paragraphs
from starbond_site.presentation.products.packs import calculator
from starbond_site.web.pages_with_a_query import PageAnswer, Pages, filled_routes

PICTURE_WIDTH = 320


def kept(site: Site) -> list[str]:
    """Return the addresses that the page needs without internet; none where the site has no finder."""
    return [address(site.language)] if site.has(FINDER) else []


def address(language: Language) -> str:
    return f"/finder-{language}.json"


def files() -> Iterator[tuple[Path, str]]:
    """Yield one file per language; none where the site has no finder."""
    for site in map(content.read, content.LANGUAGES):
        for path in kept(site):
            text = json.dumps(payload(site), ensure_ascii=False, separators=(",", ":"))
            yield Path("public") / path.lstrip("/"), text


def payload(site: Site) -> dict[str, Any]:
    """Return the verdicts on all pairs under all conditions, each distinct one and each distinct answer once.

    The answers on the materials i and j, where i does not stand after j, begin at ``questions[(j * (j + 1) / 2 + i) *
    16]``, one for each set of conditions as a binary number with the last condition as its lowest digit: places in
    ``answers``. An answer has places in ``verdicts``, a verdict product, level and reasons as places in ``products``,
    ``LEVELS`` and ``texts``.
    """
    known = with_facts(site)
    places = {product.id: place for place, (product, _) in enumerate(known)}
    texts: dict[str, int] = {}
    found: dict[tuple[Any, ...], int] = {}
    answers: dict[tuple[int, ...], int] = {}
    questions = []
    for j, second in enumerate(site.materials):
        for first, chosen in every(site.materials[: j + 1], every((0, 1), repeat=len(CONDITIONS))):
            answer = tuple(
                found.setdefault(
                    (
                        places[verdict.product.id],
                        LEVELS.index(verdict.level),
                        tuple(texts.setdefault(reason, len(texts)) for reason in verdict.reasons),
                    ),
                    len(found),
                )
                for verdict in verdicts(site, first.id, second.id, [*compress(CONDITIONS, chosen)])
            )
            questions.append(answers.setdefault(answer, len(answers)))
    return {
        "materials": [material.id for material in site.materials],
        "conditions": list(CONDITIONS),
        "products": [_product(site, product, facts) for product, facts in known],
        "texts": list(texts),
        "verdicts": list(found),
        "answers": list(answers),
        "questions": questions,
    }


def _product(site: Site, product: Product, facts: Facts) -> dict[str, Any]:
    told = (*facts.times, *([facts.ventilation] if facts.ventilation else []))
    return {
        "id": product.id,
        "brand": product.brand,
        "url": site.address(product.path),
        "summary": product.summary,
        "picture": _picture(product),
        "notes": list(dict.fromkeys(first_sentence(fact.text(product)) for fact in told)),
        **calculator(site, product, facts),
    }


def _picture(product: Product) -> dict[str, Any] | None:
    """Return the smallest file of its first pack that is wide enough; none where nobody has made a picture."""
    found = pictures().get(f"products/{product.id}/{product.sizes[0].id}-front")
    if found is None:
        return None
    return {"src": found.file(PICTURE_WIDTH, "webp", "avif", "jpeg").path, "width": found.width, "height": found.height}


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
    best = suits or ask
    said = _sentence(site, suits, ask).format(**names, count=len(suits), product=best[0].product.name if best else "")
    conditions = ", ".join(site.interface.finder.conditions[name] for name in chosen)
    message = words.whatsapp_pair.format(**names, conditions=conditions and f" ({conditions})")
    return h.section(aria_labelledby="answer")[
        h.h2(id="answer")[site.digits(said)],
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
