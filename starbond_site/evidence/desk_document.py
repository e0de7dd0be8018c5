"""The section of a document's page of the desk that offers its evidence."""

import htpy as h
from htpy import Element

from starbond_site.content import Site
from starbond_site.content.addresses import DESK
from starbond_site.presentation.desk.parts import folded, way

PATH = DESK + "/documents/{number}/evidence.zip"
"""English path of a pack."""


def section_of(site: Site, number: int) -> Element:
    """Return the section."""
    words = site.interface.evidence
    button = way(site, PATH.format(number=number), words.button)
    return folded(words.heading, "evidence", h.p[words.explanation], h.p[button])
