"""Draws the pictures that pages show and that are not rendered."""

from art.company.drawings import DRAWINGS
from art.paths import MASTERS
from art.record import fresh, made_from, note
from art.svg import save


def write() -> None:
    """Write the masters of drawings that changed."""
    for drawing, draw in DRAWINGS.items():
        name = f"drawings/{drawing}"
        markup = draw()
        fingerprint = made_from(markup, None, code=("svg",))
        if not fresh(name, fingerprint, (name,)):
            save(markup, MASTERS / f"{name}.png")
            note(name, fingerprint)
