"""Moments of release: typed in the company's time, and ahead."""

from datetime import datetime, timedelta

from starbond_site import local_time
from starbond_site.documents.refusals import Refusal

FURTHEST = timedelta(days=366)
"""A later one is a slip of the pen, and nobody would notice it for a year."""


def parse(written: str) -> datetime:
    """Return the moment of a text such as ``2026-11-23T18:00:00`` or ``2026-11-23 18:00``, in the company's time.

    Raises:
        Refusal: moment_invalid: it is none.
    """
    try:
        return local_time.parse(written)
    except ValueError:
        raise Refusal("moment_invalid") from None


def ahead(moment: datetime) -> datetime:
    """Return a moment that lies ahead.

    Raises:
        Refusal: moment_out_of_range: it is past, or further away than `FURTHEST`.
    """
    now = local_time.now()
    if not now < moment <= now + FURTHEST:
        raise Refusal("moment_out_of_range", days=FURTHEST.days)
    return moment
