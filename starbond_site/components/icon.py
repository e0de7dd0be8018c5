"""The line icons of the interface, on a 24 by 24 grid."""

from typing import Literal

import reflex as rx

Icon = Literal[
    "menu", "chevron", "phone", "whatsapp", "mail", "pin", "clock", "search", "sun", "chat", "print",
    "feed", "link",
    "Facebook", "YouTube", "Instagram", "LinkedIn", "X",
]  # fmt: skip

PATHS: dict[Icon, str] = {
    "menu": "M4 7h16M4 12h16M4 17h16",
    "chevron": "M6 9l6 6 6-6",
    "phone": "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 4 5a1 1 0 0 1 1-1z",
    "whatsapp": "M4 20l1.3-4A8 8 0 1 1 8 18.7L4 20zM9 9c0 3 3 6 6 6l1-1.6-2-1.2-1 .8a6 6 0 0 1-2-2l.8-1-1.2-2L9 9z",
    "mail": "M4 6h16v12H4zM4 7l8 6 8-6",
    "pin": "M12 21c4-4.6 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6.400 6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
    "clock": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
    "search": "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.500 4.500",
    "sun": "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400"
    "M17.600 17.600L19 19M19 5l-1.400 1.400M6.400 17.600L5 19",
    "chat": "M4 5h16v11H9l-5 4z",
    "feed": "M6 18h.01M5 11a8 8 0 0 1 8 8M5 4a15 15 0 0 1 15 15",
    "Facebook": "M14 21v-8h3l.500-3.500H14V7.500c0-1 .400-1.800 1.900-1.800"
    "h1.700V2.600C17.300 2.500 16.300 2.400 15.200 2.400c-2.500 0-4.200 1.500-4.200 4.300v2.800"
    "H8V13h3v8",
    "YouTube": "M3.500 7.500C3.700 6.500 4.500 5.800 5.500 5.700a60 60 0 0 1 13 0c1 .1 1.800.8 2 1.800"
    "a28 28 0 0 1 0 9c-.2 1-1 1.700-2 1.800a60 60 0 0 1-13 0c-1-.1-1.800-.8-2-1.800"
    "a28 28 0 0 1 0-9zM10 9l5 3-5 3z",
    "Instagram": "M7 3.500h10A3.500 3.500 0 0 1 20.500 7v10a3.500 3.500 0 0 1-3.500 3.500H7"
    "A3.500 3.500 0 0 1 3.500 17V7A3.500 3.500 0 0 1 7 3.500zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z"
    "M17 7h.01",
    "LinkedIn": "M4 4h16v16H4zM8 11v5.500M8 7.500h.01M12 16.500V11M12 13.500a2.200 2.200 0 0 1 4.400 0v3",
    "X": "M4.500 4h3.800l11.200 16h-3.800zM19 4l-6.200 6.900M11.200 13.100L5 20",
    "link": "M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1"
    "M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1",
    "print": "M7 8V4h10v4M7 17H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v6H7z",
}


PROFILES: dict[str, Icon] = {name.casefold(): name for name in ("Facebook", "YouTube", "Instagram", "LinkedIn", "X")}
"""Places that have a mark of their own, by their name in small letters."""


def icon(name: Icon) -> rx.Component:
    """Return a decorative icon in the colour of the text beside it."""
    return rx.el.svg(
        rx.el.path(d=PATHS[name]),
        class_name="icon",
        custom_attrs={"viewBox": "0 0 24 24", "aria-hidden": "true"},
    )


def profile_icon(name: str) -> rx.Component:
    """Return the mark of a place with profiles, such as LinkedIn; that of a link for one that has none here."""
    return icon(PROFILES.get(name.casefold(), "link"))
