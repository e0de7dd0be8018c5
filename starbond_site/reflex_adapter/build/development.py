"""In development the pages come from Vite and the rest from Python; a page asks its own server, as in production."""

import json
from collections.abc import Callable
from typing import Any

from reflex.config import get_config
from reflex.utils import exec as server
from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config
from starbond_site.reflex_adapter.build.prerendered import replace_once

OURS = "^/(_event|_upload|ping|api|files)(/|$|[?])"
"""Addresses that the backend answers, as a regular expression of Vite."""
BEFORE = "    hmr: true,\n"
CONTENT = ("toml", "json")
"""Endings of content files that Reflex's reloader ignores by default, as if they were data."""


def with_proxy(port: int) -> Callable[[str], str]:
    """Return what lets Vite pass our addresses on to the backend at this port."""

    def add(config: str) -> str:
        proxy = json.dumps({OURS: {"target": f"http://127.0.0.1:{port}", "ws": True}})
        return replace_once(config, BEFORE, f"{BEFORE}    proxy: {proxy},\n", vite_config.FILE)

    return add


def reload_on_content() -> None:
    """Let ``reflex run`` reload when a content file changes, as it does for code; called by ``rxconfig.py``.

    ``tests/browser/test_development.py`` fails where a new version of Reflex ignores files in another way.
    """
    ignored = {rf"^.*\.{ending}$" for ending in CONTENT}
    server.HOTRELOAD_IGNORE_PATTERNS = tuple(each for each in server.HOTRELOAD_IGNORE_PATTERNS if each not in ignored)


class DevelopmentPlugin(Plugin):
    """Patches the configuration of Vite."""

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for the change, in development only."""
        if not is_prod_mode():
            context["add_modify_task"](vite_config.FILE, with_proxy(int(get_config().backend_port or 0)))
