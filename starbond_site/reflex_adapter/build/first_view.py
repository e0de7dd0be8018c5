"""Every page must hold the element that its first view waits for; else all of it is waited for.

The hint is written in ``pages/head.py``: <https://html.spec.whatwg.org/multipage/links.html#link-type-expect>.
"""

import re
from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.prerendered import BuildError, html_files

HINT = re.compile(r'<link blocking="render" href="#([^"]*)" rel="expect"/>')


def check(html: str, name: str) -> None:
    """Look whether a page waits for one element that it has.

    Raises:
        BuildError: the page has no hint, several, or no single element of that name.

    """
    match HINT.findall(html):
        case [below] if html.count(f' id="{below}"') == 1:
            return
        case found:
            message = f"{name}: the first view should wait for one element of the page, but waits for {found}"
            raise BuildError(message)


class FirstViewPlugin(Plugin):
    """Looks at every page."""

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Look at the pages."""
        static_dir: Path = context["static_dir"]
        for file in html_files(static_dir):
            check(file.read_text("utf-8"), file.name)
