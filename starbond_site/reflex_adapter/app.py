"""Reflex's app with layers outside all of Reflex's own."""

from collections.abc import Callable
from typing import Any

import reflex as rx
from starlette.types import ASGIApp

from starbond_site.reflex_adapter.connection import Cookies


def app_inside(layer: Callable[[ASGIApp], ASGIApp]) -> type[rx.App]:
    """Return a class of apps that are served inside a layer; it sees what Reflex's own for CORS has added."""

    class App(rx.App):
        """Reflex's app."""

        def __call__(self) -> Any:  # noqa: ANN401  as Reflex declares it
            return layer(Cookies(super().__call__()))

    return App
