"""The HTML of the private search: its part of the page of dividends, its form and its answer."""

import htpy as h
from htpy import Element, Node

from starbond_site.content import Site
from starbond_site.content.addresses import DIVIDENDS_PAGE, localized
from starbond_site.presentation.elements import link
from starbond_site.presentation.forms import NOTHING, Field, Given

FIELD = "number"


def section(site: Site) -> Element:
    """Return the part of the page of dividends, whose stylesheet has its class."""
    words = site.interface.dividends
    return h.section(".dividends__search.no-print", aria_labelledby="waiting-heading")[
        h.h2(id="waiting-heading")[words.search], h.p[words.search_note], form(site)
    ]


def form(site: Site, given: Given = NOTHING) -> Element:
    words = site.interface.dividends
    field = Field(
        name=FIELD,
        label=words.number,
        hint=words.number_hint,
        is_required=True,
        attributes={"autocomplete": "off", "maxlength": 40, "spellcheck": "false", "autofocus": bool(given.problems)},
    )
    return h.form(method="post", action=localized(DIVIDENDS_PAGE, site.language), aria_label=words.search)[
        field.written(given), h.button(".button.button--primary")[words.search_button]
    ]


def answer(site: Site, *, waits: bool) -> Node:
    """Return what the search found, and whom to call in either case.

    Blanks give both answers one length, which a proxy writes into its log and those on the way see.
    """
    words = site.interface.dividends
    said, other = (h.p(role="status")[text] for text in (words.waits, words.nothing_waits)[:: 1 if waits else -1])
    back = h.p[link(site, DIVIDENDS_PAGE, site.page(DIVIDENDS_PAGE).title)]
    return [said, " " * (len(str(other).encode()) - len(str(said).encode())), whom_to_call(site), back]


def whom_to_call(site: Site) -> Node:
    contact = site.dividends.contact
    return [
        contact
        and h.p[
            contact.name, ": ", h.a(href=f"tel:{contact.phone.dial}")[contact.phone.shown], ", ",
            h.a(href=f"mailto:{contact.email}")[contact.email],
        ],
        contact and contact.note and h.p[h.small[contact.note]],
    ]  # fmt: skip
