"""What a first view weighs, measured at every build: a page that grows too heavy fails it.

Counted are HTML, styles and scripts as they are sent (brotli), also those that are loaded after the first paint.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from starbond_site.content.addresses import UPLOAD_PAGES, localized
from starbond_site.content.models import LANGUAGES


class TooHeavyError(RuntimeError):
    """A page weighs more than its limit."""


BROWSED, WITH_FORMS = 135_000, 190_000
"""Limits in bytes: pages that visitors browse, and those that bring Chakra for their forms."""
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


def check(static_dir: Path) -> None:
    """Weigh every page, after Reflex has compressed them.

    Raises:
        TooHeavyError: one is too heavy; the message names its heaviest files.

    """
    _imported.cache_clear()
    for page in pages(static_dir):
        limit = WITH_FORMS if page in FORMS else BROWSED
        weights = weigh(static_dir, page)
        if (total := sum(weights.values())) > limit:
            heaviest = sorted(weights.items(), key=lambda item: -item[1])[:6]
            listed = ", ".join(f"{name} {size / 1000:.1f}" for name, size in heaviest)
            message = f"/{page} weighs {total / 1000:.1f} kB, {limit / 1000:.0f} are allowed: {listed}"
            raise TooHeavyError(message)


@cache
def _imported(static_dir: Path, file: Path) -> tuple[Path, ...]:
    """Return the scripts that a script imports; pages share most of them, and each is read once."""
    return tuple(static_dir / "assets" / name for _, name in IMPORTED.findall(file.read_text("utf-8")))


def compressed_size(file: Path) -> int:
    """Return the size of the compressed sidecar; files too small to have one are sent as they are."""
    sidecar = file.with_name(file.name + ".br")
    return (sidecar if sidecar.exists() else file).stat().st_size
