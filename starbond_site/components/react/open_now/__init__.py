"""Whether an office is open now, computed in the browser from its opening hours."""

import reflex as rx

from starbond_site import local_time
from starbond_site.components.react import component
from starbond_site.content import Site
from starbond_site.content.company import WEEKDAYS, Opening

_open_now = component("open_now/open_now.jsx", "OpenNow")


def open_now(site: Site, opening: Opening) -> rx.Component:
    words = site.interface.contact
    return _open_now(
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
