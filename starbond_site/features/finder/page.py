"""The finder: which product joins two materials, why, and how many packs."""

from typing import Any

import reflex as rx

from starbond_site.components.elements import heading_of, html, safety_link
from starbond_site.components.react import finder, packs
from starbond_site.components.react.offline import keep_offer
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.features.finder.table import MARK, address
from starbond_site.presentation.products import comparison


def body(site: Site) -> rx.Component:
    words = site.interface.finder
    return rx.fragment(
        heading_of(site, FINDER, words.lead),
        rx.el.div(
            # Without scripts the server writes the answer here, and the form below asks for the next.
            rx.el.noscript(html(f'<div class="finder__answered" data-live="{MARK}"></div>')),
            _finder(site),
            _first_aid(site),
            class_name="container section--tight",
        ),
        keep_offer(site),
    )


def _finder(site: Site) -> rx.Component:
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


def _first_aid(site: Site) -> rx.Component | None:
    """Return the link to first aid, one press from the start of the installed app."""
    shown = safety_link(site)
    return prerendered(rx.el.p(shown, class_name="finder__first-aid no-print")) if shown else None
