"""Small modules in the place of universal-cookie, mergician and Emotion, and of lodash on pages with forms."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex.utils.exec import is_prod_mode
from reflex_base.plugins import Plugin

from starbond_site.reflex_adapter.build import vite_config
from starbond_site.reflex_adapter.build.prerendered import BuildError

STATE = "utils/state.js"
USED = {
    "mergician(": ("mergician(injected, own)",),
    "cookies.": (
        "cookies.get(cookie_name, { doNotParse: true })",
        "cookies.set(cookie_name, value, cookie_options)",
        "cookies.remove(event.payload.key, { ...event.payload.options })",
    ),
}
"""Every call that the stand-ins must answer, as it stands in Reflex's code."""


def check_calls(code: str) -> str:
    """Return Reflex's ``state.js`` as it is.

    Raises:
        BuildError: it calls the libraries in a way that the stand-ins were not made for.

    """
    for prefix, calls in USED.items():
        if code.count(prefix) != sum(code.count(call) for call in calls):
            message = f"{STATE} has new calls of {prefix.rstrip('.(')}; see build/stand_ins.py"
            raise BuildError(message)
    return code


class StandInsPlugin(Plugin):
    """Tells Vite about the stand-ins, in production builds."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Copy the modules beside Vite's configuration."""
        return vite_config.assets("stand_ins.js", "cookies.js", "merge.js", "merge_with.js", "create_element.js")

    def pre_compile(self, **context: Any) -> None:  # noqa: ANN401
        """Add the step."""
        if is_prod_mode():
            context["add_modify_task"](STATE, check_calls)
            context["add_modify_task"](vite_config.FILE, vite_config.with_plugin("standIns", "stand_ins.js"))
