"""Turns masters into the files that the site serves, and writes the manifest of them."""

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from PIL import Image

from art import paths
from art.names import wanted

WIDTHS = {
    "avif": (200, 320, 480, 640, 960, 1280, 1920),
    "webp": (480, 960),
    "jpeg": (960,),
}
"""Nearly every browser reads AVIF; the other two are a way out, not a second set. The smallest is for thumbnails."""
PAPER = (0xFB, 0xF8, 0xF3)
"""JPEG knows no transparency: packs stand on the colour of the page there."""
RECIPE = "5"
"""Raise it when the way of deriving changes, and every picture is derived again."""

Entry = dict[str, Any]


@dataclass(frozen=True)
class Quality:
    """How hard each format presses."""

    avif: int
    webp: int
    jpeg: int
    speed: int


PHOTOGRAPH = Quality(avif=60, webp=78, jpeg=76, speed=6)
LARGE = Quality(avif=54, webp=72, jpeg=76, speed=7)
"""From 1,280 pixels on, where a pixel is a fraction of what the eye resolves."""
DRAWING = Quality(avif=48, webp=70, jpeg=78, speed=8)


def master_of(name: str) -> Path | None:
    """Return the file a picture is derived from: its render, else what stands in for it."""
    for folder in (paths.MASTERS, paths.COMPOSED, paths.DRAWN):
        path = folder / f"{name}.png"
        if path.exists():
            return path
    return None


def source_of(name: str) -> Path | None:
    """Return what a picture may be composed from: its master, else the largest file that was derived from it.

    A fresh copy of the repository has no masters; what needs several pictures still finds those that did not change.
    """
    master = master_of(name)
    entry = manifest().get(name)
    if master or entry is None or entry["drawn"]:
        return master
    path = paths.ASSETS / entry["formats"]["avif"][-1][1][1:]
    return path if path.exists() else None


def photographed(name: str) -> bool:
    """Whether the site serves a picture of that name that is no stand-in."""
    entry = manifest().get(name)
    return entry is not None and not entry["drawn"] and _complete(entry)


def served(name: str) -> str:
    """Return the hash of what the site serves under a name; empty if it serves nothing."""
    return manifest().get(name, {}).get("source", "")


def manifest() -> dict[str, Entry]:
    """Return the entries of the manifest by name."""
    return json.loads(paths.MANIFEST.read_text(encoding="utf-8")) if paths.MANIFEST.exists() else {}


def _fingerprint(source: bytes) -> str:
    return hashlib.sha256(RECIPE.encode() + source).hexdigest()[:16]


def _average(image: Image.Image) -> str:
    """Return the average colour of what is opaque."""
    small = image.convert("RGBA").resize((32, 32), Image.Resampling.BOX)
    pixels = [small.getpixel((x, y)) for x in range(32) for y in range(32)]
    weight = sum(pixel[3] for pixel in pixels) or 1
    red, green, blue = (round(sum(pixel[band] * pixel[3] for pixel in pixels) / weight) for band in range(3))
    return f"#{red:02X}{green:02X}{blue:02X}"


def _widths(kind: str, native: int) -> Iterator[int]:
    """Yield the widths of one format, never above the master; a master of another width is also kept whole."""
    fitting = [width for width in WIDTHS[kind] if width <= native]
    if not fitting or (kind != "jpeg" and fitting[-1] * 1.1 < native < WIDTHS[kind][-1]):
        fitting.append(native)
    yield from fitting


def _encode(image: Image.Image, kind: str, quality: Quality) -> bytes:
    buffer = io.BytesIO()
    if kind == "avif":
        image.save(buffer, "AVIF", quality=quality.avif, speed=quality.speed, max_threads=1)
    elif kind == "webp":
        image.save(buffer, "WEBP", quality=quality.webp, alpha_quality=70, method=4)
    else:
        paper = Image.new("RGBA", image.size, (*PAPER, 255))
        flat = Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB")
        flat.save(buffer, "JPEG", quality=quality.jpeg, progressive=True, optimize=True)
    return buffer.getvalue()


def _store(name: str, width: int, kind: str, data: bytes) -> list[Any]:
    """Write one file under a name that changes with its content; return its line of the manifest."""
    digest = hashlib.sha256(data).hexdigest()
    for length in (8, 16):
        path = paths.PICTURES / f"{name}-{width}.{digest[:length]}.{'jpg' if kind == 'jpeg' else kind}"
        if not path.exists() or path.read_bytes() == data:
            break  # else a person has put something else there, which stays
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return [width, f"/{path.relative_to(paths.ASSETS).as_posix()}", len(data)]


def imported(name: str) -> bool:
    """Whether a person gave this picture (`importing`), so that nothing may be drawn or rendered in its place."""
    return bool(manifest().get(name, {}).get("imported"))


def derive(name: str, master: Path) -> Entry:
    """Write all files of one picture and return its entry of the manifest."""
    with Image.open(master) as image:
        return derived(name, image, master.read_bytes(), drawn=paths.DRAWN in master.parents)


