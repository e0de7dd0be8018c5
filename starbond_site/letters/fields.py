"""Checks of what a visitor typed, field by field; every problem has a sentence in content ``errors.toml``."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from email_validator import EmailNotValidError, validate_email

from starbond_site import content
from starbond_site.content.models import Language

NAME_CHARACTERS = 100
PHONE_DIGITS = (6, 15)
"""Shortest and longest number that can be dialled (ITU-T E.164 allows fifteen)."""
PHONE = re.compile(r"\+?[0-9 ().\-/]{6,40}")
MESSAGE_CHARACTERS = (10, 5000)
HONEYPOT = "website"
"""A field that people do not see; whoever fills it in is a program."""
FORM = "form"
"""Names problems of the form as a whole."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a field: the code of a sentence and its values."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, language: Language) -> str:
        """Return what the visitor reads."""
        return content.read(language).errors.say(self.code, **self.values)


@dataclass(frozen=True)
class Outcome:
    """What became of a form: problems by field, or a reference number where the form gives one."""

    reference: str = ""
    problems: Mapping[str, Problem] = field(default_factory=dict)

    @property
    def accepted(self) -> bool:
        """Whether nothing has to be corrected."""
        return not self.problems

    def sentences(self, language: Language) -> dict[str, str]:
        """Return what to show beside each field; `FORM` names the form as a whole."""
        return {name: problem.sentence(language) for name, problem in self.problems.items()}


class Reading:
    """Reads the fields of one form, keeps the cleaned values and collects the problems."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        """Take the fields as they came: any client can send anything under any name."""
        self._fields = fields
        self.problems: dict[str, Problem] = {}

    @property
    def is_from_program(self) -> bool:
        """Whether the field that people do not see is filled in."""
        return bool(self._text(HONEYPOT))

    def name(self) -> str:
        """Return the name on one line."""
        name = " ".join(_printable(self._text("name")).split())
        if not name:
            self.problems["name"] = Problem("name_missing")
        elif len(name) > NAME_CHARACTERS:
            self.problems["name"] = Problem("name_long", {"limit": NAME_CHARACTERS})
        return name

    def email(self) -> str:
        """Return the address with its domain in lower case; nothing is asked of the network."""
        typed = self._text("email")
        if not typed:
            self.problems["email"] = Problem("email_missing")
            return ""
        try:
            return validate_email(typed, check_deliverability=False).normalized
        except EmailNotValidError:
            self.problems["email"] = Problem("email_invalid")
            return ""

    def phone(self) -> str:
        """Return the number with the digits of any script in ASCII."""
        phone = " ".join(_ascii_digits(self._text("phone")).split())
        digits = sum(character.isdigit() for character in phone)
        if not phone:
            self.problems["phone"] = Problem("phone_missing")
        elif not PHONE.fullmatch(phone) or not PHONE_DIGITS[0] <= digits <= PHONE_DIGITS[1]:
            self.problems["phone"] = Problem("phone_invalid")
        return phone

    def message(self) -> str:
        """Return the message with plain line ends."""
        message = _printable(self._text("message").replace("\r\n", "\n").replace("\r", "\n"), keep="\n\t").strip()
        shortest, longest = MESSAGE_CHARACTERS
        if not message:
            self.problems["message"] = Problem("message_missing")
        elif len(message) < shortest:
            self.problems["message"] = Problem("message_short", {"limit": shortest})
        elif len(message) > longest:
            self.problems["message"] = Problem("message_long", {"limit": longest})
        return message

    def consent(self) -> None:
        """Note a problem unless the box was ticked; browsers send ``on``, components ``True``."""
        if self._fields.get("consent") not in (True, "on", "true", "1"):
            self.problems["consent"] = Problem("consent_missing")

    def _text(self, name: str) -> str:
        value = self._fields.get(name)
        return value.encode("utf-8", "replace").decode().strip() if isinstance(value, str) else ""


def _printable(text: str, keep: str = "") -> str:
    """Return ``text`` without control characters, which no database or mail should have to carry."""
    return "".join(
        character if character in keep or unicodedata.category(character) != "Cc" else " " for character in text
    )


def _ascii_digits(text: str) -> str:
    """Return ``text`` with digits such as the Bangla ones as ASCII."""
    return "".join(str(unicodedata.digit(character, character)) for character in text)
