"""The pictures that the content asks for, by name and size; read from the ids of the content alone, without packs."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from art import paths
from art.content import front_matter, optional_toml, people, product_tables
from art.shapes import SHAPES

IN_TEXT = re.compile(r"""(?:\]\(|^picture = ")(pages/[a-z0-9-]+)""", re.MULTILINE)
"""A picture of their own that pages of text and news show."""
Kind = Literal["pack", "scene", "person", "drawing"]


@dataclass(frozen=True)
class Wanted:
    """One picture that the site needs."""

    name: str
    kind: Kind
    width: int
    height: int


def wanted(content: Path | None = None) -> Iterator[Wanted]:
    """Yield every picture that the content needs; what the content does not have needs none."""
    content = content or paths.CONTENT
    for product in product_tables(content):
        folder = f"products/{product['id']}"
        for size in product["sizes"]:
            yield from (_wanted(f"{folder}/{size['id']}-{view}", "pack") for view in ("front", "quarter"))
        yield _wanted(f"{folder}/family", "pack")
        yield _wanted(f"{folder}/use", "scene")
    for slide in optional_toml(content / "slides.toml").get("slides", ()):
        yield from (_wanted(f"slides/{slide['id']}{crop}", "scene") for crop in ("", "-portrait"))
    yield from _entries("brands", optional_toml(content / "brands.toml").get("brands", ()))
    news = sorted(front_matter(content / "news"), key=lambda item: item["date"], reverse=True)
    yield from _entries("news", news)
    pages = optional_toml(content / "investors.toml").get("pages", ())
    for banner in dict.fromkeys(page["banner"] for page in pages if page.get("banner")):
        yield _wanted(f"banners/{banner}", "scene")
    texts = [file.read_text(encoding="utf-8") for place in ("pages", "news") for file in (content / place).glob("*.md")]
    for name in dict.fromkeys(name for text in texts for name in IN_TEXT.findall(text)):
        yield _wanted(name, "scene")
    yield from _entries("people", people(content), "person")
    for drawing in drawings():
        yield _wanted(drawing, "drawing")


def drawings() -> list[str]:
    """Return the drawings that pages show: those planned for this company, and those that the manifest has."""
    planned = [f"drawings/{name}" for name in optional_toml(paths.PLAN).get("drawings", ())]
    served = json.loads(paths.MANIFEST.read_text(encoding="utf-8")) if paths.MANIFEST.exists() else {}
    return list(dict.fromkeys([*planned, *(name for name in served if name.startswith("drawings/"))]))


def _entries(folder: str, entries: Iterable[dict[str, Any]], kind: Kind = "scene") -> Iterator[Wanted]:
    yield from (_wanted(f"{folder}/{entry['id']}", kind) for entry in entries)


def _wanted(name: str, kind: Kind) -> Wanted:
    return Wanted(name, kind, *shape_of(name))


def shape_of(name: str) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a name."""
    folder = name.partition("/")[0]
    return SHAPES["portrait" if folder == "slides" and name.endswith("-portrait") else folder]
