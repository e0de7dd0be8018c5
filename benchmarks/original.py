"""Compares the home page with one built with the libraries of the original site, by Lighthouse, in one run.

The other page (``original_stack/``) uses React in the browser with react-bootstrap, react-multi-carousel,
react-image-magnify, react-router and Firebase from npm, built by Vite. It has the same texts, and JPEG files of full
size with 2.5 MB in total.
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import baseline_server, lighthouse, photographs
from benchmarks.table import Options, Row, alone
from starbond_site import content
from starbond_site.content import pictures
from tests.serving import ROOT, build, serving

SOURCE = Path(__file__).with_name("original_stack")
ASSETS = ROOT / "assets"


def measure(options: Options) -> Iterator[Row]:
    """Build the other page, then visit both."""
    build()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pages = _build(folder / "original")
        yield Row("", "perf  LCP    TBT   CLS  a11y/best/SEO")
        with (
            baseline_server.running("benchmarks.baseline_pages:app", os.environ | {"PAGES": str(pages)}) as (port, _),
            serving(folder) as ours,
        ):
            for method in lighthouse.METHODS:
                theirs = lighthouse.visit(f"http://localhost:{port}/", method, options.runs)
                mine = lighthouse.visit(f"{ours.url}/", method, options.runs)
                yield _row(f"original stack, {method}", theirs)
                yield _row(f"ours, {method}", mine)
                is_better = _beats(mine, theirs)
                yield Row(f"ours is better in every value, {method}", "yes" if is_better else "no", "yes", is_better)


def _row(name: str, scores: lighthouse.Scores) -> Row:
    return Row(f"{name}: {scores.kilobytes:,.0f} kB", str(scores))


def _beats(ours: lighthouse.Scores, theirs: lighthouse.Scores) -> bool:
    """Return whether every value of ours is better, or perfect on both sides."""
    higher = ("performance", "accessibility", "best_practices", "seo")
    lower = ("largest", "blocked", "shift", "kilobytes")
    return all(
        getattr(ours, name) > getattr(theirs, name) or getattr(ours, name) == getattr(theirs, name) == 100
        for name in higher
    ) and all(
        getattr(ours, name) < getattr(theirs, name) or getattr(ours, name) == getattr(theirs, name) == 0
        for name in lower
    )


def _build(folder: Path) -> Path:
    """Build the other page in a folder and return the folder to serve."""
    shutil.copytree(SOURCE, folder)
    public = folder / "public"
    public.mkdir()
    (folder / "content.json").write_text(json.dumps(_content(public)), encoding="utf-8")
    # react-image-magnify allows no React above version 16.
    _run(folder, "npm", "install", "--no-audit", "--no-fund", "--legacy-peer-deps")
    _run(folder, "npx", "vite", "build")
    return folder / "dist"


def _content(public: Path) -> dict[str, Any]:
    """Return the content of the other page; its photographs are written to ``public``."""
    site = content.read("en")
    cards = [brand for brand in site.brands if brand.card]
    slides = [_largest(f"slides/{slide.id}") for slide in site.slides]
    names = photographs.make([*slides, *(_largest(f"brands/{brand.id}") for brand in cards)], public)
    addresses = [f"/{name}" for name in names]
    return {
        "name": site.company.name,
        "groups": [
            {"title": group.title, "links": [{"title": link.label, "href": link.path} for link in group.links]}
            for group in site.navigation
        ],
        "slides": [{"title": s.title, "src": a} for s, a in zip(site.slides, addresses, strict=False)],
        "brands": [{"title": b.name, "src": a} for b, a in zip(cards, addresses[len(slides) :], strict=True)],
        "news": [{"title": item.title, "text": item.summary} for item in site.news],
    }


def _largest(name: str) -> Path:
    """Return the file of a picture in its largest size."""
    picture = pictures.picture(name)
    return ASSETS / picture.formats["webp"][-1].path.strip("/")


def _run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        message = f"{' '.join(command)} failed: {(done.stderr or done.stdout)[-1000:]}"
        raise RuntimeError(message)


if __name__ == "__main__":
    alone(measure, __doc__)
