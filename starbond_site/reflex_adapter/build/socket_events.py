"""Dispatches the event ``socket`` of the window when the websocket opens, is lost, is heard, and brings changes.

A state var is no event. Reflex keeps the identity of equal values, so that nothing runs when a connection that comes
back brings the value of before, and React shows only the last of several values that come together.
"""

from reflex_base.constants.state import FIELD_MARKER

from starbond_site.reflex_adapter.build.step import replace_once

STATE = "utils/state.js"
DISPATCH = 'dispatchEvent(new CustomEvent("socket", {{ detail: {{ {} }} }}))'
CHANGED = f"changed: (state, name) => update.delta?.[state]?.[`${{name}}{FIELD_MARKER}`]"
PLACES = {
    "    setConnectErrors([]);\n": f"    {DISPATCH.format('isOpen: (window.isSocketOpen = true)')};\n",
    '  socket.current.on("disconnect", (reason, details) => {\n': (
        f"    {DISPATCH.format('isOpen: (window.isSocketOpen = false)')};\n"
    ),
    '  socket.current.on("event", (update) => {\n': f"    {DISPATCH.format(CHANGED)};\n",
    "  socket.current.on(STATE_MISMATCH_EVENT, handleStateMismatch);\n": (
        f'  socket.current.io.on("ping", () => {DISPATCH.format("")});\n'
    ),
}
"""What follows each place. `changed` returns the new value of a var, if any; the server pings where it says nothing."""
RETRY, SOON = "200 * failed_attempts", "150 * failed_attempts"
"""Milliseconds until the next attempt to connect, of which 10 count: every page is right 2 s after the line is back."""


def with_events(code: str) -> str:
    """Return ``state.js`` that dispatches the events, and connects again soon enough."""
    for place, following in PLACES.items():
        code = replace_once(code, place, place + following, STATE)
    return replace_once(code, RETRY, SOON, STATE)
