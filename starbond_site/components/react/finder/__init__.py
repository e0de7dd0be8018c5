"""The finder: two materials and conditions in, products with reasons out, all in the browser."""

from typing import Any

import reflex as rx

from starbond_site.components.react import packs
from starbond_site.components.react.local import library
from starbond_site.content import Site
from starbond_site.presentation.products import comparison

library("answers.jsx")


class Finder(rx.Component):
    """The form, and the answer below it."""

    library = library("finder.jsx")
    tag = "Finder"

    source: rx.Var[str]
    """Address of `finder.table.payload`."""

    materials: rx.Var[list[dict[str, str]]]
    """Id, name and drawing of each material, in the order of the choices."""

    conditions: rx.Var[dict[str, str]]
    """Labels of the conditions by their names in the address."""

    contact: rx.Var[dict[str, str]]
    """Telephone as shown and as dialled, and the number of the chat."""

    digits: rx.Var[str]
    """The ten digits of the language."""

    labels: rx.Var[dict[str, str]]
    """``interface.finder_form``."""

    packs: rx.Var[dict[str, str]]
    """Words of the calculator of packs."""

    compare: rx.Var[dict[str, Any]]
    """Where products are compared: address, name of its parameter, how many it takes, and the words of the link; none
    where the site compares none."""


def finder(site: Site, source: str) -> rx.Component:
    """Return the finder, which reads the file at ``source``."""
    words, phone = site.interface.finder, site.company.sales_phone
    return Finder.create(
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
