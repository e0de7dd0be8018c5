"""Digits: as people type them, since a keyboard for Bangla types its own on every page, and as they read them."""

import unicodedata


def in_ascii(text: str) -> str:
    """Return a text whose digits, of whatever script, are those that programs read."""
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text)


def written_in(digits: str, value: object) -> str:
    """Return a number, or any text with numbers in it, in the digits of a language, zero first."""
    return str(value).translate(str.maketrans("0123456789", digits))
