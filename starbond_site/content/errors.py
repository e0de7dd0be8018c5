"""The sentences for everything that can be refused: ``errors.say(code, limit=50)`` is the one of a code.

``errors.toml`` has them; their names stand in ``interface.pyi`` (`content.interface`).
"""

from starbond_site.content.formats import digits
from starbond_site.content.interface import ErrorTexts


class Errors(ErrorTexts):
    """Every refusal as a sentence, in one language."""

    def say(self, code: str, **values: object) -> str:
        """Return the sentence of a refusal with its values filled in, numbers in the digits of the language.

        Raises:
            KeyError: no sentence has this code, or it needs a value that was not given.
        """
        if code not in Errors.model_fields:
            raise KeyError(f"no sentence for the refusal {code!r}")
        numbers = {name: digits(value, self) for name, value in values.items() if isinstance(value, int)}
        held = {
            "what": getattr(self, f"what_{values.get('what')}", self.what_active),
            "where": f" {self.on_page.format(**numbers)}" if values.get("page") else "",
            "unchecked": self.what_unchecked if values.get("is_unchecked") else "",
        }
        return getattr(self, code).format(**{"target": "…"} | values | numbers | held)
