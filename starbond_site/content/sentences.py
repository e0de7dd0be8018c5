"""The sentence for a refusal: the one function between a code and what a person reads."""

from collections.abc import Mapping

from starbond_site import content
from starbond_site.content.languages import DEFAULT, Language


def refusal_sentence(code: str, language: Language = DEFAULT, values: Mapping[str, object] | None = None) -> str:
    """Return the sentence of ``errors.toml`` for a refusal.

    Args:
        code: name of the sentence.
        language: of the reader.
        values: what stands for its ``{places}``; whole numbers are written in the digits of the language.

    Raises:
        KeyError: no sentence has this code, or it needs a value that was not given.
    """
    return content.read(language).errors.say(code, **(values or {}))
