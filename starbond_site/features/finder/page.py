"""The finder: which product joins two materials, why, and how many packs."""

from typing import Any

import htpy as h
from htpy import Node

from starbond_site.components.elements import heading_of, safety_link
from starbond_site.components.react import finder, packs
from starbond_site.components.react.offline import keep_offer
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.features.finder.table import MARK, address
from starbond_site.presentation.products import comparison


def body(site: Site) -> Node:
    words, first_aid = site.interface.finder, safety_link(site)
    return [
        heading_of(site, FINDER, words.lead),
        h.div(".container.section--tight")[
            # Without scripts the server writes the answer here, and the form below asks for the next.
            h.noscript[h.div[h.div(".finder__answered", data_live=MARK)]],
            _finder(site),
            # One press from the start of the installed app.
            first_aid and h.p(".finder__first-aid.no-print")[first_aid],
        ],
        keep_offer(site),
    ]


def _finder(site: Site) -> Node:
    words, phone = site.interface.finder, site.company.sales_phone
    return finder(
        source=address(site.language),
        materials=[
            {"id": each.id, "name": each.name, "short": each.short, "drawing": each.drawing, "note": each.note}
            for each in site.materials
        ],
        conditions=dict(words.conditions),
        contact={"shown": phone.shown, "dial": phone.dial, "whatsapp": site.company.whatsapp},
        digits=site.interface.dates.digits,
        labels=site.interface.finder_form.model_dump(),
        packs=packs.labels(site),
        compare=_compare(site) if comparison.can_compare(site) else None,
    )


def _compare(site: Site) -> dict[str, Any]:
    """Return where products are compared, the name of the parameter, how many it takes, and the words of the link."""
    return {
        "address": comparison.address(site, []),
        "parameter": comparison.PARAMETER,
        "most": comparison.MAX_PRODUCTS,
        "label": site.interface.compare.link_found,
    }
