"""The answers of the finder: one small JSON file per language, written at build, and a table of plain HTML.

The table is for readers without scripts.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import htpy as h
from htpy import Node

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER, localized
from starbond_site.content.facts import Facts
from starbond_site.content.models import Language, Product
from starbond_site.content.pictures import pictures
from starbond_site.features.finder.rules import LEVELS, first_sentence, verdicts, with_facts
from starbond_site.features.finder.rules import UNKNOWN as UNKNOWN_RANK
from starbond_site.presentation.elements import column_heads
from starbond_site.presentation.products.packs import calculator

CONDITIONS = ("wet", "heat", "outdoors", "solventless")
"""By their names in the address of the finder and in ``interface.finder``."""
HOLDS, UNKNOWN, FAILS = 1, 0, -1
PICTURE_WIDTH = 320


def kept(site: Site) -> list[str]:
    """Return the addresses that the page needs without internet; none where the site has no finder."""
    return [address(site.language)] if site.has(FINDER) else []


def address(language: Language) -> str:
    return f"/finder-{language}.json"


def files() -> Iterable[tuple[Path, str]]:
    """Return one file per language; none where the site has no finder."""
    return [
        (
            Path("public") / address(language).lstrip("/"),
            json.dumps(payload(content.read(language)), ensure_ascii=False, separators=(",", ":")),
        )
        for language in content.LANGUAGES
        if content.read(language).has(FINDER)
    ]


def payload(site: Site) -> dict[str, Any]:
    """Return the verdicts on all pairs, each distinct set once, and what is known of each product.

    The pair of the materials i and j, where i does not stand after j, is at ``pairs[j * (j + 1) / 2 + i]``, a place in
    ``answers``. An answer lists product, level and reasons as places in ``products``, ``LEVELS`` and ``texts``.
    """
    known = with_facts(site)
    places = {product.id: place for place, (product, _) in enumerate(known)}
    texts: dict[str, int] = {}
    answers: dict[tuple[Any, ...], int] = {}
    pairs = []
    for j, second in enumerate(site.materials):
        for first in site.materials[: j + 1]:
            answer = tuple(
                (
                    places[verdict.product.id],
                    LEVELS.index(verdict.level),
                    tuple(texts.setdefault(reason, len(texts)) for reason in verdict.reasons),
                )
                for verdict in verdicts(site, first.id, second.id)
            )
            pairs.append(answers.setdefault(answer, len(answers)))
    return {
        "materials": [material.id for material in site.materials],
        "conditions": list(CONDITIONS),
        "products": [_product(site, product, facts) for product, facts in known],
        "texts": list(texts),
        "answers": list(answers),
        "pairs": pairs,
    }


def _product(site: Site, product: Product, facts: Facts) -> dict[str, Any]:
    told = (*facts.times, *([facts.ventilation] if facts.ventilation else []))
    return {
        "id": product.id,
        "brand": product.brand,
        "url": localized(product.path, site.language),
        "summary": product.summary,
        "picture": _picture(product),
        "notes": list(dict.fromkeys(first_sentence(fact.text(product)) for fact in told)),
        "conditions": [_condition(site, facts, product, name) for name in CONDITIONS],
        **calculator(site, product, facts),
    }


def _condition(site: Site, facts: Facts, product: Product, name: str) -> tuple[int, str]:
    words = site.interface.finder
    unknown = (UNKNOWN, words.unknown[name])
    if name == "solventless":
        if (solvent := facts.solvent) is None:
            return unknown
        text = first_sentence(solvent.text(product))
        return (FAILS, words.has_solvent) if solvent.contains else (HOLDS, text)
    for place in facts.places:
        if place.place == name:
            text = first_sentence(place.text(product))
            if place.suits:
                return HOLDS, words.source.format(quote=text)
            return FAILS, words.no_place.format(quote=text)
    return unknown


def _picture(product: Product) -> dict[str, Any] | None:
    """Return the smallest file of its first pack that is wide enough; none where nobody has made a picture."""
    found = pictures().get(f"products/{product.id}/{product.sizes[0].id}-front")
    if found is None:
        return None
    return {"src": found.file(PICTURE_WIDTH, "webp", "avif", "jpeg").path, "width": found.width, "height": found.height}


def all_pairs(site: Site) -> str:
    """Return the table. Products whose text names no material at all could be asked about for every pair: left out."""
    words = site.interface.finder
    none = words.table_none.format(phone=site.company.sales_phone.shown)
    rows = []
    for j, second in enumerate(site.materials):
        for first in site.materials[: j + 1]:
            found = verdicts(site, first.id, second.id)
            suits = [verdict.product for verdict in found if verdict.level == "suits"]
            ask = [verdict.product for verdict in found if verdict.level == "ask" and verdict.rank < UNKNOWN_RANK]
            cells = (_links(site, suits), _links(site, ask)) if suits or ask else (none, None)
            rows.append(h.tr[h.th(scope="row")[f"{first.name} + {second.name}"], [h.td[cell] for cell in cells]])
    heads = (words.table_pair, words.table_suitable, words.table_ask)
    return str(
        h.table(".pairs")[
            h.caption(".visually-hidden")[words.table_caption],
            column_heads(heads),
            h.tbody[rows],
        ]
    )


def _links(site: Site, products: list[Product]) -> Node:
    links = [h.a(href=localized(product.path, site.language))[product.name] for product in products]
    return [[place > 0 and h.br, link] for place, link in enumerate(links)]
