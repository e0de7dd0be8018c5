"""How much JavaScript the slider, the strips and the image zoom cost, engine included, without React.

They are bundled and minified by the bundler of the site itself, as one file, from the compiled site in ``.web``.
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
"""Bytes of the three libraries that they replace (facts.md, "Slider, carousel, zoom")."""
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
    """Return the rows: engine with slider and strips, all three, and the tabs apart.

    Args:
        web: Folder of a compiled site that uses the components.
    """
    return [
        Weight("slider and strips, with their engine", _weigh(web, PARTS), None),
        Weight("slider, strips and image zoom", _weigh(web, PARTS | ZOOM), LIMIT),
        Weight("tabs", _weigh(web, TABS), None),
    ]


def _weigh(web: Path, parts: dict[str, str]) -> int:
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
    """Weigh, in the compiled site."""
    build()
    for row in weights():
        if row.limit:
            yield at_most(f"{row.what} (gzip)", row.gzip / 1000, row.limit / 1000, "kB")
        else:
            yield plain(f"{row.what} (gzip)", row.gzip / 1000, "kB")
    yield plain("the libraries they replace (gzip)", REPLACED / 1000, "kB")


if __name__ == "__main__":
    alone(measure, __doc__)
