"""The styles of a page stand in it: a file of them would cost a phone a second round trip before the first paint.

Only what the page needs (`styles.needed`): with all 8 kB, most pages would not fit into the first window of TCP.

React hydrates the head too, so the element is the same on both sides: the browser's code finds it and leaves what is in
it alone. Vite goes on naming and minifying the stylesheet as a file, from which it is copied here.
"""

import re
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build.prerendered import BuildError, replace_once, rewrite
from starbond_site.reflex_adapter.build.styles import needed

FILE = "app/_document.js"
PRELOAD = 'jsx("link",{as:"style",href:reflexGlobalStyles,rel:"preload"},),'
LINK = 'jsx("link",{href:reflexGlobalStyles,rel:"stylesheet",type:"text/css"},)'
STYLE = (
    'jsx("style",{"data-from":reflexGlobalStyles,suppressHydrationWarning:true,dangerouslySetInnerHTML:{__html:""}},)'
)
PLACE = re.compile(r'<style data-from="/(?P<file>assets/[^"]+\.css)"></style>')
RELATIVE = re.compile(r"url\([\"']?(?![\"']?(?:/|data:|#))")
LINKED = re.compile(r'<link\b[^>]*rel="stylesheet"')


def with_style(code: str) -> str:
    """Return the document's frame with a ``style`` element in the place of the stylesheet's link.

    Raises:
        BuildError: Reflex links the stylesheet in another way now.

    """
    return replace_once(replace_once(code, PRELOAD, "", FILE), LINK, STYLE, FILE)


def written_out(html: str, static_dir: Path, name: str) -> str:
    """Return a page with its part of the stylesheet in its place.

    Raises:
        BuildError: there is no place or more than one, something else is linked, or the text would mean something else
            inside a page.

    """
    places = list(PLACE.finditer(html))
    if len(places) != 1 or LINKED.search(html):
        message = f"{name}: the stylesheet is not what it was; see build/inline_style.py"
        raise BuildError(message)
    [place] = places
    style = needed((static_dir / place["file"]).read_text("utf-8").strip(), html)
    if "</" in style or RELATIVE.search(style):
        message = f"{place['file']} cannot stand in a page: it ends the element or has relative addresses"
        raise BuildError(message)
    return html[: place.end() - len("</style>")] + style + html[place.end() - len("</style>") :]


class InlineStylePlugin(Plugin):
    """Changes the frame of every page, and fills the element, in production builds."""

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask for the change."""
        if is_prod_mode():
            context["add_modify_task"](FILE, with_style)

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Rewrite the pages."""
        static_dir: Path = context["static_dir"]

        def rewritten(html: str, file: Path) -> str:
            return written_out(html, static_dir, file.name)

        rewrite(static_dir, rewritten)
