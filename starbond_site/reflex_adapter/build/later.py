"""What the first picture should not wait for comes later than React writes it.

Browsers fetch the web app's manifest at once, though they need it only for who puts the site on the home screen of a
phone: its link leaves the HTML, and React, which looks after the links of a head, writes it in when the page wakes.

The hints for the typefaces go behind the styles, to the beginning of the body, so that a slow line begins with the
picture alone; there a typeface comes too late for this page anyway (``font-display: optional``), and serves the next
one. They must not go further: a typeface that is asked for right before the first paint may come right after it.
"""

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.prerendered import BuildError, html_files, replace_once, rewrite

MANIFEST = '<link href="/manifest.webmanifest" rel="manifest"/>'
TYPEFACE = re.compile(r'<link as="font"[^>]*>')
BODY = "<body>"
DISCOVERED = ' data-discover="true"'
"""React Router's mark on every link; ``vite/router.js`` stands in its place and does not look for it."""


def reordered(html: str, name: str) -> str:
    """Return a page that asks for its picture first.

    Raises:
        BuildError: the manifest is linked in another way, or the body begins in one.

    """
    html = replace_once(html, MANIFEST, "", name)
    html = html.replace(DISCOVERED, "")
    hints = "".join(TYPEFACE.findall(html))
    return replace_once(TYPEFACE.sub("", html), BODY, BODY + hints, name)


class LaterPlugin(Plugin):
    """Rewrites every page."""

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Rewrite the pages.

        Raises:
            BuildError: no page has a hint for a typeface, so React writes them in another way.

        """
        static_dir: Path = context["static_dir"]
        rewrite(static_dir, lambda html, file: reordered(html, file.name))
        if not any(TYPEFACE.search(file.read_text("utf-8")) for file in html_files(static_dir)):
            message = "the pages have no hints for their typefaces; see build/later.py"
            raise BuildError(message)
