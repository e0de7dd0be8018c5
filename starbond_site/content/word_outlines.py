"""Words shown as SVG outlines, from ``word_outlines.json``, which ``python -m art outlines`` writes."""

import json
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

FILE = Path(__file__).with_name("word_outlines.json")
UNITS = 100
"""Units per em."""


class WordOutline(BaseModel):
    """The outline of a word in ``UNITS``, with its baseline at zero."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    box: tuple[int, int, int, int]
    """Bounding box: left, top, width and height."""
    outline: str
    """The ``d`` attribute of an SVG path."""


@cache
def word_outlines() -> dict[str, WordOutline]:
    """Return every outline by its word.

    Raises:
        pydantic.ValidationError: an entry of the file is malformed.
    """
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    return {word: WordOutline.model_validate(entry) for word, entry in entries.items()}
