"""Opens the websocket only when a page has something to send, where updates come by EventSource.

Reflex's frontend connects on every page that has state. A visitor who only reads would cost the server a connection
(docs/reflex.md, "Memory of a connected visitor") although Nchan has the updates. Pages whose state is loaded when they
open have an element with `AT_ONCE`, and connect at once; on other pages the first event connects.

What connects is a task of its own, so that a touch need not wait for it together with the modules or React's effects.
"""

from starbond_site.reflex_adapter.build.step import replace_once

ATTRIBUTE = "data-connects-at-once"
AT_ONCE = {ATTRIBUTE: "true"}
"""Of an element whose page needs the websocket as soon as it opens."""
STATE = "utils/state.js"
TASK, OWN_TASK = (
    "  queueMicrotask(() => {\n    if (\n      socketStarted",
    "  setTimeout(() => {\n    if (\n      socketStarted",
)
WARM_UP = '      document.visibilityState === "hidden"\n    ) {\n'
AT_MOUNT = "    mounted.current = true;\n    ensureSocketConnected();\n"
CONDITION = f"""
/** Whether this page gets its updates elsewhere and needs no websocket to begin with. */
const connectsOnDemand = () =>
  !!document.querySelector("[data-fanout]") && !document.querySelector("[{ATTRIBUTE}]");
"""
BEFORE = "let warmSocket = null;\n"


def on_demand(code: str) -> str:
    """Return ``state.js`` in which pages without `AT_ONCE` do not connect before their first event."""
    code = replace_once(code, BEFORE, f"{CONDITION}\n{BEFORE}", STATE)
    code = replace_once(code, TASK, OWN_TASK, STATE)
    code = replace_once(code, WARM_UP, WARM_UP.replace('"hidden"', '"hidden" ||\n      connectsOnDemand()'), STATE)
    return replace_once(
        code,
        AT_MOUNT,
        AT_MOUNT.replace("ensureSocketConnected()", "if (!connectsOnDemand()) setTimeout(ensureSocketConnected)"),
        STATE,
    )
