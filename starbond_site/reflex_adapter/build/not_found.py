"""The page for unknown addresses, and those that the server writes documents and the desk into, in every language.

React Router prerenders no wildcard route. ``/404`` is asked for by name, once per language; the result is kept as
``not-found.html``, which ``web/paths.py`` sends with status 404, and as ``404.html``, which static hosts look for.
Below the prefix of a language, unknown addresses get a wildcard route of its own: hydration finds the same page. So do
addresses such as ``/documents/5``, which would be unknown ones to React Router and never be hydrated. Where the server
sent the 404 page for one of them, React Router forgets its wildcard, and takes the address for an unknown one again.
"""

import shutil
from pathlib import Path

from starbond_site.content.addresses import DESK, DOCUMENT_FRAME, localized
from starbond_site.content.languages import LANGUAGES, PREFIXED
from starbond_site.reflex_adapter.build.step import BuildError, replace_once

FILE = "not-found.html"
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


def prerender_not_found(config: str) -> str:
    """Return React Router's configuration with the pages of wildcards among those to prerender."""
    paths = ", ".join(f'"/{path}"' for path in (ROUTE, *WILDCARDS.values()))
    return replace_once(
        config, '"prerender": true', f'"prerender": ({{getStaticPaths}}) => [...getStaticPaths(), {paths}]', CONFIG
    )


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
        text = replace_once(page.read_text("utf-8"), START, FORGET + START, FILE)
        (folder / FILE).write_text(text, "utf-8")
        shutil.rmtree(folder / ROUTE)
        (folder / f"{ROUTE}.html").unlink(missing_ok=True)
    # Reflex copies this file to 404.html.
    shutil.copyfile(static_dir / FILE, static_dir / "__spa-fallback.html")
