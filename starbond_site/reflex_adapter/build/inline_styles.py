"""The styles that a page needs stand in it: a file would cost a second round trip before the first paint.

React hydrates the head too, so the element is the same on both sides: the code for browsers finds it and leaves its
content alone. Vite goes on naming and minifying the stylesheet as a file, from which it is copied here.
"""

import re
from pathlib import Path

from starbond_site.presentation.site_files.stylesheet import needed
from starbond_site.reflex_adapter.build.step import BuildError, replace_once

DOCUMENT = "app/_document.js"
PRELOAD = 'jsx("link",{as:"style",href:reflexGlobalStyles,rel:"preload"},),'
LINK = 'jsx("link",{href:reflexGlobalStyles,rel:"stylesheet",type:"text/css"},)'
STYLE = (
    'jsx("style",{"data-from":reflexGlobalStyles,suppressHydrationWarning:true,dangerouslySetInnerHTML:{__html:""}},)'
)
PLACE = re.compile(r'<style data-from="/(?P<file>assets/[^"]+\.css)"></style>')
RELATIVE = re.compile(r"url\([\"']?(?![\"']?(?:/|data:|#))")


def with_style_element(code: str) -> str:
    """Return Reflex's document component with a ``style`` element in the place of the stylesheet's link."""
    return replace_once(replace_once(code, PRELOAD, "", DOCUMENT), LINK, STYLE, DOCUMENT)


def with_styles(html: str, file: Path, static_dir: Path) -> str:
    """Return a page with its part of the stylesheet in the element.

    Raises:
        BuildError: there is no element or more than one, or the text would mean something else inside a page.
    """
    places = list(PLACE.finditer(html))
    if len(places) != 1:
        raise BuildError(f"{file.name}: {len(places)} places for the stylesheet; see build/inline_styles.py")
    [place] = places
    style = needed((static_dir / place["file"]).read_text("utf-8").strip(), html)
    if "</" in style or RELATIVE.search(style):
        raise BuildError(f"{place['file']} cannot stand in a page: it ends the element or has relative addresses")
    start = place.end() - len("</style>")
    return html[:start] + style + html[start:]
