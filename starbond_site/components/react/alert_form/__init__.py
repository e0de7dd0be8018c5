"""The fields of the form of mail alerts, and what shows the form only where the server sends mail."""

import reflex as rx

from starbond_site.components.react import posted_form as _posted_form  # noqa: F401  brings posted_form.jsx
from starbond_site.components.react.local import library


class _Part(rx.Component):
    library = library("alert_form.jsx")


class AlertFields(_Part):
    """An address, and a box for each list."""

    tag = "AlertFields"

    labels: rx.Var[dict[str, str]]
    """``email``, ``lists``, and ``sheets`` where there are any."""

    lists: rx.Var[list[dict[str, str]]]
    """``name`` of the field and ``title`` of each list."""

    sheets: rx.Var[list[dict[str, str]]]
    """The same of each product whose safety data sheet can be asked for."""


class Availability(_Part):
    """Marks its element with what the server says: ``data-alerts`` is ``unknown``, ``on`` or ``off``."""

    tag = "Availability"

    address: rx.Var[str]
    """Says whether the server sends mail; asked where it did not write that into the page."""


alert_fields = AlertFields.create
availability = Availability.create
