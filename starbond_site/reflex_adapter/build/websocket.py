"""The websocket of a page: what its components learn of it, and when it opens.

It dispatches the event ``socket`` of the window when it opens, is lost, is heard, and brings changes. A state var is no
event. Reflex keeps the identity of equal values, so that nothing runs when a connection that comes back brings the
value of before, and React shows only the last of several values that come together.

Where the server has another state tree than the page was built with, as after a deployment, Reflex loads the page anew
at once, and shows a banner in English the second time. Here the page only learns of it, before it hears that the
websocket is open: ``window.otherRelease`` is the server's hash then (`connection/other_release.jsx`).

Where updates come by EventSource, it opens only when a page has something to send: Reflex's frontend connects on every
page that has state, and a visitor who only reads would cost the server a connection (docs/reflex.md, "Memory of a
connected visitor") although Nchan has the updates. Pages whose state is loaded when they open have an element with
`AT_ONCE`, and connect at once; on other pages the first event connects. What connects is a task of its own, so that a
touch need not wait for it together with the modules or React's effects.
"""

from reflex_base.constants.state import FIELD_MARKER

from starbond_site.reflex_adapter.build.step import STATE, replace_once

MISMATCH = "  socket.current.on(STATE_MISMATCH_EVENT, handleStateMismatch);\n"
NOTED = "  socket.current.on(STATE_MISMATCH_EVENT, ({ backend }) => (window.otherRelease = backend));\n"
DISPATCH = 'dispatchEvent(new CustomEvent("socket", {{ detail: {{ {} }} }}))'
CHANGED = f"changed: (state, name) => update.delta?.[state]?.[`${{name}}{FIELD_MARKER}`]"
PLACES = {
    "    setConnectErrors([]);\n": f"    {DISPATCH.format('isOpen: (window.isSocketOpen = true)')};\n",
    '  socket.current.on("disconnect", (reason, details) => {\n': (
        f"    delete window.otherRelease;\n    {DISPATCH.format('isOpen: (window.isSocketOpen = false)')};\n"
    ),
    '  socket.current.on("event", (update) => {\n': f"    {DISPATCH.format(CHANGED)};\n",
    NOTED: f'  socket.current.io.on("ping", () => {DISPATCH.format("")});\n',
}
"""What follows each place. `changed` returns the new value of a var, if any; the server pings where it says nothing."""
RETRY, SOON = "200 * failed_attempts", "150 * failed_attempts"
"""Milliseconds until the next attempt to connect, of which 10 count: every page is right 2 s after the line is back."""
ATTRIBUTE = "data-connects-at-once"
AT_ONCE = {ATTRIBUTE: "true"}
"""Of an element whose page needs the websocket as soon as it opens."""
TASK = "  queueMicrotask(() => {\n    if (\n      socketStarted"
WARM_UP = '      document.visibilityState === "hidden"\n    ) {\n'
AT_MOUNT = "    mounted.current = true;\n    ensureSocketConnected();\n"
CONDITION = f"""
/** Whether this page gets its updates elsewhere and needs no websocket to begin with. */
const connectsOnDemand = () =>
  !!document.querySelector("[data-fanout]") && !document.querySelector("[{ATTRIBUTE}]");
"""
BEFORE = "let warmSocket = null;\n"


def with_events(code: str) -> str:
    """Return ``state.js`` that dispatches the events, stays with another release, and connects again soon enough."""
    code = replace_once(code, MISMATCH, NOTED, STATE)
    for place, following in PLACES.items():
        code = replace_once(code, place, place + following, STATE)
    return replace_once(code, RETRY, SOON, STATE)


def on_demand(code: str) -> str:
    """Return ``state.js`` in which pages without `AT_ONCE` do not connect before their first event."""
    code = replace_once(code, BEFORE, f"{CONDITION}\n{BEFORE}", STATE)
    code = replace_once(code, TASK, TASK.replace("queueMicrotask", "setTimeout"), STATE)
    code = replace_once(code, WARM_UP, WARM_UP.replace('"hidden"', '"hidden" ||\n      connectsOnDemand()'), STATE)
    return replace_once(
        code,
        AT_MOUNT,
        AT_MOUNT.replace("ensureSocketConnected()", "if (!connectsOnDemand()) setTimeout(ensureSocketConnected)"),
        STATE,
    )
