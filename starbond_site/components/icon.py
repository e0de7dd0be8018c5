"""The line icons of the interface."""

import reflex as rx

from starbond_site.content.icons import PATHS, Icon

PROFILES: dict[str, Icon] = {name.casefold(): name for name in ("Facebook", "YouTube", "Instagram", "LinkedIn", "X")}
"""Social networks with an icon of their own, by name in lower case."""


def icon(name: Icon) -> rx.Component:
    """Return a decorative icon in the colour of the text beside it."""
    return drawing(PATHS[name])


def drawing(path: str) -> rx.Component:
    return rx.el.svg(
        rx.el.path(d=path),
        class_name="icon",
        custom_attrs={"viewBox": "0 0 24 24", "aria-hidden": "true"},
    )


def profile_icon(name: str) -> rx.Component:
    """Return the icon of a social network; that of a link where it has none here."""
    return icon(PROFILES.get(name.casefold(), "link"))
