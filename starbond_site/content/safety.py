"""Models of ``safety.toml``: whom to call in an accident, and what to do first."""

from typing import Annotated

from pydantic import Field

from starbond_site.content.models import Content, Identifier, Text
from starbond_site.shared.mistakes import matching


class Call(Content):
    """A number to call in an accident."""

    name: Text
    shown: Text
    dial: (
        Annotated[str, matching(r"\+?[0-9]{3,15}", "this must be digits alone, such as 999 or +880200000001")] | None
    ) = None
    """None for a sample, which nobody can dial by mistake."""
    note: Text


class FirstAid(Content):
    """What to do first in one kind of accident."""

    id: Identifier
    title: Text
    steps: Annotated[tuple[Text, ...], Field(min_length=1)]
    source: Text
    """Where the steps come from."""


class Safety(Content):
    """All of ``safety.toml``; the page exists where ``pages.toml`` has it."""

    calls: tuple[Call, ...] = ()
    first_aid: tuple[FirstAid, ...] = ()
    """In the order of the page: the eye first, since it cannot wait."""
