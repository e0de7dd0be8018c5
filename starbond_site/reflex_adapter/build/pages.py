"""What stands in pages: language and styles; and the pages of unknown addresses, and those written later.

**Language** of every page in ``<html lang>`` (WCAG 2.2 SC 3.1.1); Reflex writes one language for all.

**Styles** that a page needs stand in it: a file would cost a second round trip before the first paint. React hydrates
the head too, so the element is the same on both sides: the code for browsers finds it and leaves its content alone.
Vite goes on naming and minifying the stylesheet as a file, from which it is copied here.

**Unknown addresses**, documents and the desk: React Router prerenders no wildcard route. ``/404`` is asked for by name,
once per language; the result is kept as ``not-found.html``, which ``web/paths.py`` sends with status 404, and as
``404.html``, which static hosts look for. Below the prefix of a language, unknown addresses get a wildcard route of its
own: hydration finds the same page. So do addresses such as ``/documents/5``, which would be unknown ones to React
Router and never be hydrated. Where the server sent the 404 page for one of them, React Router forgets its wildcard, and
takes the address for an unknown one again.
"""

import re
import shutil
from pathlib import Path

from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, LANGUAGES, PREFIXED, language_of_path, localized
from starbond_site.presentation.site_files.stylesheet import needed
from starbond_site.reflex_adapter.build.step import BuildError, replace_once, replaced

WRITTEN = "en"
"""The language that Reflex writes."""

DOCUMENT = "app/_document.js"
PRELOAD = 'jsx("link",{as:"style",href:reflexGlobalStyles,rel:"preload"},),'
LINK = 'jsx("link",{href:reflexGlobalStyles,rel:"stylesheet",type:"text/css"},)'
STYLE = (
    'jsx("style",{"data-from":reflexGlobalStyles,suppressHydrationWarning:true,dangerouslySetInnerHTML:{__html:""}},)'
)
PLACE = re.compile(r'<style data-from="/(?P<file>assets/[^"]+\.css)"></style>')
RELATIVE = re.compile(r"url\([\"']?(?![\"']?(?:/|data:|#))")
with_style_element = replaced(DOCUMENT, (PRELOAD, ""), (LINK, STYLE))
"""Has Reflex's document component write a ``style`` element in the place of the stylesheet's link."""

NOT_FOUND = "not-found.html"
ROUTE = "404"
CONFIG, ROUTES = "react-router.config.js", "app/routes.js"
FRAMES = [localized(path, language)[1:] for path in (DOCUMENT_FRAME, DESK) for language in LANGUAGES]
WILDCARDS = {f"{language}/*": f"{language}/{ROUTE}" for language in PREFIXED} | {f"{path}/*": path for path in FRAMES}
"""The page of each wildcard; that of ``*`` is Reflex's own."""
START = 'import("/assets/entry.client'
FORGET = """
const { routes = {} } = window.__reactRouterManifest ?? {};
for (const id in routes)
  if (routes[id].path?.endsWith("/*") && !(id in window.__reactRouterRouteModules)) delete routes[id];
"""
"""Forgets the wildcards of other pages than this one."""
_PRERENDERED = ", ".join(f'"/{path}"' for path in (ROUTE, *WILDCARDS.values()))
prerender_not_found = replaced(
    CONFIG, ('"prerender": true', f'"prerender": ({{getStaticPaths}}) => [...getStaticPaths(), {_PRERENDERED}]')
)
"""Adds the pages of wildcards to those that React Router prerenders."""


def with_language(html: str, file: Path, static_dir: Path) -> str:
    """Return a page that names its language; hydration accepts it, since Reflex suppresses the warning."""
    language = language_of_path(file.relative_to(static_dir).with_suffix("").as_posix())
    if language == WRITTEN:
        return html
    return replace_once(html, f'<html lang="{WRITTEN}"', f'<html lang="{language}"', file.name)


def with_styles(html: str, file: Path, static_dir: Path) -> str:
    """Return a page with its part of the stylesheet in the element.

    Raises:
        BuildError: there is no element or more than one, or the text would mean something else inside a page.
    """
    places = list(PLACE.finditer(html))
    if len(places) != 1:
        raise BuildError(f"{file.name}: {len(places)} places for the stylesheet; see the step inline_styles")
    [place] = places
    style = needed((static_dir / place["file"]).read_text("utf-8").strip(), html)
    if "</" in style or RELATIVE.search(style):
        raise BuildError(f"{place['file']} cannot stand in a page: it ends the element or has relative addresses")
    start = place.end() - len("</style>")
    return html[:start] + style + html[start:]


def with_wildcards(routes: str) -> str:
    """Return the routes with all wildcards; a file of an earlier build may have them already."""
    unprefixed = f'"routes/\\\\[{ROUTE}\\\\]._index.jsx"'
    for path, page in WILDCARDS.items():
        file = ".".join(f"[{part}]" for part in page.split("/"))
        ignored = f'"routes/{file}._index.jsx"'.replace("[", r"\\[").replace("]", r"\\]")
        wildcard = f'route("{path}", "routes/{file}._index.jsx"),'
        if wildcard not in routes:
            routes = replace_once(routes, unprefixed, f"{unprefixed}, {ignored}", ROUTES)
            routes = replace_once(routes, 'route("*",', f'{wildcard}\n  route("*",', ROUTES)
    return routes


def keep_not_found(static_dir: Path) -> None:
    """Rename the pages, so that their addresses do not answer with status 200.

    Raises:
        BuildError: a page was not prerendered.
    """
    for folder in (static_dir, *(static_dir / language for language in PREFIXED)):
        page = folder / ROUTE / "index.html"
        if not page.is_file():
            raise BuildError(f"{page} was not prerendered")
        text = replace_once(page.read_text("utf-8"), START, FORGET + START, NOT_FOUND)
        (folder / NOT_FOUND).write_text(text, "utf-8")
        shutil.rmtree(folder / ROUTE)
        (folder / f"{ROUTE}.html").unlink(missing_ok=True)
    # Reflex copies this file to 404.html.
    shutil.copyfile(static_dir / NOT_FOUND, static_dir / "__spa-fallback.html")
