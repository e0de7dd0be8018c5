"""The line icons of the interface."""

import reflex as rx

from starbond_site.content.icons import PATHS, Icon

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
