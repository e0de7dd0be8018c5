"""The dealers: all by place, filtered and ordered by distance in the browser."""

from htpy import Node

from starbond_site.components.elements import titled_section
from starbond_site.components.react import dealer_filter
from starbond_site.components.react.live import live_section
from starbond_site.content import Site
from starbond_site.content.addresses import DEALERS_PAGE as PATH
from starbond_site.shared.categories import DEALERS


def body(site: Site) -> Node:
    words = site.interface.dealers
    labels = site.interface.dealer_filter.model_dump() | _places(site)
    chooser = dealer_filter(topic=DEALERS, labels=labels, digits=site.interface.dates.digits)
    return titled_section(site, PATH, words.lead, chooser, live_section(site, DEALERS, words.loading))


def _places(site: Site) -> dict[str, str]:
    if (places := site.company.dealer_places) is None:
        return {}
    return {
        "region": places.region.name,
        "all_regions": places.region.all,
        "area": places.area.name,
        "all_areas": places.area.all,
    }
