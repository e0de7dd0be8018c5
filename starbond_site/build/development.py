"""In development the pages come from Vite and the rest from Python; a page asks its own server, as in production."""

import json
from collections.abc import Callable
from typing import Any

from reflex.config import get_config
from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.build import vite_config
from starbond_site.build.prerendered import replace_once

OURS = "^/(_event|_upload|ping|api|files)(/|$|[?])"
"""Addresses that the backend answers, as a regular expression of Vite."""
BEFORE = "    hmr: true,\n"


def with_proxy(port: int) -> Callable[[str], str]:
    """Return what lets Vite pass our addresses on to the backend at this port."""

    def add(config: str) -> str:
        proxy = json.dumps({OURS: {"target": f"http://127.0.0.1:{port}", "ws": True}})
        return replace_once(config, BEFORE, f"{BEFORE}    proxy: {proxy},\n", vite_config.FILE)

    return add


class DevelopmentPlugin(Plugin):
    """Patches the configuration of Vite."""

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for the change, in development only."""
        if not is_prod_mode():
            context["add_modify_task"](vite_config.FILE, with_proxy(int(get_config().backend_port or 0)))
