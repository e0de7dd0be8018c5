"""Links to the finder from other pages: the materials that are asked for most, each with its drawing."""

import htpy as h
from htpy import Element, Node

from starbond_site.components.elements import drawing
from starbond_site.content import Site
from starbond_site.content.addresses import FINDER
from starbond_site.content.materials import Material
from starbond_site.presentation.html_parts import bullets, link


def finder_entry(site: Site) -> Node:
    if not site.has(FINDER):
        return None
    words = site.interface.finder
    links = [_material(site, material) for material in site.materials if material.entry]
    links.append(link(site, FINDER, words.entry_more, "entry__link"))
    return h.nav(".entry", aria_label=words.entry_label)[
        h.div[h.h2[words.entry_heading], h.p(".muted")[words.entry_text]],
        bullets(links, "entry__links plain-list"),
    ]


def _material(site: Site, material: Material) -> Element:
    name = site.interface.finder.entry_link.format(material=material.name)
    return h.a(".entry__link", href=f"{site.address(FINDER)}?a={material.id}", aria_label=name)[
        drawing(material.drawing), h.span[material.name]
    ]
