"""Pushes values of state vars to connected browsers, without a state per visitor on the server.

Reflex documents ``app.modify_state``, which updates one client at a time: 335 ms until the last of 1,000 has a change.
One delta, emitted to the event namespace, takes 105 ms. This relies on `StateUpdate`, on the marker that Reflex appends
to the names of vars, on the name of the event, and on `rx.App.event_namespace`;
``tests/unit/reflex_adapter/test_reflex.py`` fails when one of them changes.
"""

from collections.abc import Mapping

import reflex as rx
from reflex.state import StateUpdate
from reflex_base.constants import SocketEvent
from reflex_base.constants.state import FIELD_MARKER


async def push_to_all(app: rx.App, state: type[rx.State], values: Mapping[str, object]) -> None:
    """Set state vars in every browser that is connected to this worker, in one message."""
    if app.event_namespace:
        await app.event_namespace.emit(str(SocketEvent.EVENT), _update(state, values))


async def push_to(app: rx.App, token: str, state: type[rx.State], var: str, value: object) -> None:
    """Set a state var in the browser with that client token; an unknown token has no effect."""
    if app.event_namespace:
        await app.event_namespace.emit_update(_update(state, {var: value}), token)


def _update(state: type[rx.State], values: Mapping[str, object]) -> StateUpdate:
    return StateUpdate(delta={state.get_full_name(): {var + FIELD_MARKER: value for var, value in values.items()}})
