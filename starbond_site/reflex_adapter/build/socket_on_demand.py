"""Opens the websocket only when a page has something to send, where updates come by EventSource.

Reflex's frontend connects on every page that has state. A visitor who only reads would cost the server a connection
(docs/reflex.md, "Memory of a connected visitor") although Nchan has the updates. Pages with a form of their own still
connect at once, since their state is loaded when they open; on other pages the first event connects.
"""

from starbond_site.reflex_adapter.build.step import replace_once

STATE = "utils/state.js"
WARM_UP = '      document.visibilityState === "hidden"\n    ) {\n'
AT_MOUNT = "    mounted.current = true;\n    ensureSocketConnected();\n"
CONDITION = """
/** Whether this page gets its updates elsewhere and has no form of its own. */
const connectsOnDemand = () =>
  !!document.querySelector("[data-fanout]") &&
  !document.querySelector("main form:not([role=search]), main [role=form]");
"""
BEFORE = "let warmSocket = null;\n"


def on_demand(code: str) -> str:
    """Return ``state.js`` in which pages without forms do not connect before their first event."""
    code = replace_once(code, BEFORE, f"{CONDITION}\n{BEFORE}", STATE)
    code = replace_once(code, WARM_UP, WARM_UP.replace('"hidden"', '"hidden" ||\n      connectsOnDemand()'), STATE)
    return replace_once(
        code, AT_MOUNT, AT_MOUNT.replace("    ensureSocket", "    if (!connectsOnDemand()) ensureSocket"), STATE
    )
