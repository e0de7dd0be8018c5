"""Draws what stays a drawing: the people and the unfinished joint."""

from art.catalogue import SHAPES, SITE
from art.figures import FIGURES, portrait
from art.joint import drawing
from art.places import MASTERS
from art.svg import save


def write() -> None:
    """Write the masters of all drawings; a person without a figure stops with its id."""
    for person in (*SITE.people.directors, *SITE.people.managers):
        save(portrait(FIGURES[person.id]), MASTERS / "people" / f"{person.id}.png", SHAPES["people"][0])
    save(drawing(), MASTERS / "drawings" / "unfinished-joint.png")
