"""One stylesheet for the site, and the part of it that a page needs.

The tokens and the files in ``styles/`` are for every page. Every other ``.css`` stands beside what it styles. Vite
minifies all of them together; a rule before each file marks where it begins, so that a page can carry the files that
it needs (`needed`).
"""

import re
from collections.abc import Iterable
from pathlib import Path

from starbond_site import content
from starbond_site.presentation import design

PACKAGE = Path(__file__).resolve().parents[2]
NAME, TOKENS = "site.css", "tokens.css"
EVERYWHERE = "styles"
"""The folder of what all pages need."""
MARK = ".file--{name}{{--file:0}}"
"""A rule, since minifiers drop comments."""
MARKED = re.compile(r"\.file--[\w-]+\{--file:0;?\}")
HOVER = re.compile(r"[^{};]*:hover[^{};]*\{[^{}]*\}")
"""A rule about what a pointer is over: a finger leaves it on what it touched last."""
CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
ALONE = re.compile(r"(?:^|[{},/])\s*\.([a-zA-Z_][\w-]*)\s*(?=[{,])")
"""A class that is a selector by itself: ``.class .other`` and ``:has(.class)`` only mention it."""
INSIDE = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
"""What stands in parentheses, such as the selectors of ``:is()``."""
LANGUAGE = re.compile(r'<html lang="([^"]+)"')
CLASSES = re.compile(r'\sclass="([^"]*)"')


def stylesheet() -> Iterable[tuple[Path, str]]:
    """Return the stylesheet for Reflex's working folder, and beside it what `by_import` takes from no file."""
    return [(Path("styles") / NAME, gather()), (Path("styles") / TOKENS, _tokens())]


def gather() -> str:
    """Return the whole stylesheet: what every page needs, then components, then pages, which may overrule them."""
    return _tokens() + "\n".join(_marked(file) for file in _files())


def by_import(_gathered: str) -> str:
    """Return the whole stylesheet with each file as an import, so that Vite takes a saved one over by itself."""
    return "".join(f'@import url("{source}");\n' for source in (f"./{TOKENS}", *_files()))


def _files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.css"), key=lambda file: (file.parent.name != EVERYWHERE, file.as_posix()))


def _tokens() -> str:
    return design.stylesheet() + _brands()


def needed(style: str, html: str) -> str:
    """Return the part of the minified stylesheet that a page needs.

    That is the faces of its language, and whole each file to which one of its classes belongs: the first with a rule
    for the class alone, or else the first that names it. What scripts and the server add later is styled by the file
    of what it is added to.

    Raises:
        ValueError: the marks are gone, so the minifier works in another way.
    """
    everywhere, *files = MARKED.split(style)
    if not files:
        raise ValueError("the stylesheet does not say where its files begin; see site_files/stylesheet.py")
    used = {name for names in CLASSES.findall(html) for name in names.split()}
    [language] = LANGUAGE.findall(html)
    owners = dict.fromkeys(CLASS.findall(everywhere), -1)
    for classes in (lambda file: ALONE.findall(INSIDE.sub("", file)), CLASS.findall):
        for place, file in enumerate(files):
            owners = dict.fromkeys(classes(file), place) | owners
    places = {owners.get(name) for name in used}
    part = design.with_own_faces(everywhere, language)
    return part + "".join(file for place, file in enumerate(files) if place in places)


def _marked(file: Path) -> str:
    # Its whole path: minifiers drop the first of two equal rules.
    name = "-".join(file.relative_to(PACKAGE).with_suffix("").parts)
    mark = "" if file.parent.name == EVERYWHERE else MARK.format(name=name) + "\n"
    return mark + for_pointers(file.read_text(encoding="utf-8"))


def for_pointers(style: str) -> str:
    """Return a style whose rules of ``:hover`` are for devices that can hover."""
    return HOVER.sub(r"@media (hover: hover) {\g<0>}", style)


def _brands() -> str:
    rules = []
    for brand in content.read().brands:
        name, (main, second) = f".brand-{brand.id}", brand.colours
        rules.append(f"{name}{{--brand:{main};--brand-second:{second};--brand-tint:{brand.tint}}}")
        rules.append(f":root.dark {name}{{--brand-tint:{brand.tint_dark}}}")
    return "\n".join(rules) + "\n"
