"""Why somebody withdraws or stops something, in their own words."""

from starbond_site.documents import names
from starbond_site.documents.refusals import Refusal

MAX_REASON = 500
"""Characters, as the records hold."""


def cleaned(reason: str) -> str:
    """Return a reason in one line; see `names.one_line`.

    Raises:
        Refusal: reason_too_long: it has more than `MAX_REASON` characters.
    """
    text = names.one_line(reason)
    if len(text) > MAX_REASON:
        raise Refusal("reason_too_long", limit=MAX_REASON)
    return text
