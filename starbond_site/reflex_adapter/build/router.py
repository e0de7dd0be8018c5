"""A router of 150 lines in the place of React Router, in browsers: 33 kB less on every page.

React Router serves loaders, actions, parameters, nested routes and lazy discovery. This site has pages and links. Pages
are still prerendered by React Router, and ``make dev`` runs it as Reflex does; only the production bundle gets
``vite/router.js``, which answers the names that Reflex's code and this site's import. A name that it does not have
fails the build, as does a page with parameters, a loader or a stylesheet of its own.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config
from starbond_site.reflex_adapter.build.prerendered import BuildError

MANIFEST = re.compile(r"^window\.__reactRouterManifest=(\{.*\});\s*$", re.DOTALL)
UNKNOWN = ("hasAction", "hasLoader", "hasClientAction", "hasClientLoader", "hasClientMiddleware")
"""What React Router can do with a page and ``vite/router.js`` cannot."""


def check_routes(manifest: str) -> None:
    """Look at the routes of a build.

    Raises:
        BuildError: one of them needs more than ``vite/router.js`` does.

    """
    found = MANIFEST.match(manifest)
    if not found:
        message = "React Router's manifest is not what it was; see build/router.py"
        raise BuildError(message)
    for name, route in json.loads(found[1])["routes"].items():
        needs = [each for each in UNKNOWN if route.get(each)] + (["css"] if route.get("css") else [])
        if ":" in route.get("path", "") or needs:
            message = f"{name} needs {', '.join(needs) or 'parameters'}, which build/vite/router.js does not know"
            raise BuildError(message)


class RouterPlugin(Plugin):
    """Tells Vite about the router, in production builds, and looks at what was built."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Copy the router beside Vite's configuration."""
        return vite_config.assets("own_router.js", "router.js")

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Add the step."""
        if is_prod_mode():
            context["add_modify_task"](vite_config.FILE, vite_config.with_plugin("ownRouter", "own_router.js"))

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Check every route."""
        static_dir: Path = context["static_dir"]
        manifests = list(static_dir.glob("assets/manifest-*.js"))
        if len(manifests) != 1:
            message = f"{len(manifests)} manifests of React Router; see build/router.py"
            raise BuildError(message)
        check_routes(manifests[0].read_text("utf-8"))
