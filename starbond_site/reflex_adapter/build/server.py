"""How a page reaches the server: the server that it came from, and a websocket that it hears of and opens in time.

**One build serves every port, host name and protocol.** Reflex writes the address of the backend into the JavaScript.
In production both are one server, so the address of the page is the right one, behind a reverse proxy too. In
development Vite forwards to the backend what is the backend's.

**The websocket** dispatches the event ``socket`` of the window when it opens, is lost, is heard, and brings changes. A
state var is no event. Reflex keeps the identity of equal values, so that nothing runs when a connection that comes back
brings the value of before, and React shows only the last of several values that come together.

Where the server has another state tree than the page was built with, as after a deployment, Reflex loads the page anew
at once, and shows a banner in English the second time. Here the page only learns of it, before it hears that the
websocket is open: ``window.otherRelease`` is the server's hash then (`connection/other_release.jsx`).

Where updates come by EventSource, it opens only when a page has something to send: Reflex's frontend connects on every
page that has state, and a visitor who only reads would cost the server a connection (docs/reflex.md, "Memory of a
connected visitor") although Nchan has the updates. Pages whose state is loaded when they open have an element with
`AT_ONCE`, and connect at once; on other pages the first event connects. What connects is a task of its own, so that a
touch need not wait for it together with the modules or React's effects.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from reflex_base import constants
from reflex_base.config import get_config
from reflex_base.constants.state import FIELD_MARKER

from starbond_site.content.addresses import PREFIXED
from starbond_site.reflex_adapter.build.step import STATE, VITE, replace_once, replaced

BACKEND = "export const getBackendURL = (url_str) => {\n"
OWN_ORIGIN = (
    '  if (typeof window !== "undefined") {\n'
    "    return new URL(new URL(url_str ?? env.PING).pathname, window.location.origin);\n"
    "  }\n"
)
_BELOW = "(|" + "|".join(f"{language}/" for language in PREFIXED) + ")"
"""Where pages of a language stand; a folder of content may have any other name."""
FORWARDED = (
    "^/(_event|_upload|_health|_ready|sitemap[.]xml|robots[.]txt|ping|api|files|log|newsletter|alerts/[a-z]+|[.]well-known|sitemap-documents[.]xml"
    f"|{_BELOW}(feeds|calendar[.]ics|calendar/[^/]+))(/|$|[?])"
)
"""Addresses that the backend answers, as a regular expression of Vite."""
POSTED = f"^/{_BELOW}(contact|alerts)$"
"""Pages whose form is posted to their own address: the backend answers ``POST`` alone."""
DOCUMENTS = f"^/{_BELOW}documents/[0-9]"
"""Pages of documents, which the backend writes; their frame is a page like others."""
PRODUCTS = f"^/([A-Za-z0-9/-]+/sheet/?$|{_BELOW}(compare|search)/?[?])"
"""Data sheets, products side by side, and results of a search, likewise."""
HMR = "    hmr: true,\n"

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

same_origin = replaced(STATE, (BACKEND, BACKEND + OWN_ORIGIN))
"""Makes the page's own origin that of the backend."""
with_events = replaced(
    STATE, (MISMATCH, NOTED), *((place, place + following) for place, following in PLACES.items()), (RETRY, SOON)
)
"""Dispatches the events, stays with another release, and connects again soon enough."""
on_demand = replaced(
    STATE,
    (BEFORE, f"{CONDITION}\n{BEFORE}"),
    (TASK, TASK.replace("queueMicrotask", "setTimeout")),
    (WARM_UP, WARM_UP.replace('"hidden"', '"hidden" ||\n      connectsOnDemand()')),
    (
        AT_MOUNT,
        AT_MOUNT.replace("ensureSocketConnected()", "if (!connectsOnDemand()) setTimeout(ensureSocketConnected)"),
    ),
)
"""Lets pages without `AT_ONCE` not connect before their first event."""


def delivered_state() -> Iterable[tuple[Path, str]]:
    """Return ``state.js`` as Reflex delivers it: Reflex copies it once and then finds what an earlier build changed."""
    return [(Path(STATE), (constants.Templates.Dirs.WEB_TEMPLATE / STATE).read_text("utf-8"))]


def with_proxy(config: str, port: int | None = None) -> str:
    """Return Vite's configuration with a proxy to the backend at ``port``, by default the configured one."""
    target = f"http://127.0.0.1:{port or get_config().backend_port}"
    backend = json.dumps({"target": target, "ws": True})
    forwarded = ", ".join(f"{json.dumps(each)}: {backend}" for each in (FORWARDED, DOCUMENTS, PRODUCTS))
    bypass = '(request) => request.method === "POST" ? undefined : request.url'
    posted = f"{json.dumps(POSTED)}: {{target: {json.dumps(target)}, bypass: {bypass}}}"
    return replace_once(config, HMR, f"{HMR}    proxy: {{{forwarded}, {posted}}},\n", VITE)
