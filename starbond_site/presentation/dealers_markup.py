"""The HTML of the dealers: by region and area, each with its telephone, complete without scripts.

``data-search`` holds what the filter of the page looks through, in both languages; ``data-position`` latitude and
longitude, from which the browser computes distances (`components/react/dealer_filter`).
"""

from collections.abc import Iterable
from html import escape
from itertools import groupby

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
        return f'<p class="document-list__empty">{escape(words.empty)}</p>{_sales(site)}'
    note = "" if imported else f'<p class="dealers__sample" role="note">{escape(words.sample_note)}</p>'
    return note + "".join(_region(site, *group) for group in _by(site, "region", found))


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


def _region(site: Site, name: str, found: list[Dealer]) -> str:
    areas = "".join(_area(site, *group) for group in _by(site, "area", found))
    title = escape(name)
    return f'<section class="dealers__region" data-region="{title}"><h2>{title}</h2>{areas}</section>'


def _area(site: Site, name: str, found: list[Dealer]) -> str:
    items, title = "".join(_dealer(site, dealer) for dealer in found), escape(name)
    return (
        f'<section class="dealers__area" data-area="{title}"><h3>{title}</h3>'
        f'<ul class="dealers__list">{items}</ul></section>'
    )


def _dealer(site: Site, dealer: Dealer) -> str:
    words, language = site.interface.dealers, site.language
    name, number = dealer.text("name", language), telephone(site, dealer.telephone)
    position = f' data-position="{dealer.position[0]},{dealer.position[1]}"' if dealer.position else ""
    call = words.call_name.format(name=name, phone=number)
    return (
        f'<li class="dealer" data-search="{escape(_searched(site, dealer))}"{position}>'
        f'<h4 class="dealer__name">{escape(name)}</h4>'
        f'<p class="dealer__place">{escape(dealer.text("town", language))}</p>'
        f"<address>{escape(dealer.text('address', language))}</address>"
        f'<p class="dealer__ways"><a class="button" href="tel:{dealer.telephone}" aria-label="{escape(call)}">'
        f"{escape(number)}</a>{_whatsapp(site, dealer, name)}</p></li>"
    )


def _whatsapp(site: Site, dealer: Dealer, name: str) -> str:
    words = site.interface.dealers
    if not dealer.whatsapp:
        return ""
    label = f"{words.whatsapp_name.format(name=name)} ({site.interface.links.new_tab})"
    return (
        f'<a class="button" href="https://wa.me/{dealer.whatsapp.removeprefix("+")}" target="_blank" rel="noopener"'
        f' aria-label="{escape(label)}">{escape(words.whatsapp)}</a>'
    )


def _searched(site: Site, dealer: Dealer) -> str:
    """Return every text of a dealer in both languages, each once, as searches compare it, and its number."""
    texts = [dealer.text(name, language) for name in (*PLACES, "name", "address") for language in LANGUAGES]
    number = local(dealer.telephone, site.company.country)
    return " ".join(dict.fromkeys(names.searchable(text) for text in (*texts, number) if text))


def _sales(site: Site) -> str:
    phone = site.company.sales_phone
    text = site.interface.product.call.format(phone=phone.shown)
    return f'<p><a class="button button--primary" href="tel:{phone.dial}">{escape(text)}</a></p>'
