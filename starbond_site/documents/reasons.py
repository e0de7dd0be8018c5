"""Why somebody withdraws or stops something, in their own words."""

import unicodedata

from starbond_site.documents import names
from starbond_site.documents.normal_form import normalized
from starbond_site.documents.refusals import Refusal

MAX_REASON = 500
"""Characters, as the records hold."""


def cleaned(reason: str) -> str:
    """Return a reason in one line, normalised (NFC) and without characters that nobody sees.

    Raises:
        Refusal: reason_too_long: it has more than `MAX_REASON` characters.

    """
    text = normalized("NFC", "".join(map(_blank_for_control, reason)))
    text = " ".join(names.without_invisible(text).split())
    if len(text) > MAX_REASON:
        raise Refusal("reason_too_long", limit=MAX_REASON)
    return text


def _blank_for_control(character: str) -> str:
    """Return a blank for a control character, so that words on two lines stay apart."""
    return " " if unicodedata.category(character) == "Cc" else character
