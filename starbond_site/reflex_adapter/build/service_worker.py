"""The service worker: bundled with Workbox by Bun, or one that removes itself and everything that was kept.

Its text names the version of what it keeps, so that browsers replace it when any of these files has changed
(https://w3c.github.io/ServiceWorker/#update-algorithm compares bytes). ``docs/offline.md`` describes what it does.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import brotli

from starbond_site.presentation.site_files import offline
from starbond_site.reflex_adapter.build.step import COPIED_TO, BuildError, bundled
from starbond_site.shared.settings import settings

FILE = "service-worker.js"
ADDED, REMOVED = "service_worker.js", "service_worker_removal.js"
PARTS = (ADDED, "service_worker_pages.js", REMOVED)
CHOICES = "service_worker_choices.js"
MAX_BYTES = 7_000
"""Of the bundle as it is sent; with the part in pages, a first visit costs at most 10 kB more (docs/offline.md)."""
PACKAGES = tuple(f"workbox-{name}@7.4.1" for name in ("core", "routing", "strategies"))


def choices() -> Iterable[tuple[Path, str]]:
    """Return the module that tells the service worker what to keep."""
    text = json.dumps(offline.choices(), ensure_ascii=False, separators=(",", ":"))
    return [(Path(COPIED_TO) / CHOICES, f"export default {text};\n")]


def write(static_dir: Path) -> None:
    """Write the service worker, and the lists of what it keeps; runs when all pages are finished.

    Raises:
        BuildError: Bun cannot bundle it, or it is too heavy.
    """
    is_on = settings().offline
    version = offline.write_lists(static_dir) if is_on else "removed"
    source = static_dir.parent.parent / COPIED_TO / (ADDED if is_on else REMOVED)
    text = f"/* {version} */\n{bundled(source, 'iife')}"
    if (size := len(brotli.compress(text.encode()))) > MAX_BYTES:
        raise BuildError(f"{FILE} weighs {size} bytes, {MAX_BYTES} are allowed")
    (static_dir / FILE).write_text(text, "utf-8")
