"""The websocket's client: loaded when the page is there, and without the transports that this site does not use.

Reflex connects as soon as its code runs. Readers wait for nothing that comes this way: the current rows stand in the
page.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config
from starbond_site.reflex_adapter.build.prerendered import BuildError, replace_once

FILE = "utils/state.js"
IMPORT = 'import io from "socket.io-client";\n'
LATER = """\
let io, loading;
// After a failure it tries again, until the network is back.
const loadSocket = () =>
  (loading ??= import("socket.io-client").then(
    async (client) => {
      io = client.io;
      // Another task: to run the client's code and to connect would take a cheap phone too long at once.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(port1.close());
        port2.postMessage(null);
      });
    },
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      loading = undefined;
      return loadSocket();
    },
  ));
"""
WARM_UP = ("// Start only the transport while React is still preparing to mount.", "if (import.meta.hot) {")
"""Begin and end of what opens a connection before the page is there."""
CONNECT = "    ) {\n      // Initialize the websocket connection.\n      await connect(\n"
CONNECT_LATER = CONNECT.replace(
    "      await connect(", "      await loadSocket();\n      if (!mounted.current) return;\n      await connect("
)


def loaded_later(code: str) -> str:
    """Return Reflex's ``state.js`` with the client of Socket.IO loaded when the first connection is made.

    Raises:
        BuildError: the file has changed with a new version of Reflex.

    """
    begin, end = (code.find(mark) for mark in WARM_UP)
    if not 0 < begin < end:
        message = f"{FILE} connects in another way; see build/socket.py"
        raise BuildError(message)
    code = code[:begin] + code[end:]
    code = replace_once(code, IMPORT, "", FILE)
    code = replace_once(code, CONNECT, CONNECT_LATER, FILE)
    return replace_once(code, "// Endpoint URLs.\n", LATER + "\n// Endpoint URLs.\n", FILE)


class SocketPlugin(Plugin):
    """Makes the client light and late, in production builds."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Copy the step beside Vite's configuration."""
        return vite_config.assets("websocket_only.js")

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for both changes."""
        if is_prod_mode():
            context["add_modify_task"](FILE, loaded_later)
            context["add_modify_task"](vite_config.FILE, vite_config.with_plugin("websocketOnly", "websocket_only.js"))
