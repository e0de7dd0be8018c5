"""Counts what is left of the disclosure clocks on the page."""

import reflex as rx

from starbond_site.components.react.local import library


class Countdown(rx.Component):
    """Shows nothing of its own: every second it writes the text of the elements with ``data-seconds``."""

    library = library("countdown.jsx")
    tag = "Countdown"


countdown = Countdown.create
