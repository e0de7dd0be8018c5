"""Materials that people join: the vocabulary of the finder and of the search."""

from typing import Annotated

from pydantic import ConfigDict, Field, RootModel

from starbond_site.content.models import Content, Identifier, KnownLanguage, Text


class Words(RootModel[dict[KnownLanguage, tuple[str, ...]]]):
    """What people say, by language."""

    model_config = ConfigDict(frozen=True)

    @property
    def all(self) -> tuple[str, ...]:
        """The words of every language, also of those that the site is not in: people type them all the same."""
        return tuple(word for words in self.root.values() for word in words)


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
