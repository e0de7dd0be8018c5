"""The portrait of a person: a photograph where there is one, else a monogram."""

import reflex as rx

from starbond_site.components.picture import responsive_picture
from starbond_site.content.initials import initials
from starbond_site.content.models import Person
from starbond_site.content.pictures import pictures


def photographed(person: Person, sizes: str) -> tuple[str, str] | None:
    """Return name and ``sizes`` of a person's photograph; None for nobody's, when a monogram stands for it."""
    name = f"people/{person.id}"
    return (name, sizes) if name in pictures() else None


def portrait(person: Person, *, alt: str, sizes: str, first: bool = False, class_name: str = "") -> rx.Component:
    """Return the photograph of a person as `responsive_picture` does, or a monogram, which CSS draws without a request.

    A monogram has no alternative text: the name always stands beside it.
    """
    if shown := photographed(person, sizes):
        return responsive_picture(shown[0], alt=alt, sizes=sizes, first=first, class_name=class_name)
    letters = person.initials or initials(person.name)
    return rx.el.div(rx.el.span(letters), class_name=f"monogram {class_name}".strip(), aria_hidden=True)
