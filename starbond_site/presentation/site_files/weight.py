"""The weight of a first view, measured at every build: one above its limit is a warning, and stops nothing.

Counted are HTML, styles and scripts as they are sent (brotli), also those that are loaded after the first paint.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from starbond_site.content.addresses import LANGUAGES, UPLOAD_PAGES, localized

BROWSED, WITH_FORMS = 121_000, 139_000
"""Limits in bytes: pages that visitors browse, and those that bring Chakra for their forms.

The benchmark and a test of this company hold them; a build only says what is heavier.
"""
FORMS = frozenset(localized(path, language)[1:] for path in ("/contact", *UPLOAD_PAGES) for language in LANGUAGES)
"""Folders of the pages with such forms."""
NAMED = re.compile(r'(?:href|src|data-page)="(/assets/[^"]+\.(?:js|css))"')
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["'`](/assets/|\./)([^"'`]+\.js)["'`]""")


def files(static_dir: Path, page: str) -> Iterator[Path]:
    """Yield every file of a first view: the page, what it names, and what its scripts import, also later."""
    html = static_dir / page / "index.html"
    yield html
    waiting = [static_dir / address[1:] for address in NAMED.findall(html.read_text("utf-8"))]
    seen: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        yield file
        if file.suffix == ".js":
            waiting += _imported(static_dir, file)


def weigh(static_dir: Path, page: str) -> dict[str, int]:
    """Return the size of every file of a first view as it is sent, in bytes; a page is named by its folder."""
    return {file.name: compressed_size(file) for file in files(static_dir, page)}


def pages(static_dir: Path) -> list[str]:
    """Return the folder of every page that was built, empty for the home page."""
    found = (file.parent.relative_to(static_dir).as_posix() for file in static_dir.rglob("index.html"))
    return sorted("" if folder == "." else folder for folder in found)


def warnings(static_dir: Path) -> list[str]:
    """Weigh every page, after Reflex has compressed them; return a sentence if some are heavier than their limit."""
    _imported.cache_clear()
    weighed = {page: weigh(static_dir, page) for page in pages(static_dir)}
    excess = {page: sum(weights.values()) - _limit(page) for page, weights in weighed.items()}
    heavy = sorted((page for page in excess if excess[page] > 0), key=lambda page: -excess[page])
    if not heavy:
        return []
    page, others = heavy[0], ", ".join(f"/{page}" for page in heavy[1:])
    heaviest = sorted(weighed[page].items(), key=lambda item: -item[1])[:3]
    listed = ", ".join(f"{name} {size / 1000:.1f}" for name, size in heaviest)
    total, limit = sum(weighed[page].values()) / 1000, _limit(page) / 1000
    sentence = f"/{page} weighs {total:.1f} kB of HTML, styles and scripts, more than {limit:.0f}: {listed}"
    return [f"{sentence}; also too heavy: {others}" if others else sentence]


def _limit(page: str) -> int:
    return WITH_FORMS if page in FORMS else BROWSED


@cache
def _imported(static_dir: Path, file: Path) -> tuple[Path, ...]:
    """Return the scripts that a script imports; pages share most of them, and each is read once."""
    return tuple(static_dir / "assets" / name for _, name in IMPORTED.findall(file.read_text("utf-8")))


def compressed_size(file: Path) -> int:
    """Return the size of the compressed sidecar; files too small to have one are sent as they are."""
    sidecar = file.with_name(file.name + ".br")
    return (sidecar if sidecar.exists() else file).stat().st_size
