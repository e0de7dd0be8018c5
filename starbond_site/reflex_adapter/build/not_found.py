"""The page for unknown addresses, prerendered in every language.

React Router prerenders no wildcard route by itself. ``/404`` is asked for by name, once per language; what comes out is
kept as ``not-found.html``, which ``web/paths.py`` sends with status 404, and as the page that hosts of plain files look
for (``404.html``). Below ``/bn`` an unknown address gets a wildcard of its own, so that hydration finds the same page.
"""

import shutil
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.content.models import LANGUAGES
from starbond_site.reflex_adapter.build.prerendered import DEFAULT_LANGUAGE, BuildError, replace_once

FILE = "not-found.html"
ROUTE = "404"
OTHERS = tuple(language for language in LANGUAGES if language != DEFAULT_LANGUAGE)


def prerendered_too(config: str) -> str:
    """Return React Router's configuration with the pages for unknown addresses in the list of what is prerendered."""
    paths = [f"/{ROUTE}", *(f"/{language}/{ROUTE}" for language in OTHERS)]
    listed = ", ".join(f'"{path}"' for path in paths)
    return replace_once(
        config,
        '"prerender": true',
        f'"prerender": ({{getStaticPaths}}) => [...getStaticPaths(), {listed}]',
        "react-router.config.js",
    )


def with_wildcards(routes: str) -> str:
    """Return the routes with one wildcard per language; written into a template that may have them already."""
    english = f'"routes/\\\\[{ROUTE}\\\\]._index.jsx"'
    for language in OTHERS:
        ignored = f'"routes/\\\\[{language}\\\\].\\\\[{ROUTE}\\\\]._index.jsx"'
        wildcard = f'route("{language}/*", "routes/[{language}].[{ROUTE}]._index.jsx"),'
        if wildcard not in routes:
            routes = replace_once(routes, english, f"{english}, {ignored}", "routes.js")
            routes = replace_once(routes, 'route("*",', f'{wildcard}\n  route("*",', "routes.js")
    return routes


class NotFoundPlugin(Plugin):
    """Prerenders the pages for unknown addresses and puts them where they are looked for."""

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Ask React Router for the pages."""
        if not is_prod_mode():
            return  # the development server prerenders nothing
        context["add_modify_task"]("react-router.config.js", prerendered_too)
        context["add_modify_task"]("app/routes.js", with_wildcards)

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Keep the pages, and remove the addresses under which they would answer with status 200."""
        static_dir: Path = context["static_dir"]
        for folder in (static_dir, *(static_dir / language for language in OTHERS)):
            _keep(folder)
        # Reflex copies this file to 404.html, which hosts of plain files send for unknown addresses.
        shutil.copyfile(static_dir / FILE, static_dir / "__spa-fallback.html")


def _keep(folder: Path) -> None:
    page = folder / ROUTE / "index.html"
    if not page.is_file():
        message = f"{page} was not prerendered"
        raise BuildError(message)
    page.rename(folder / FILE)
    shutil.rmtree(folder / ROUTE)
    (folder / f"{ROUTE}.html").unlink(missing_ok=True)
