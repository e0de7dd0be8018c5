"""Packs of a product: what their calculator needs, and how large they are beside each other.

A pack of eight times the content is twice as high. Grams and millilitres are not compared: no text states densities.
"""

from typing import Any

from starbond_site.content import Site
from starbond_site.content.facts import BASE, Facts, PackSize
from starbond_site.content.models import Product, Size

ON_CARDS = 1000
"""Grams or millilitres: cards of several products show the size nearest to it, so that their packs are comparable."""
SMALLEST_ON_CARD = 0.7
"""Of the height of a pack of `ON_CARDS`: labels of smaller ones could not be read."""


def calculator(site: Site, product: Product, facts: Facts) -> dict[str, Any]:
    """Return the data of the calculator of packs for a product: sizes as numbers, sourced doses, jobs to ask about."""
    labels = {size.id: size.label for size in product.sizes}
    packs = [{"label": labels[pack.size], "amount": pack.base[0], "unit": pack.base[1]} for pack in facts.packs]
    return {
        "name": product.name,
        "packs": packs,
        "jobs": [job.model_dump() for job in site.facts.jobs if job.id in facts.jobs],
        "doses": [
            {
                "job": dose.job,
                "per": dose.per,
                "least": dose.least * BASE[dose.unit][1],
                "unit": BASE[dose.unit][0],
                "text": dose.text(product),
            }
            for dose in facts.doses
            if BASE[dose.unit][0] in {pack["unit"] for pack in packs}
        ],
    }


def on_card(site: Site, product: Product) -> tuple[Size, float]:
    """Return the size that a card shows, and its height as a part of the height of a pack of `ON_CARDS` (at most 1).

    Without facts on amounts it is the first size, as high as the card.
    """
    packs = _packs(site, product)
    if not packs:
        return product.sizes[0], 1.0
    amounts = {pack.size: pack.base[0] for pack in packs}
    size = min(product.sizes, key=lambda size: max(amounts[size.id] / ON_CARDS, ON_CARDS / amounts[size.id]))
    scale = (amounts[size.id] / ON_CARDS) ** (1 / 3)
    return size, round(min(1.0, max(SMALLEST_ON_CARD, scale)), 2)


def _packs(site: Site, product: Product) -> tuple[PackSize, ...]:
    facts = site.facts.by_product.get(product.id)
    return facts.packs if facts else ()
