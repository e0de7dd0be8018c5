"""The finder: two materials and conditions in, products with reasons out, all in the browser."""

from typing import Any

import reflex as rx

from starbond_site.components.react import component, packs
from starbond_site.content import Site
from starbond_site.presentation.products import comparison

_finder = component("finder/finder.jsx", "Finder")


def finder(site: Site, source: str) -> rx.Component:
    """Return the finder, which reads the file at ``source``."""
    words, phone = site.interface.finder, site.company.sales_phone
    return _finder(
        source=source,
        materials=[{"id": each.id, "name": each.name, "drawing": each.drawing} for each in site.materials],
        conditions=dict(words.conditions),
        contact={"shown": phone.shown, "dial": phone.dial, "whatsapp": site.company.whatsapp},
        digits=site.interface.dates.digits,
        labels=site.interface.finder_form.model_dump(),
        packs=packs.labels(site),
        compare=_compare(site) if comparison.can_compare(site) else None,
    )


def _compare(site: Site) -> dict[str, Any]:
    return {
        "address": comparison.address(site, []),
        "parameter": comparison.PARAMETER,
        "most": comparison.MOST,
        "label": site.interface.compare.link_found,
    }
