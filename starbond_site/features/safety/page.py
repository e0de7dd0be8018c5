"""When something goes wrong: first aid, numbers to call, and the cautions of each product."""

import htpy as h
from htpy import Node

from starbond_site.components.elements import heading_of, html
from starbond_site.content import Site
from starbond_site.content.addresses import SAFETY
from starbond_site.features.safety.html import safety


def body(site: Site) -> Node:
    return heading_of(site, SAFETY), h.div(".container.section--tight")[html(safety(site), "safety")]
