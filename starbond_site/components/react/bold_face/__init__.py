"""Loads the file for bold text of a language that has one, after the first view."""

import reflex as rx

from starbond_site import design
from starbond_site.components.react.local import library
from starbond_site.content import Site


class BoldFace(rx.Component):
    """Shows nothing: once its file is there, bold text is drawn from it, as wide as before."""

    library = library("bold_face.jsx")
    tag = "BoldFace"

    family: rx.Var[str]
    address: rx.Var[str]
    weight: rx.Var[str]


def bold_face(site: Site) -> rx.Component | None:
    """Return what loads the bold face of a page's language; nothing where the first file has every weight."""
    face = design.BOLD.get(site.language)
    return face and BoldFace.create(family=face.family, address=face.address, weight=face.weight)
