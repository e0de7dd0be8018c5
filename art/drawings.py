"""Draws the picture that is not rendered: the unfinished joint."""

from art.joint import drawing
from art.paths import MASTERS
from art.record import fresh, made_from, note
from art.svg import save

NAME = "drawings/unfinished-joint"


def write() -> None:
    """Write the master of the drawing, if it changed."""
    markup = drawing()
    fingerprint = made_from(markup, None, code=("svg",))
    if not fresh(NAME, fingerprint, (NAME,)):
        save(markup, MASTERS / f"{NAME}.png")
        note(NAME, fingerprint)
