"""How steps of this package get into the configuration of Vite, which Reflex writes."""

from collections.abc import Callable, Sequence
from pathlib import Path

from starbond_site.reflex_adapter.build.prerendered import replace_once

FILE = "vite.config.js"
FOLDER = Path(__file__).parent / "vite"
COPIED_TO = Path("build-steps")


def assets(*names: str) -> Sequence[tuple[Path, str]]:
    """Return the JavaScript files of a step, as Reflex wants what it copies beside Vite's configuration."""
    return [(COPIED_TO / name, (FOLDER / name).read_text("utf-8")) for name in names]


def with_plugin(name: str, file: str) -> Callable[[str], str]:
    """Return what adds the default export of ``file`` to the plugins, before React Router's."""

    def add(config: str) -> str:
        config = f'import {name} from "./{COPIED_TO.as_posix()}/{file}";\n{config}'
        return replace_once(config, "    reactRouter(),\n", f"    {name}(),\n    reactRouter(),\n", FILE)

    return add


def with_chunk(name: str, pattern: str) -> Callable[[str], str]:
    """Return what puts every module whose path matches ``pattern`` (a JavaScript literal) into one file."""

    def add(config: str) -> str:
        return replace_once(config, "groups: [\n", f'groups: [\n{{ name: "{name}", test: {pattern} }},\n', FILE)

    return add
