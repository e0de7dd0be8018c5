"""What every page needs, in one file: it compresses better than its parts, and is asked for once."""

from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config

PACKAGES = ("react", "react-dom", "scheduler")
EVERYWHERE = (
    rf"node_modules[\\/]({'|'.join(PACKAGES)})[\\/]",
    r"\.web[\\/]utils[\\/]",
    r"\.web[\\/]build-steps[\\/]",
    r"react[\\/](live|site_menu|error_boundary)[\\/]",
)


class OneChunkPlugin(Plugin):
    """Tells Vite which modules belong together, in production builds."""

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Add the group."""
        if is_prod_mode():
            pattern = f"/{'|'.join(EVERYWHERE)}/"
            context["add_modify_task"](vite_config.FILE, vite_config.with_chunk("site", pattern))
