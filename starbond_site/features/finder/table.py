"""The answers of the finder on every pair of materials under all conditions: one JSON file per language, at build."""

import json
from collections.abc import Iterable
from itertools import compress
from itertools import product as every
from pathlib import Path
from typing import Any

from starbond_site import content
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER, localized
from starbond_site.content.facts import Facts
from starbond_site.content.models import Language, Product
from starbond_site.content.pictures import pictures
from starbond_site.features.finder.rules import CONDITIONS, LEVELS, first_sentence, verdicts, with_facts
from starbond_site.presentation.products.packs import calculator

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
        "url": localized(product.path, site.language),
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
