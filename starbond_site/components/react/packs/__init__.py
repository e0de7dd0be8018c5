"""How many packs of a product a job takes, and which: the combination with the least left over."""

from starbond_site.components.react.component import ReactComponent, component
from starbond_site.content import Site
from starbond_site.content.models import Product
from starbond_site.presentation.products.packs import calculator

ANCHOR = "packs"
"""Id of the disclosure; an address that ends with it opens the page with the calculator open."""

_packs = component("packs/packs.jsx", "Packs")


def labels(site: Site) -> dict[str, str]:
    return site.interface.packs.model_dump() | {"size_ask": site.interface.finder_form.size_ask}


def packs(site: Site, product: Product) -> ReactComponent | None:
    """Return the calculator of a product; none where its sizes are not known as amounts."""
    facts = site.facts.by_product.get(product.id)
    if not (facts and facts.packs):
        return None
    return _packs(
        product=calculator(site, product, facts),
        whatsapp=site.company.whatsapp,
        digits=site.interface.dates.digits,
        labels=labels(site),
        anchor=ANCHOR,
    )
