"""Light or dark before the first paint, without asking the storage.

Reflex chooses before the first paint by what it has kept in the local storage. Whoever asks that waits until the
browser has opened it: 5 ms longer than for a cookie on a desktop, and so 20 ms of a cheap phone's first view. What a
visitor chooses is therefore written into a cookie too, and Reflex's script is told anew in a quarter of its length
(``vite/theme.js``). Without a choice there is no cookie, and the device's wish counts.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base import constants
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config
from starbond_site.reflex_adapter.build.inline_style import FILE as DOCUMENT
from starbond_site.reflex_adapter.build.prerendered import BuildError, replace_once

PROVIDER = "utils/react-theme.js"
SCRIPT = re.compile(r'(?<=jsx\("script",\{\},)"(?:[^"\\]|\\.)*"(?=\))')
"""Reflex's script that chooses light or dark before the first paint, as a string of JavaScript."""
CHOOSES = (
    """localStorage.getItem("theme") || 'system'""",
    'window.matchMedia("(prefers-color-scheme: dark)")',
    'classList.remove("light", "dark")',
    "style.colorScheme = ",
)
"""What it does, and ``vite/theme.js`` too."""
KEEP = 'localStorage.setItem("theme", theme);\n  }, [theme]);'
"""How Reflex keeps a choice, or that there is none."""
KEEP_TWICE = KEEP.replace(
    "\n",
    '\n    if (theme !== "system") document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;\n',
)


def with_short_script(code: str) -> str:
    """Return the document's frame with a shorter script that reads the cookie.

    Raises:
        BuildError: Reflex writes the script in another way.

    """
    scripts = SCRIPT.findall(code)
    if len(scripts) != 1 or any(part not in json.loads(scripts[0]) for part in CHOOSES):
        message = f"{DOCUMENT} chooses light or dark in another way; see build/theme.py"
        raise BuildError(message)
    return SCRIPT.sub(lambda _: json.dumps((vite_config.FOLDER / "theme.js").read_text("utf-8").strip()), code)


def with_cookie(code: str) -> str:
    """Return Reflex's provider of the colour mode, which writes a choice into the cookie too.

    Raises:
        BuildError: Reflex keeps the choice in another way.

    """
    return replace_once(code, KEEP, KEEP_TWICE, PROVIDER)


class ThemePlugin(Plugin):
    """Changes who reads and who keeps the choice, in production builds."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Bring the provider as Reflex delivers it: an earlier build has left it changed (see same_origin.py)."""
        return [(Path(PROVIDER), (constants.Templates.Dirs.WEB_TEMPLATE / PROVIDER).read_text("utf-8"))]

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for both changes."""
        if is_prod_mode():
            context["add_modify_task"](DOCUMENT, with_short_script)
            context["add_modify_task"](PROVIDER, with_cookie)
