"""One stylesheet for the site, and the part of it that a page needs.

The tokens and what lies in ``styles/`` are for every page. Every other ``.css`` stands beside the component or the page
that it dresses; Vite minifies all of them together, and a mark before each says where it begins, so that a page can
carry its own alone (`needed`). Before a visitor goes on to another page the whole is loaded (``vite/router.js``).
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reflex_base.plugins import Plugin

from starbond_site import content, design
from starbond_site.reflex_adapter.build.prerendered import BuildError

PACKAGE = Path(__file__).resolve().parents[2]
NAME = "site.css"
EVERYWHERE = "styles"
"""The folder of what all pages need."""
MARK = ".file--{name}{{--file:0}}"
"""Stands before the rules of a file: a rule of its own, since minifiers drop comments."""
MARKED = re.compile(r"\.file--[\w-]+\{--file:0;?\}")
CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
CLASSES = re.compile(r'\sclass="([^"]*)"')


def gather() -> str:
    """Return the whole stylesheet: what is for every page, then components, then pages, which may overrule them."""
    files = sorted(PACKAGE.rglob("*.css"), key=lambda file: (file.parent.name != EVERYWHERE, file.as_posix()))
    return design.stylesheet() + _brands() + "\n".join(_marked(file) for file in files)


def _marked(file: Path) -> str:
    mark = "" if file.parent.name == EVERYWHERE else MARK.format(name=file.stem) + "\n"
    return mark + file.read_text(encoding="utf-8")


def needed(style: str, html: str) -> str:
    """Return the part of a minified stylesheet that a page needs.

    A file is needed whole where one of its own classes stands in the page, one that no file before it names: what
    scripts and the server add later is dressed by the file of what it is added to.

    Raises:
        BuildError: the marks are gone, so the minifier works in another way now.

    """
    everywhere, *files = MARKED.split(style)
    if not files:
        message = "the stylesheet does not say where its files begin; see build/styles.py"
        raise BuildError(message)
    there = {name for names in CLASSES.findall(html) for name in names.split()}
    part, known = everywhere, set(CLASS.findall(everywhere))
    for file in files:
        own = set(CLASS.findall(file)) - known
        known |= own
        if own & there:
            part += file
    return part


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
