"""Decimal numbers: as readers of a language write them, and as administrators type them."""

import re
from decimal import ROUND_HALF_UP, Decimal

from starbond_site.content import Site
from starbond_site.documents.refusals import Refusal

NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,4})?")
"""Up to 15 digits of any script before and 4 after the point; no separators, which stand for other things elsewhere."""
MINUS = "\N{MINUS SIGN}"
_LAKHS = re.compile(r"(?<=\d)(?=(\d\d)+$)")


def decimal(site: Site, value: Decimal, places: int) -> str:
    """Return a number such as ``1,234.50``, with a minus sign (U+2212) in front of a negative one.

    Args:
        site: whose language decides on digits and groups: thousands, or lakhs and crores (CLDR).
        value: of any precision.
        places: digits after the point, to which it is rounded half up.
    """
    rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    whole, _, fraction = f"{abs(rounded):f}".partition(".")
    grouped = _in_lakhs(whole) if site.interface.language.grouping == "lakhs" else f"{int(whole):,}"
    sign = MINUS if rounded < 0 else ""
    return site.digits(f"{sign}{grouped}{'.' if fraction else ''}{fraction}")


def percent(site: Site, value: Decimal) -> str:
    """Return a change in percent with its sign, such as ``+12.5 %``."""
    sign = "+" if value >= Decimal("0.05") else ""
    return f"{sign}{decimal(site, value, 1)}\N{NO-BREAK SPACE}%"


def _in_lakhs(whole: str) -> str:
    if len(whole) <= 3:
        return whole
    return _LAKHS.sub(",", whole[:-3]) + "," + whole[-3:]


def number(text: str, name: str, field: str = "") -> Decimal:
    """Return the number that an administrator typed.

    Args:
        name: of the number, for people.
        field: of the form that it was typed into.

    Raises:
        Refusal: figure_invalid: it is no plain decimal number.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if not NUMBER.fullmatch(plain):
        raise Refusal("figure_invalid", name=name, text=repr(text), field=field)
    return Decimal(plain)
