"""When something goes wrong: first aid, numbers to call, and the cautions of each product."""

import reflex as rx

from starbond_site.components.elements import heading_of, html
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import SAFETY
from starbond_site.features.safety.html import safety


def body(site: Site) -> rx.Component:
    content = html(safety(site), class_name="safety")
    return rx.fragment(heading_of(site, SAFETY), prerendered(rx.el.div(content, class_name="container section--tight")))
