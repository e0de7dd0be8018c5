"""The HTML of the dealers: by region and area, each with its telephone, complete without scripts.

``data-search`` holds what the filter of the page looks through, in both languages; ``data-position`` latitude and
longitude, from which the browser computes distances (`components/react/dealer_filter`).
"""

from collections.abc import Iterable
from itertools import groupby

import htpy as h
from htpy import Element

from starbond_site.content import LANGUAGES, Site
from starbond_site.content.dealers import PLACES, Dealer
from starbond_site.content.formats import digits
from starbond_site.content.telephone import local, shown
from starbond_site.documents import names
from starbond_site.documents.snapshot import Snapshot


def dealers(site: Site, snapshot: Snapshot) -> str:
    """Return all dealers; before the first import the sample, which says that it is one."""
    words = site.interface.dealers
    imported = snapshot.dealers.dealers
    found = imported or site.dealers
    if not found:
        return str(h.fragment[h.p(".document-list__empty")[words.empty], _sales(site)])
    note = not imported and h.p(".dealers__sample", role="note")[words.sample_note]
    return str(h.fragment[note, [_region(site, *group) for group in _by(site, "region", found)]])


def telephone(site: Site, number: str) -> str:
    """Return a dialled number as it is read."""
    return digits(shown(number, site.company.country), site.interface.dates)


def _by(site: Site, place: str, found: Iterable[Dealer]) -> list[tuple[str, list[Dealer]]]:
    """Return dealers by the name of a place in the language of the page, in its order."""
    ordered = sorted(found, key=lambda dealer: _order(site, place, dealer))
    return [(name, list(group)) for name, group in groupby(ordered, lambda dealer: dealer.text(place, site.language))]


def _order(site: Site, place: str, dealer: Dealer) -> tuple[str, ...]:
    names = (*PLACES[PLACES.index(place) :], "name")
    return tuple(dealer.text(name, site.language).casefold() for name in names)


def _region(site: Site, name: str, found: list[Dealer]) -> Element:
    areas = [_area(site, *group) for group in _by(site, "area", found)]
    return h.section(".dealers__region", data_region=name)[h.h2[name], areas]


def _area(site: Site, name: str, found: list[Dealer]) -> Element:
    items = h.ul(".dealers__list")[[_dealer(site, dealer) for dealer in found]]
    return h.section(".dealers__area", data_area=name)[h.h3[name], items]


def _dealer(site: Site, dealer: Dealer) -> Element:
    words, language = site.interface.dealers, site.language
    name, number = dealer.text("name", language), telephone(site, dealer.telephone)
    position = ",".join(map(str, dealer.position or ())) or None
    call = words.call_name.format(name=name, phone=number)
    chat = f"{words.whatsapp_name.format(name=name)} ({site.interface.links.new_tab})"
    address = f"https://wa.me/{(dealer.whatsapp or '').removeprefix('+')}"
    return h.li(".dealer", data_search=_searched(site, dealer), data_position=position)[
        h.h4(".dealer__name")[name],
        h.p(".dealer__place")[dealer.text("town", language)],
        h.address[dealer.text("address", language)],
        h.p(".dealer__ways")[
            h.a(".button", href=f"tel:{dealer.telephone}", aria_label=call)[number],
            dealer.whatsapp
            and h.a(".button", href=address, target="_blank", rel="noopener", aria_label=chat)[words.whatsapp],
        ],
    ]


def _searched(site: Site, dealer: Dealer) -> str:
    """Return every text of a dealer in both languages, each once, as searches compare it, and its number."""
    texts = [dealer.text(name, language) for name in (*PLACES, "name", "address") for language in LANGUAGES]
    number = local(dealer.telephone, site.company.country)
    return " ".join(dict.fromkeys(names.searchable(text) for text in (*texts, number) if text))


def _sales(site: Site) -> Element:
    phone = site.company.sales_phone
    text = site.interface.product.call.format(phone=phone.shown)
    return h.p[h.a(".button.button--primary", href=f"tel:{phone.dial}")[text]]
