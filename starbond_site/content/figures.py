"""Models of ``figures.toml``: the figures of statements, and when they have to be explained."""

from decimal import Decimal
from typing import Annotated, Self

from pydantic import Field, model_validator

from starbond_site.content.models import AS_ID, Content, Text
from starbond_site.shared.categories import KIND_ID, Unit
from starbond_site.shared.mistakes import matching


class FigureKind(Content):
    """A figure of financial statements."""

    id: Annotated[str, matching(KIND_ID, AS_ID), Field(max_length=20)]
    title: Text
    short: Text
    """Abbreviation, or the title where there is none."""
    note: Text
    in_millions: bool = False
    """Whether it is shown in millions of the currency, as the range is; otherwise an amount per share."""
    at_end: bool = False
    """Whether it is of the last day of a period, not of all its days."""
    concept: Annotated[
        str, matching("([a-z-]+:[A-Za-z]+)?", "this must be prefix and name, such as ifrs-full:Revenue")
    ] = ""
    """In a taxonomy of XBRL, with its prefix; none where no taxonomy has it."""
    decimals: Annotated[int, Field(ge=0, le=4)]
    """Digits after the point that are shown in the first unit."""
    minimum: Decimal
    maximum: Decimal
    """A figure outside this range is probably mistyped, and needs a reason."""
    change_percent: Annotated[int, Field(gt=0)]
    """A greater change against the same period one year before needs a reason."""
    source: str
    """Rule behind `change_percent`, for the administrator."""
    checked: bool
    """Whether a lawyer has read the source and confirmed the limit."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units in which it can be entered; the range is in the first."""
        return (Unit.MILLION, Unit.ONE) if self.in_millions else (Unit.ONE,)

    @model_validator(mode="after")
    def _has_range(self) -> Self:
        if self.minimum >= self.maximum:
            raise ValueError("minimum must be below maximum")
        return self


class FigureKinds(Content):
    """All figures, in the order of the page."""

    kinds: tuple[FigureKind, ...] = ()
    """None at all where a site shows no figures."""

    def kind(self, name: str) -> FigureKind:
        return next(kind for kind in self.kinds if kind.id == name)
