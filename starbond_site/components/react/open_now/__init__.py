"""Whether an office is open now, computed in the browser from its opening hours."""

from typing import Any

import reflex as rx

from starbond_site import local_time
from starbond_site.components.react.local import library
from starbond_site.content import Site
from starbond_site.content.company import WEEKDAYS, Opening


class OpenNow(rx.Component):
    """One line; empty until scripts run, hidden without them."""

    library = library("open_now.jsx")
    tag = "OpenNow"

    days: rx.Var[list[int]]
    """Days on which it is open, from 0 for Sunday."""

    first: rx.Var[int]
    """Minute of the day at which it opens."""

    last: rx.Var[int]
    """Minute of the day at which it closes."""

    zone: rx.Var[int | str]
    """Of the hours: see `local_time.in_browser`."""

    words: rx.Var[dict[str, Any]]
    """``open``, ``closed``, ``today``, ``weekdays``; ``opens`` and ``closes`` are the times as people read them."""


def open_now(site: Site, opening: Opening) -> rx.Component:
    words = site.interface.contact
    return OpenNow.create(
        days=sorted(WEEKDAYS.index(day) for day in opening.days),
        first=_minute(opening.first),
        last=_minute(opening.last),
        zone=local_time.in_browser(),
        words={
            "open": words.open_now,
            "closed": words.closed_now,
            "today": words.today,
            "weekdays": list(words.weekdays),
            "opens": opening.opens,
            "closes": opening.closes,
        },
    )


def _minute(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)
