"""The root of the app without what only components need that arrive as text from the server; this site has none.

Reflex hands React, Emotion and its own modules to such components through ``window.__reflex``. Naming the modules there
keeps every line of them in the bundle, used or not.
"""

import re
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.prerendered import BuildError

FILE = "app/root.jsx"
IMPORTS = re.compile(r'^import \* as \w+ from "[^"]+";\n', re.MULTILINE)
HANDED_OUT = re.compile(r"  useEffect\(\(\) => \{\n[^}]*?window\.__reflex = \{[^}]*\};\n  \}, \[\]\);\n")
UNWANTED = ("react-error-boundary", "Overlay", "lucide-react", "sonner")
"""What Reflex wraps around every app by default; ours names its own wraps in ``starbond_site.py``."""


def lean(code: str) -> str:
    """Return ``root.jsx`` without the modules that it hands out.

    Raises:
        BuildError: the file is not what it was, or wraps the app in what this site does without.

    """
    if len(HANDED_OUT.findall(code)) != 1 or not IMPORTS.search(code):
        message = f"{FILE} hands out its modules in another way; see build/app_root.py"
        raise BuildError(message)
    if found := [name for name in UNWANTED if name in code]:
        message = f"{FILE} wraps every page in {', '.join(found)}; see app_wraps in starbond_site.py"
        raise BuildError(message)
    return HANDED_OUT.sub("", IMPORTS.sub("", code))


class AppRootPlugin(Plugin):
    """Rewrites the root of the app, in production builds."""

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for the change."""
        if is_prod_mode():
            context["add_modify_task"](FILE, lean)
