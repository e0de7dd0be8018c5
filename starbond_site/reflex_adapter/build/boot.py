"""The inline scripts of a page: only what wakes it, and the same text on every page.

React Router writes the names of a page's modules into the script itself. With 70 pages that would be 70 hashes in the
policy, 4 kB in the headers of every answer; here the names move into an attribute. The scripts around it stream the
results of loaders, which this site does not have; they go, and so do the list of all pages, which ``vite/router.js``
asks for when somebody is about to leave, and what puts the reader where they were, which browsers do themselves.

What wakes a page (``vite/boot.js``) waits until its first view has been painted, or until somebody points, types or
scrolls: until then the network and the processor belong to what the reader sees. Links, menus and forms that go to an
address of the server work meanwhile, and what only scripts answer is kept and done as soon as they run.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config
from starbond_site.reflex_adapter.build.prerendered import BuildError, rewrite

ATTRIBUTE = "data-boot"
SCROLL = re.compile(r"<script>\(\(storageKey, restoreKey\) => [^<]*</script>")
OPENING = '<script type="module" async="">'
SCRIPT = re.compile(
    r"<script>window\.__reactRouterContext = [^<]*</script>"
    + re.escape(OPENING)
    + r"""import "(?P<manifest>[^"]+)";
import \* as route0 from "(?P<root>[^"]+)";
import \* as route1 from "(?P<page>[^"]+)";
\s*window\.__reactRouterRouteModules = \{"root":route0,"[^"]+":route1\};

import\("(?P<entry>[^"]+)"\);</script>(?P<tail>.*)</body></html>""",
    re.DOTALL,
)
SILENT = re.compile(
    r"<script\b[^>]*>.*?</script>|<template\b[^>]*></template>|<!--.*?-->|<div hidden[^>]*>|</div>", re.DOTALL
)
PRELOADED = re.compile(r'<link rel="modulepreload"[^>]* href="(?P<file>/assets/[^"]+)"/>')
NAME = "boot.js"
"""Where ``vite/boot_script.js`` leaves what wakes a page."""


def same_everywhere(html: str, code: str, name: str) -> str:
    """Return a page with the one script, ``code``, and what it loads in its attribute.

    Raises:
        BuildError: React Router writes other scripts now, or something to read after them.

    """
    html, scrolls = SCROLL.subn("", html)
    match = SCRIPT.search(html)
    if scrolls != 1 or not match or SILENT.sub("", match["tail"]).strip():
        message = f"{name}: the scripts that wake the page are not what they were; see build/boot.py"
        raise BuildError(message)
    manifest = match["manifest"]
    files = [file for file in PRELOADED.findall(html) if file != manifest]
    if match["root"] not in files:
        message = f"{name} preloads its scripts in another way; see build/boot.py"
        raise BuildError(message)
    parts = {part: match[part] for part in ("manifest", "root", "page", "entry")} | {"files": files}
    boot = json.dumps(parts, separators=(",", ":"))
    script = f"{OPENING[:-1]} {ATTRIBUTE}='{boot}'>{code}</script></body></html>"
    return PRELOADED.sub("", html[: match.start()]) + script


class BootPlugin(Plugin):
    """Rewrites the scripts of every page, in production builds."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Copy what wakes a page beside Vite's configuration."""
        return vite_config.assets("boot_script.js", NAME)

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Have the script minified."""
        if is_prod_mode():
            context["add_modify_task"](vite_config.FILE, vite_config.with_plugin("bootScript", "boot_script.js"))

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Rewrite the pages; the script goes from the files that visitors can fetch into them.

        Raises:
            BuildError: Vite has not left the script.

        """
        static_dir: Path = context["static_dir"]
        minified = static_dir / NAME
        if not minified.is_file():
            message = f"Vite has not written {NAME}; see build/vite/boot_script.js"
            raise BuildError(message)
        code = minified.read_text("utf-8").strip()
        minified.unlink()
        rewrite(static_dir, lambda html, file: same_everywhere(html, code, file.name))
