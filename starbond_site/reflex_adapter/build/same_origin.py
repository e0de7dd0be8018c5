"""The page talks to the server it came from: one build serves every port, host name and protocol.

Reflex bakes the address of the backend into the JavaScript. In production both are one server, so the address of the
page is the right one, behind a proxy too. In development Vite passes on what is the backend's (see development.py).

Reflex copies this file once and then finds it as an earlier build has left it. Every build starts from Reflex's own
copy here, so that a new version of our steps does not meet the marks of an old one.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins import Plugin

FILE = "utils/state.js"
BEFORE = "export const getBackendURL = (url_str) => {\n"
AFTER = BEFORE + (
    '  if (typeof window !== "undefined") {\n'
    "    return new URL(new URL(url_str ?? env.PING).pathname, window.location.origin);\n"
    "  }\n"
)


def own_address(code: str) -> str:
    """Return Reflex's ``state.js`` with the page's own address for the backend.

    Raises:
        ValueError: the file has changed with a new version of Reflex.

    """
    if code.count(BEFORE) != 1:
        message = f"{FILE} of this Reflex version has another getBackendURL; see build/same_origin.py"
        raise ValueError(message)
    return code.replace(BEFORE, AFTER)


class SameOriginPlugin(Plugin):
    """Patches the compiled frontend."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Bring the file as Reflex delivers it."""
        return [(Path(FILE), (constants.Templates.Dirs.WEB_TEMPLATE / FILE).read_text("utf-8"))]

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for the change."""
        context["add_modify_task"](FILE, own_address)
