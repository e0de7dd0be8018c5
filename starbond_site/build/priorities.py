"""What the browser loads first: style, font and first picture; the scripts that wake the page come after."""

from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site.build.prerendered import BuildError, rewrite

SCRIPT = '<link rel="modulepreload" '
LATER = '<link rel="modulepreload" fetchpriority="low" '


class PrioritiesPlugin(Plugin):
    """Marks the preloaded scripts as less urgent than what the reader sees."""

    def post_build(self, **context: Any) -> None:  # noqa: ANN401
        """Rewrite the heads.

        Raises:
            BuildError: a page preloads no script.

        """

        def after_the_picture(html: str, file: Path) -> str:
            if SCRIPT not in html:
                message = f"{file.name} preloads no script"
                raise BuildError(message)
            return html.replace(SCRIPT, LATER)

        rewrite(context["static_dir"], after_the_picture)
