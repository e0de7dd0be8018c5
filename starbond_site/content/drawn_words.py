"""Words that stand on a page as drawings (``drawn_words.json``); ``python -m art faces`` draws them."""

import json
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

FILE = Path(__file__).with_name("drawn_words.json")
UNITS = 100
"""To an em."""


class DrawnWord(BaseModel):
    """The outline of a word, in `UNITS`, its base line at zero."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    box: tuple[int, int, int, int]
    """Left, top, width and height of what it fills."""
    outline: str
    """As in the ``d`` of an SVG path."""


@cache
def drawn_words() -> dict[str, DrawnWord]:
    """Return every drawing by its word; pydantic's ``ValidationError`` where the file is not as it should be."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    return {word: DrawnWord.model_validate(entry) for word, entry in entries.items()}
