"""Dispatches the event ``socket`` of the window when the websocket opens, is lost, and brings changes of state vars.

A state var is no event. Reflex keeps the identity of equal values, so that nothing runs when a connection that comes
back brings the value of before, and React shows only the last of several values that come together.
"""

from reflex_base.constants.state import FIELD_MARKER

from starbond_site.reflex_adapter.build.step import replace_once

STATE = "utils/state.js"
PLACES = {
    "    setConnectErrors([]);\n": "isOpen: (window.isSocketOpen = true)",
    '  socket.current.on("disconnect", (reason, details) => {\n': "isOpen: (window.isSocketOpen = false)",
    '  socket.current.on("event", (update) => {\n': (
        f"changed: (state, name) => update.delta?.[state]?.[`${{name}}{FIELD_MARKER}`]"
    ),
}
"""What stands before each dispatch, and the detail of the event; `changed` returns the new value of a var, if any."""


def with_events(code: str) -> str:
    """Return ``state.js`` that dispatches the events."""
    for place, detail in PLACES.items():
        dispatch = f'    dispatchEvent(new CustomEvent("socket", {{ detail: {{ {detail} }} }}));\n'
        code = replace_once(code, place, place + dispatch, STATE)
    return code
