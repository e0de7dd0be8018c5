"""Hashes of the inline scripts, for the Content-Security-Policy that ``web/policy.py`` writes.

Works last: whatever changes a page afterwards would change what was hashed.
"""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.prerendered import BuildError, html_files

NAME = "script-hashes.json"
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
TYPE = re.compile(r'\stype="([^"]*)"')
EXECUTED = ("", "module", "text/javascript")
"""Data blocks such as JSON-LD do not run, and need no hash."""
AT_MOST = 16
"""Every answer carries all hashes in its headers; more of them means a script that differs from page to page."""


def hashes(html: str) -> set[str]:
    """Return the hash of every inline script of a page, as a policy names it."""
    found = set()
    for attributes, code in SCRIPT.findall(html):
        kind = TYPE.search(attributes)
        if "src=" not in attributes and (kind[1] if kind else "") in EXECUTED:
            digest = hashlib.sha256(code.encode()).digest()
            found.add("sha256-" + base64.b64encode(digest).decode())
    return found


class PolicyPlugin(Plugin):
    """Writes the list of hashes beside the built site, out of reach of visitors."""

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Hash every page.

        Raises:
            BuildError: there are no inline scripts or far too many, so the pages are not what they were.

        """
        static_dir: Path = context["static_dir"]
        found = sorted({each for file in html_files(static_dir) for each in hashes(file.read_text("utf-8"))})
        if not 0 < len(found) <= AT_MOST:
            message = f"{len(found)} different inline scripts; 1 to {AT_MOST} were expected"
            raise BuildError(message)
        (static_dir.parent.parent / NAME).write_text(json.dumps(found, indent=1), "utf-8")
