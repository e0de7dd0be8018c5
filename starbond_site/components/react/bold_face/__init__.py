"""Loads the file for bold text of a language that has one, after the first view."""

import reflex as rx

from starbond_site import design
from starbond_site.components.react import component
from starbond_site.content import Site

_bold_face = component("bold_face/bold_face.jsx", "BoldFace")


def bold_face(site: Site) -> rx.Component | None:
    """Return what loads the bold face of a page's language; nothing where the first file has every weight."""
    face = design.BOLD.get(site.language)
    return face and _bold_face(family=face.family, address=face.address, weight=face.weight)
