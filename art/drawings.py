"""Draws the pictures that are not rendered: the people and the unfinished joint."""

from art.catalogue import SITE
from art.figures import FIGURES, portrait
from art.joint import drawing
from art.paths import MASTERS
from art.record import fresh, made_from, note
from art.shapes import SHAPES
from art.svg import save


def write() -> None:
    """Write the masters of drawings that changed; a person without a figure stops with its id."""
    drawn = {f"people/{person.id}": (portrait(FIGURES[person.id]), SHAPES["people"][0]) for person in SITE.people}
    for name, (markup, width) in (drawn | {"drawings/unfinished-joint": (drawing(), None)}).items():
        fingerprint = made_from(markup, width, code=("svg",))
        if not fresh(name, fingerprint, (name,)):
            save(markup, MASTERS / f"{name}.png", *([width] if width else []))
            note(name, fingerprint)
