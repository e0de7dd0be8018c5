"""The dealers in the snapshot and on open pages: by region, each with its telephone, complete without scripts.

``data-search`` holds what the filter of the page looks through, in both languages; ``data-position`` latitude and
longitude, from which the browser computes distances (`components/react/dealer_filter`). ``/desk/dealers`` imports them.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

import htpy as h
from htpy import Element

from starbond_site.content import LANGUAGES, Site
from starbond_site.content.addresses import DEALERS_PAGE, DESK
from starbond_site.content.dealers import COLUMNS, PLACES, Dealer
from starbond_site.content.icons import PATHS, Icon
from starbond_site.content.telephone import local, shown
from starbond_site.documents import names
from starbond_site.documents.snapshot import Snapshot
from starbond_site.features.dealers import service
from starbond_site.presentation.form_fields import Field
from starbond_site.shared.categories import DEALERS
from starbond_site.web.desk.importing import Importing


def html(site: Site, snapshot: Snapshot) -> str:
    """Return all dealers; before the first import the sample, which says that it is one."""
    words = site.interface.dealers
    imported: tuple[Dealer, ...] = snapshot.rows(DEALERS)
    found = imported or site.dealers
    if not found:
        return str(h.fragment[h.p(".document-list__empty")[words.empty], _sales(site)])
    note = not imported and h.p(".dealers__sample", role="note")[words.sample_note]
    keys = (*PLACES, "name")
    ordered = sorted(found, key=lambda dealer: [dealer.text(key, site.language).casefold() for key in keys])
    regions = groupby(ordered, lambda dealer: dealer.text("region", site.language))
    return str(h.fragment[note, [_region(site, name, group) for name, group in regions]])


def telephone(site: Site, number: str) -> str:
    return site.digits(shown(number, site.company.country))


def _region(site: Site, name: str, found: Iterable[Dealer]) -> Element:
    items = h.ul(".dealers__list")[[_dealer(site, dealer) for dealer in found]]
    return h.section(".dealers__region", data_region=name)[h.h2[name], items]


def _dealer(site: Site, dealer: Dealer) -> Element:
    words, language = site.interface.dealers, site.language
    name, number = dealer.text("name", language), telephone(site, dealer.telephone)
    position = ",".join(map(str, dealer.position or ())) or None
    call = words.call_name.format(name=name, phone=number)
    chat = f"{words.whatsapp_name.format(name=name)} ({site.interface.links.new_tab})"
    address = f"https://wa.me/{(dealer.whatsapp or '').removeprefix('+')}"
    area, town = dealer.text("area", language), dealer.text("town", language)
    return h.li(".dealer", data_area=area, data_search=_searched(site, dealer), data_position=position)[
        h.h3(".dealer__name")[name],
        h.p(".dealer__place")[", ".join(dict.fromkeys((town, area)))],
        h.address[dealer.text("address", language)],
        h.p(".dealer__ways")[
            h.a(".button", href=f"tel:{dealer.telephone}", aria_label=call)[_icon("phone"), h.span[number]],
            dealer.whatsapp
            and h.a(".button", href=address, target="_blank", rel="noopener", aria_label=chat)[
                _icon("whatsapp"), h.span[words.whatsapp]
            ],
        ],
    ]


def _icon(name: Icon) -> Element:
    return h.svg(".icon", viewBox="0 0 24 24", aria_hidden="true")[h.path(d=PATHS[name])]


def _searched(site: Site, dealer: Dealer) -> str:
    """Return every text of a dealer in both languages, each once, as searches compare it, and its number."""
    texts = [dealer.text(name, language) for name in (*PLACES, "name", "address") for language in LANGUAGES]
    number = local(dealer.telephone, site.company.country)
    return " ".join(dict.fromkeys(names.searchable(text) for text in (*texts, number) if text))


def _sales(site: Site) -> Element:
    phone = site.company.sales_phone
    text = site.interface.product.call.format(phone=phone.shown)
    return h.p[h.a(".button.button--primary", href=f"tel:{phone.dial}")[text]]


PAGE = Importing(
    path=f"{DESK}/dealers",
    about=DEALERS_PAGE,
    words=lambda site: site.interface.desk_dealers,
    parse=service.parsed,
    take=service.import_all,
    columns=service.columns,
    cells=attrgetter(*COLUMNS),
    more=lambda site: [Field(name="replace", label=site.interface.desk_dealers.replace, kind="checkbox")],
).page()
