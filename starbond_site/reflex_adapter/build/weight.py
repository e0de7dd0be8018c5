"""What a first view weighs, weighed at every build: a page that grows too heavy fails it.

Counted are HTML, style and scripts as they travel (brotli), also those that are loaded after the first paint.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from starbond_site.reflex_adapter.build.prerendered import BuildError

BROWSED, WITH_FORMS = 130_000, 190_000
"""Limits in bytes: pages that visitors browse, and those that bring Chakra for their forms."""
LIMITS = {
    "": BROWSED,
    "SuperGlue": BROWSED,
    "SyntheticResinAdhesive": BROWSED,
    "AnnualReport": BROWSED,
    "bn": BROWSED,
    "contact": WITH_FORMS,
    "UploadFiles": WITH_FORMS,
}
"""By folder of a page: the heaviest of each template."""
NAMED = re.compile(r'(?:href="|src="|[\[,]"|"(?:root|page|entry)":")(/assets/[^"]+\.(?:js|css))"')
LATER = re.compile(r"import\([`\"']\./([^`\"']+\.js)[`\"']\)")


def files(static_dir: Path, page: str) -> Iterator[Path]:
    """Yield every file of a first view: the page, what it names, and what its scripts load by themselves."""
    html = static_dir / page / "index.html"
    yield html
    named = {static_dir / address[1:] for address in NAMED.findall(html.read_text("utf-8"))}
    scripts = [file.read_text("utf-8") for file in named if file.suffix == ".js"]
    later = {static_dir / "assets" / name for script in scripts for name in LATER.findall(script)}
    yield from sorted(named | later)


def weigh(static_dir: Path, page: str) -> dict[str, int]:
    """Return what every file of a first view weighs on its way, in bytes; a page is named by its folder."""
    return {file.name: _travelling(file) for file in files(static_dir, page)}


def check(static_dir: Path) -> None:
    """Weigh one page of each template, after Reflex has compressed them.

    Raises:
        BuildError: one is too heavy; the message names its heaviest files.

    """
    for page, limit in LIMITS.items():
        weights = weigh(static_dir, page)
        if (total := sum(weights.values())) > limit:
            heaviest = sorted(weights.items(), key=lambda item: -item[1])[:6]
            listed = ", ".join(f"{name} {size / 1000:.1f}" for name, size in heaviest)
            message = f"/{page} weighs {total / 1000:.1f} kB, {limit / 1000:.0f} are allowed: {listed}"
            raise BuildError(message)


def _travelling(file: Path) -> int:
    """Return the size of the compressed sidecar; files that are too small to have one travel as they are."""
    sidecar = file.with_name(file.name + ".br")
    return (sidecar if sidecar.exists() else file).stat().st_size
