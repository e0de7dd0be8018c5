"""The lists and nodes that every open page shows as they change."""

from typing import Any

import reflex as rx

from starbond_site.state.broadcast import broadcast


class Live(rx.State):
    """Holds nothing per visitor: the vars stay empty on the server, and views are pushed straight to the browsers."""

    PriceSensitiveInformation: dict[str, Any] = {}
    AnnualReport: dict[str, Any] = {}
    FinancialStatement: dict[str, Any] = {}
    AllNotice: dict[str, Any] = {}
    BondIssue: dict[str, Any] = {}
    shared: dict[str, Any] = {}
    nodes: dict[str, Any] = {}

    @rx.event
    async def stale(self, topic: str, version: int) -> None:
        """Send a topic to the asking browser, if there is something newer than the version it has."""
        await broadcast.answer(self.router.session.client_token, topic, version)


def view_of(topic: str) -> rx.Var[dict[str, Any]]:
    """Return the var that carries the pushed views of a topic."""
    return getattr(Live, topic)
