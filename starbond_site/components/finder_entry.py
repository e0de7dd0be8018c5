"""Links to the finder from other pages: the materials that are asked for most, each with its drawing."""

import reflex as rx

from starbond_site.components.elements import drawing, link
from starbond_site.components.react.prerendered import prerendered
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.content.materials import Material


def finder_entry(site: Site) -> rx.Component | None:
    if not site.has(FINDER):
        return None
    words, address = site.interface.finder, site.address(FINDER)
    entry = rx.el.nav(
        rx.el.div(
            rx.el.h2(words.entry_heading),
            rx.el.p(words.entry_text, class_name="muted"),
        ),
        rx.el.ul(
            *(rx.el.li(_material(site, material)) for material in site.materials if material.entry),
            rx.el.li(link(words.entry_more, href=address, class_name="entry__link")),
            class_name="entry__links plain-list",
        ),
        class_name="entry",
        aria_label=words.entry_label,
    )
    return prerendered(entry)


def _material(site: Site, material: Material) -> rx.Component:
    return link(
        drawing(material.drawing),
        rx.el.span(material.name),
        href=f"{site.address(FINDER)}?a={material.id}",
        class_name="entry__link",
        aria_label=site.interface.finder.entry_link.format(material=material.name),
    )
