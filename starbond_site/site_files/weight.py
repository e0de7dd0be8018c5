"""What a first view weighs, measured at every build: a page that grows too heavy fails it.

Counted are HTML, styles and scripts as they are sent (brotli), also those that are loaded after the first paint.
"""

import re
from collections.abc import Iterator
from pathlib import Path


class TooHeavyError(RuntimeError):
    """A page weighs more than its limit."""


BROWSED, WITH_FORMS = 135_000, 190_000
"""Limits in bytes: pages that visitors browse, and those that bring Chakra for their forms."""
LIMITS = {
    "": BROWSED,
    "SuperGlue": BROWSED,
    "SyntheticResinAdhesive": BROWSED,
    "AnnualReport": BROWSED,
    "bn": BROWSED,
    "alerts": BROWSED,
    "finder": BROWSED,
    "bn/finder": BROWSED,
    "compare": BROWSED,
    "bn/compare": BROWSED,
    "Products": BROWSED,
    "contact": WITH_FORMS,
    "UploadFiles": WITH_FORMS,
}
"""By folder of a page: the heaviest of each template."""
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
            waiting += [static_dir / "assets" / name for _, name in IMPORTED.findall(file.read_text("utf-8"))]


def weigh(static_dir: Path, page: str) -> dict[str, int]:
    """Return the size of every file of a first view as it is sent, in bytes; a page is named by its folder."""
    return {file.name: compressed_size(file) for file in files(static_dir, page)}


def check(static_dir: Path) -> None:
    """Weigh one page of each template, after Reflex has compressed them.

    Raises:
        TooHeavyError: one is too heavy; the message names its heaviest files.

    """
    for page, limit in LIMITS.items():
        weights = weigh(static_dir, page)
        if (total := sum(weights.values())) > limit:
            heaviest = sorted(weights.items(), key=lambda item: -item[1])[:6]
            listed = ", ".join(f"{name} {size / 1000:.1f}" for name, size in heaviest)
            message = f"/{page} weighs {total / 1000:.1f} kB, {limit / 1000:.0f} are allowed: {listed}"
            raise TooHeavyError(message)


def compressed_size(file: Path) -> int:
    """Return the size of the compressed sidecar; files too small to have one are sent as they are."""
    sidecar = file.with_name(file.name + ".br")
    return (sidecar if sidecar.exists() else file).stat().st_size
