"""The section of a document's page of the desk that offers its evidence."""

import htpy as h
from htpy import Element

from starbond_site.content.addresses import DESK
from starbond_site.documents.details import Details
from starbond_site.presentation.desk.parts import folded, way
from starbond_site.web.desk.pages import Asked

PATH = DESK + "/documents/{number}/evidence.zip"
"""English path of a pack."""


def section(asked: Asked, details: Details) -> Element:
    words = asked.site.interface.evidence
    button = way(asked.site, PATH.format(number=details.id), words.button)
    return folded(words.heading, "evidence", h.p[words.explanation], h.p[button])
