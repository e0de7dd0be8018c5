"""Telephone numbers: from how people type them to how they are dialled (ITU-T E.164), and back to how they are read.

What is special to a country stands in `RULES`. Elsewhere a number is written with ``+`` and read as it is dialled.
"""

import re
from dataclasses import dataclass

from starbond_site.shared.digits import in_ascii

SEPARATORS = re.compile(r"[\s()./\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}-]")


@dataclass(frozen=True, slots=True)
class Rules:
    """How the numbers of a country are written."""

    example: str
    """How to write one, for who mistyped it."""
    code: str = ""
    """Country code of numbers that begin with one 0; empty where they need a ``+``."""
    fewest: int = 6
    most: int = 15
    """Digits with the country code."""
    mobile: re.Pattern[str] | None = None
    """A mobile number as it is dialled, in its groups."""
    grouped: str = r"\g<0>"
    """How these groups are read."""


ELSEWHERE = Rules(example="+353 1 000 0000")
RULES = {
    "BD": Rules(
        example="+880 1700-000000 / 01700-000000",
        code="880",
        fewest=8,
        mobile=re.compile(r"(\+880)(1[0-9]{3})([0-9]{6})"),
        grouped=r"\1 \2-\3",
    ),
}
"""By country (ISO 3166-1)."""


def rules(country: str) -> Rules:
    return RULES.get(country, ELSEWHERE)


def dialled(typed: str, country: str) -> str:
    """Return a number as it is dialled; empty where what was typed is none.

    Args:
        typed: with digits of any script, spaces, dots, hyphens and brackets.
        country: of those who typed it.
    """
    known = rules(country)
    plain = in_ascii(SEPARATORS.sub("", typed))
    if plain.startswith("00"):
        plain = f"+{plain[2:]}"
    elif known.code and plain.startswith("0"):
        plain = f"+{known.code}{plain[1:]}"
    elif known.code and plain.startswith(known.code):
        plain = f"+{plain}"
    elif known.mobile and known.mobile.fullmatch(f"+{known.code}{plain}"):
        # A spreadsheet has dropped the zero.
        plain = f"+{known.code}{plain}"
    return plain if re.fullmatch(rf"\+[1-9][0-9]{{{known.fewest - 1},{known.most - 1}}}", plain) else ""


def shown(number: str, country: str) -> str:
    """Return a dialled number as it is read: mobile numbers in groups where the country's are known."""
    known = rules(country)
    found = known.mobile and known.mobile.fullmatch(number)
    return found.expand(known.grouped) if found else number


def local(number: str, country: str) -> str:
    code = rules(country).code
    return number.replace(f"+{code}", "0", 1) if code and number.startswith(f"+{code}") else number
