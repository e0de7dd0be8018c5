"""Connections between pages and the server: their number. `build/socket_events.py` tells a page of its own."""

import reflex as rx


def connected(app: rx.App) -> int:
    """Return the number of browsers that are connected to this worker."""
    return len(app.event_namespace.sid_to_token) if app.event_namespace else 0
