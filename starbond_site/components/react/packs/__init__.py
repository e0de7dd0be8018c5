"""How many packs of a product a job takes, and which: the combination with the least left over."""

import reflex as rx

from starbond_site.components.react.local import library
from starbond_site.content import Site
from starbond_site.content.models import Product
from starbond_site.presentation.products.packs import calculator

library("combination.jsx")
ANCHOR = "packs"


class Packs(rx.Component):
    """A disclosure with the calculator; it is rendered when it is first opened."""

    library = library("packs.jsx")
    tag = "Packs"

    product: rx.Var[dict[str, object]]
    """`packs.calculator` of the product."""

    whatsapp: rx.Var[str]
    """The number of the chat."""

    digits: rx.Var[str]
    """The ten digits of the language."""

    labels: rx.Var[dict[str, str]]
    """`labels`."""

    anchor: rx.Var[str]
    """Id of the disclosure; an address that ends with it opens the page with the calculator open."""


def labels(site: Site) -> dict[str, str]:
    return site.interface.packs.model_dump() | {"size_ask": site.interface.finder_form.size_ask}


def packs(site: Site, product: Product) -> rx.Component | None:
    """Return the calculator of a product; none where its sizes are not known as amounts."""
    facts = site.facts.by_product.get(product.id)
    if not (facts and facts.packs):
        return None
    return Packs.create(
        product=calculator(site, product, facts),
        whatsapp=site.company.whatsapp,
        digits=site.interface.dates.digits,
        labels=labels(site),
        anchor=ANCHOR,
    )
