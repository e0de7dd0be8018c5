"""Draws the pictures that are not rendered: people, and drawings that pages show."""

from art.catalogue import SITE
from art.company.drawings import DRAWINGS
from art.company.figures import FIGURES
from art.figures import portrait
from art.paths import MASTERS
from art.record import fresh, made_from, note
from art.shapes import SHAPES
from art.svg import save


def write() -> None:
    """Write the masters of drawings that changed; a person without a figure stops with its id."""
    drawn = {f"people/{person.id}": (portrait(FIGURES[person.id]), SHAPES["people"][0]) for person in SITE.people}
    drawn |= {f"drawings/{name}": (draw(), None) for name, draw in DRAWINGS.items()}
    for name, (markup, width) in drawn.items():
        fingerprint = made_from(markup, width, code=("svg",))
        if not fresh(name, fingerprint, (name,)):
            save(markup, MASTERS / f"{name}.png", *([width] if width else []))
            note(name, fingerprint)
