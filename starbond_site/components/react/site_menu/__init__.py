"""The navigation: closes its menus on a link click, on Escape and on clicks elsewhere."""

import reflex as rx

from starbond_site.components.react.local import library


class SiteMenu(rx.Component):
    """A ``nav`` around native ``details`` menus."""

    library = library("site_menu.jsx")
    tag = "SiteMenu"

    label: rx.Var[str]
    """Accessible name of the navigation."""

    toggle: rx.Var[str]
    """Id of the checkbox that opens the menu on phones."""


site_menu = SiteMenu.create
