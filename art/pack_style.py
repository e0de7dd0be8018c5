"""Colours of a pack and the printed surfaces that its form needs."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

PrintKind = Literal["wrap", "panel", "card", "carton", "sack", "tube"]


@dataclass(frozen=True, kw_only=True)
class PackStyle:
    """Colours of one pack, and the function that renders its prints."""

    colour: str
    """Colour of the pack itself, ``#rrggbb``."""
    main: str
    second: str
    """The brand's colours."""
    printer: Callable[[PrintKind, float, float, float], Path]
    """Gives the print of a kind for a width and height in centimetres; the last number is the share of the width
    that is seen from the front."""

    def print(self, kind: PrintKind, width: float, height: float, front: float = 0.34) -> Path:
        """Return the print for a surface."""
        return self.printer(kind, width, height, front)
