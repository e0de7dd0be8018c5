"""What the calculator of packs needs of a product."""

from typing import Any

from starbond_site.content import Site
from starbond_site.content.facts import BASE, Facts
from starbond_site.content.models import Product


def calculator(site: Site, product: Product, facts: Facts) -> dict[str, Any]:
    """Return what the calculator of packs needs of a product: sizes as numbers, sourced doses, jobs to ask about."""
    labels = {size.id: size.label for size in product.sizes}
    packs = []
    for pack in facts.packs:
        amount, unit = pack.base
        packs.append({"label": labels[pack.size], "amount": amount, "unit": unit})
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
