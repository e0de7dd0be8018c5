"""Materials that people join: the vocabulary of the finder and of the search."""

from typing import Annotated

from pydantic import Field

from starbond_site.content.models import Content, Identifier, Text


class Words(Content):
    """What people say, in both languages: readers of one language also type words of the other."""

    en: tuple[str, ...] = ()
    bn: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """The words of both languages."""
        return (*self.en, *self.bn)


class Material(Content):
    """A material that can be chosen in the finder."""

    id: Identifier
    """Its value in the address of the finder, such as ``?a=wood``."""
    name: Text
    words: Words
    """Other words for it, misspellings, and things made of it."""
    drawing: Annotated[str, Field(pattern=r"^M[MLHVAQCSTZmlhvaqcstz0-9 .,-]+$")]
    """Path of its line drawing on a grid of 24 by 24 (SVG 2, 9.3)."""
    entry: bool = False
    """Whether other pages lead into the finder with it."""


class Materials(Content):
    """All materials, in the order of the choices."""

    materials: tuple[Material, ...] = ()
