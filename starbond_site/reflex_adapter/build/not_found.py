"""The page for unknown addresses, prerendered in every language.

React Router prerenders no wildcard route. ``/404`` is asked for by name, once per language; the result is kept as
``not-found.html``, which ``web/paths.py`` sends with status 404, and as ``404.html``, which static hosts look for.
Below the prefix of a language, unknown addresses get a wildcard route of its own: hydration finds the same page.
"""

import shutil
from pathlib import Path

from starbond_site.content.languages import PREFIXED
from starbond_site.reflex_adapter.build.step import BuildError, replace_once

FILE = "not-found.html"
ROUTE = "404"
CONFIG, ROUTES = "react-router.config.js", "app/routes.js"


def prerender_not_found(config: str) -> str:
    """Return React Router's configuration with the pages for unknown addresses among those to prerender."""
    paths = ", ".join(f'"{path}"' for path in (f"/{ROUTE}", *(f"/{language}/{ROUTE}" for language in PREFIXED)))
    return replace_once(
        config, '"prerender": true', f'"prerender": ({{getStaticPaths}}) => [...getStaticPaths(), {paths}]', CONFIG
    )


def with_wildcards(routes: str) -> str:
    """Return the routes with one wildcard per language; a file of an earlier build may have them already."""
    unprefixed = f'"routes/\\\\[{ROUTE}\\\\]._index.jsx"'
    for language in PREFIXED:
        ignored = f'"routes/\\\\[{language}\\\\].\\\\[{ROUTE}\\\\]._index.jsx"'
        wildcard = f'route("{language}/*", "routes/[{language}].[{ROUTE}]._index.jsx"),'
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
        page.rename(folder / FILE)
        shutil.rmtree(folder / ROUTE)
        (folder / f"{ROUTE}.html").unlink(missing_ok=True)
    # Reflex copies this file to 404.html.
    shutil.copyfile(static_dir / FILE, static_dir / "__spa-fallback.html")
