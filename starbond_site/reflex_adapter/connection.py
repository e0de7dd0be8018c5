"""Connections between pages and the server: a var for props, and their number.

``rx.State.is_hydrated`` stays true when the connection is lost. Reflex keeps the errors of connecting in a hook, and
``reflex_components_core.core.banner`` has a var for it that ``rx`` does not export.
"""

import reflex as rx
from reflex_components_core.core.banner import has_connection_errors

is_connected = rx.State.is_hydrated & ~has_connection_errors
"""True once the server has answered, and until a connection fails."""


def connected(app: rx.App) -> int:
    """Return the number of browsers that are connected to this worker."""
    return len(app.event_namespace.sid_to_token) if app.event_namespace else 0
