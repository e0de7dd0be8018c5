"""Sentences with what stands for their ``{places}``: of refusals, and those with elements in them."""

import re
from collections.abc import Mapping
from typing import NoReturn, TypeVar

from pydantic_core import PydanticCustomError

from starbond_site import content
from starbond_site.content.addresses import DEFAULT, Language
from starbond_site.content.interface import Code, ErrorTexts
from starbond_site.shared.digits import written_in

Piece = TypeVar("Piece")


class Errors(ErrorTexts):
    """Every refusal as a sentence, in one language."""

    def say(self, code: str, **values: object) -> str:
        """Return the sentence of a refusal with its values filled in, numbers in the digits of the language.

        Raises:
            KeyError: no sentence has this code, or it needs a value that was not given.
        """
        if code not in Errors.model_fields:
            raise KeyError(f"no sentence for the refusal {code!r}")
        numbers = {name: written_in(self.digits, value) for name, value in values.items() if isinstance(value, int)}
        held = {
            "what": getattr(self, f"what_{values.get('what')}", self.what_active),
            "where": f" {self.on_page.format(**numbers)}" if values.get("page") else "",
            "unchecked": self.what_unchecked if values.get("is_unchecked") else "",
        }
        text: str = getattr(self, code)
        said = text.format(**{"target": "…"} | values | numbers | held)
        # What is wrong with a field of a form may be wrong in a line of a table.
        is_of_table = "line" in values and "{line}" not in text
        return self.say("table_line", line=values["line"], problem=said) if is_of_table else said


def refusal_sentence(code: str, language: Language = DEFAULT, values: Mapping[str, object] | None = None) -> str:
    """Return the sentence of ``errors.toml`` for a refusal.

    Args:
        values: what stands for its ``{places}``; whole numbers are written in the digits of the language.

    Raises:
        KeyError: no sentence has this code, or it needs a value that was not given.
    """
    return content.read(language).errors.say(code, **(values or {}))


def refuse(code: Code, **values: object) -> NoReturn:
    """Raise what a validator of a model finds wrong, by the code of its sentence."""
    raise PydanticCustomError(code, code, values)


def filled(sentence: str, **parts: Piece) -> list[str | Piece]:
    """Return a sentence in pieces: its texts, and between them the elements that stand for its ``{places}``."""
    return [parts[piece] if number % 2 else piece for number, piece in enumerate(re.split(r"\{(\w+)\}", sentence))]