def derived(name: str, image: Image.Image, source: bytes, *, drawn: bool = False) -> Entry:
    """Write all files of one picture and return its entry of the manifest.

    Args:
        name: of the picture.
        image: its pixels.
        source: bytes of the file that it was read from.
        drawn: whether it stands in for a picture that is missing.
    """
    alpha = "A" in image.getbands() and image.getchannel("A").getextrema()[0] < 255
    image = image.convert("RGBA" if alpha else "RGB")
    formats: dict[str, list[list[Any]]] = {}
    for kind in WIDTHS:
        for width in _widths(kind, image.width):
            height = round(image.height * width / image.width)
            scaled = image if width == image.width else image.resize((width, height), Image.Resampling.LANCZOS)
            quality = DRAWING if drawn else LARGE if width >= 1280 else PHOTOGRAPH
            formats.setdefault(kind, []).append(_store(name, width, kind, _encode(scaled, kind, quality)))
    return {
        "width": image.width,
        "height": image.height,
        "colour": _average(image),
        "alpha": alpha,
        "drawn": drawn,
        "source": _fingerprint(source),
        "formats": formats,
    }


def sweep(before: dict[str, Entry], after: dict[str, Entry]) -> None:
    """Remove the files that only entries of an earlier manifest name; what a person put there is never touched."""
    for address in _files(before) - _files(after):
        path = paths.ASSETS / address[1:]
        if path.is_file() and _made(path):
            path.unlink()


def _made(path: Path) -> bool:
    """Whether a file is what was written under its name, which holds the hash of its content."""
    digest = path.name.split(".")[-2]
    return hashlib.sha256(path.read_bytes()).hexdigest().startswith(digest)


def persons_files(entries: dict[str, Entry]) -> list[str]:
    """Return a sentence for each file in the folder of pictures that a person put there; all of them are kept."""
    listed = {paths.ASSETS / address[1:] for address in _files(entries)}
    files = sorted(path for path in paths.PICTURES.rglob("*") if path.is_file() and not path.name.startswith("."))
    return [
        f"{path.relative_to(paths.ASSETS.parent).as_posix()}: "
        + ("changed by a person and kept" if path in listed else "put here by a person and kept; no page shows it")
        + "; `make pictures` takes it from beside its text (art/README.md)"
        for path in files
        if path not in listed or not _made(path)
    ]


def unasked(entries: dict[str, Entry]) -> list[str]:
    """Return the names of imported pictures that the content does not ask for any more; they are kept."""
    asked = set(_asked())
    return [name for name, entry in entries.items() if entry.get("imported") and name not in asked]


def _files(entries: dict[str, Entry]) -> set[str]:
    return {path for entry in entries.values() for files in entry["formats"].values() for _, path, _ in files}


def _complete(entry: Entry | None) -> bool:
    """Whether every file of an entry still stands where the manifest says."""
    if entry is None:
        return False
    return all((paths.ASSETS / path[1:]).exists() for files in entry["formats"].values() for _, path, _ in files)


def derive_all(names: Iterable[str] | None = None, report: Callable[[str], None] = print) -> dict[str, Entry]:
    """Derive what is missing or changed, drop what was made and nobody names, write the manifest and return it.

    What was imported stays as it is, named or not.
    """
    before = manifest()
    entries = dict(before)
    asked = _asked()
    chosen = set(asked if names is None else names)
    stale: dict[str, Path] = {}
    for name in asked:
        master, entry = master_of(name), entries.get(name)
        if master is None or name not in chosen or imported(name):
            continue
        if entry is None or entry["source"] != _fingerprint(master.read_bytes()) or not _complete(entry):
            stale[name] = master
    # Not forked: after a render this process holds Blender and its threads.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done, (name, entry) in enumerate(zip(stale, pool.map(derive, stale, stale.values()), strict=True), 1):
            entries[name] = entry
            report(f"{done}/{len(stale)} derived {name}{' (drawn)' if entry['drawn'] else ''}")
    ordered = {name: entries[name] for name in asked if name in entries}
    entries = ordered | {name: entry for name, entry in entries.items() if entry.get("imported")}
    sweep(before, entries)
    write(entries)
    return entries


def _asked() -> list[str]:
    """Return the names of the pictures that content and packs ask for."""
    return [item.name for item in wanted()]


def write(entries: dict[str, Entry]) -> None:
    """Write the manifest, one picture a line, so that changes can be read."""
    lines = [f"{json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}" for name, entry in entries.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    # Whoever reads it meanwhile, such as a build, would find half of it.
    if not paths.MANIFEST.exists() or paths.MANIFEST.read_text("utf-8") != text:
        paths.MANIFEST.write_text(text, "utf-8")


def summary(entries: dict[str, Entry]) -> str:
    """Say how much there is, and what is missing or still a drawing."""
    total = sum(size for entry in entries.values() for files in entry["formats"].values() for *_, size in files)
    drawn = [name for name, entry in entries.items() if entry["drawn"]]
    missing = [name for name in _asked() if name not in entries]
    lines = [f"{len(entries)} pictures, {total / 1e6:.1f} MB; {len(drawn)} drawn, {len(missing)} missing"]
    lines += [f"  drawn    {name}" for name in drawn] + [f"  missing  {name}" for name in missing]
    lines += [f"  kept     {name}: imported, though the content has nothing of this name" for name in unasked(entries)]
    lines += [f"  kept     {sentence}" for sentence in persons_files(entries)]
    return "\n".join(lines)
