"""Measures the JavaScript of slider, carousels and image zoom, with their engine and without React.

The bundler of the site bundles and minifies them into one file, from the compiled site in ``.web``.
"""

import gzip
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.table import Options, Row, alone, at_most, plain
from tests.serving import build

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "public/external/starbond_site/components/react"
LIMIT = 12_000
REPLACED = 29_000
"""Gzipped bytes of react-bootstrap's Carousel, react-multi-carousel and react-image-magnify, which they replace."""
PARTS = {"Slider": "slider/slider.jsx", "MultiCarousel": "multi_carousel/multi_carousel.jsx"}
ZOOM = {"ImageZoom": "image_zoom/image_zoom.jsx"}
TABS = {"Tabs": "tabs/tabs.jsx"}
_BUNDLE = """
import { rolldown } from "rolldown";
const bundle = await rolldown({ input: process.argv[2], external: [/^react/] });
await bundle.write({ file: process.argv[3], minify: true, comments: false });
"""


class Weight(NamedTuple):
    """One row of the table."""

    what: str
    gzip: int
    limit: int | None


def weights(web: Path = ROOT / ".web") -> list[Weight]:
    """Return the rows: engine with slider and carousels, these with the zoom, and the tabs.

    Args:
        web: Folder of a compiled site that uses the components.
    """
    return [
        Weight("slider and carousels, with their engine", _bundle_size(web, PARTS), None),
        Weight("slider, carousels and image zoom", _bundle_size(web, PARTS | ZOOM), LIMIT),
        Weight("tabs", _bundle_size(web, TABS), None),
    ]


def _bundle_size(web: Path, parts: dict[str, str]) -> int:
    """Return the gzipped size in bytes of these components bundled together."""
    lines = [f"export {{ {name} }} from {json.dumps(f'./{FOLDER}/{path}')};" for name, path in parts.items()]
    with tempfile.TemporaryDirectory() as folder:
        script, entry, bundle = web / "weigh.mjs", web / "weigh.jsx", Path(folder) / "bundle.js"
        try:
            script.write_text(_BUNDLE, encoding="utf-8")
            entry.write_text("\n".join(lines), encoding="utf-8")
            subprocess.run(["node", script.name, entry.name, str(bundle)], cwd=web, check=True, capture_output=True)
            return len(gzip.compress(bundle.read_bytes(), 9, mtime=0))
        finally:
            script.unlink(missing_ok=True)
            entry.unlink(missing_ok=True)


def measure(_options: Options) -> Iterator[Row]:
    """Measure in the compiled site."""
    build()
    for row in weights():
        if row.limit:
            yield at_most(f"{row.what} (gzip)", row.gzip / 1000, row.limit / 1000, "kB")
        else:
            yield plain(f"{row.what} (gzip)", row.gzip / 1000, "kB")
    yield plain("the libraries they replace (gzip)", REPLACED / 1000, "kB")


if __name__ == "__main__":
    alone(measure, __doc__)
