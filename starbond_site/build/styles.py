"""One stylesheet for the site: the tokens, the base and every ``.css`` that stands beside a component."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site import content, design

PACKAGE = Path(__file__).resolve().parent.parent
NAME = "site.css"


def gather() -> str:
    """Return the whole stylesheet; the base comes first, the rest in the order of its path."""
    files = sorted(PACKAGE.rglob("*.css"), key=lambda file: (file.parent.name != "styles", file.as_posix()))
    return design.stylesheet() + _brands() + "\n".join(file.read_text(encoding="utf-8") for file in files)


def _brands() -> str:
    """Return each brand's accent; a pack stands on the tint of the theme."""
    rules = []
    for brand in content.read("en").brands:
        name, (main, second) = f".brand-{brand.id}", brand.colours
        rules.append(f"{name}{{--brand:{main};--brand-second:{second};--brand-tint:{brand.tint}}}")
        rules.append(f":root.dark {name}{{--brand-tint:{brand.tint_dark}}}")
    return "\n".join(rules) + "\n"


class StylesPlugin(Plugin):
    """Adds the gathered stylesheet to the compiled site."""

    def get_static_assets(self, **_context: Any) -> Sequence[tuple[Path, str | bytes]]:  # noqa: ANN401
        """Write the stylesheet into the styles folder of the compiled site."""
        return [(Path("styles") / NAME, gather())]

    def get_stylesheet_paths(self, **_context: Any) -> Sequence[str]:  # noqa: ANN401
        """Name it to Reflex, which imports it into the root stylesheet."""
        return [f"./{NAME}"]
