"""``python -m art import FOLDER``: makes photographs and drawings of people the pictures that the site serves.

A file is named as what it shows, with the folder of the content it belongs to: ``products/super-glue.jpg`` for every
size of a product, ``products/super-glue/2-gm.jpg`` for one size, ``products/super-glue/use.jpg``, ``people/ID.jpg``,
``news/ID.jpg``, ``brands/ID.png``, ``slides/ID.jpg``, ``slides/ID-portrait.jpg``, ``banners/NAME.jpg``. It needs Pillow,
and resvg for SVG; no Blender, no model. Files are read and never changed; pictures that were imported are not rendered
over.
"""

import difflib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from art import derive
from art.content import front_matter, read_toml
from art.paths import CONTENT
from art.shapes import SHAPES

TYPES = (".jpg", ".jpeg", ".png", ".webp", ".avif", ".svg")
NARROW = 800
"""Pixels of width below which a picture is blurred on the screens that show it largest."""
LARGEST = 60_000_000
"""Pixels of a file; Pillow refuses decompression bombs from about three times as many on."""
SIDES = ("front", "quarter")


@dataclass
class Report:
    """What an import did."""

    imported: list[str] = field(default_factory=list)
    """Names of pictures."""
    mistakes: list[str] = field(default_factory=list)
    """A sentence for each file that was not imported."""
    notes: list[str] = field(default_factory=list)
    """What was cropped, or is small."""
    missing: list[str] = field(default_factory=list)
    """Names for which a plate stands."""


class PictureError(Exception):
    """A file that cannot become a picture, in a sentence."""


UNREADABLE = "this file cannot be read as a picture"
NO_RESVG = "SVG needs resvg-py (art/requirements-import.txt)"


def import_folder(folder: Path, content: Path = CONTENT) -> Report:
    """Import every picture of a folder; a mistake in one file does not stop the others.

    Args:
        folder: with the folders ``products``, ``people`` and so on.
        content: of the site, which says what pictures there are.
    """
    names, report, sources = dict(wanted(content)), Report(), dict[str, Path]()
    before = derive.manifest()
    entries = dict(before)
    for file in sorted(file for file in folder.rglob("*") if file.suffix.lower() in TYPES and file.is_file()):
        asked = file.relative_to(folder).with_suffix("").as_posix()
        try:
            if asked in sources:
                message = f"{sources[asked].name} and {file.name} are both {asked}: remove one"
                raise PictureError(message)
            sources[asked] = file
            entry = _derived(asked, file, names, report)
        except PictureError as mistake:
            report.mistakes.append(f"{file.relative_to(folder).as_posix()}: {mistake}")
            continue
        for name in _stands_for(asked, names, sources):
            if name in before and before[name]["source"] != entry["source"]:
                report.notes.append(f"{name}: in place of the picture that was there")
            entries[name] = entry
            report.imported.append(name)
    derive.sweep(before, entries)
    derive.write(entries)
    report.missing = [name for name in dict.fromkeys(names.values()) if name not in entries]
    return report


def wanted(content: Path = CONTENT) -> Iterator[tuple[str, str]]:
    """Yield the name of a file without its ending, and that of the picture that it becomes."""
    for file in sorted((content / "products").glob("*.toml")):
        product = read_toml(file)
        folder = f"products/{product['id']}"
        for size in product["sizes"]:
            yield f"{folder}/{size['id']}", f"{folder}/{size['id']}-front"
            yield from ((f"{folder}/{size['id']}-{side}", f"{folder}/{size['id']}-{side}") for side in SIDES)
        yield from ((f"{folder}/{view}", f"{folder}/{view}") for view in ("family", "use"))
    for slide in read_toml(content / "slides.toml")["slides"]:
        yield from ((f"slides/{slide['id']}{crop}", f"slides/{slide['id']}{crop}") for crop in ("", "-portrait"))
    people, pages = read_toml(content / "people.toml"), read_toml(content / "investors.toml")["pages"]
    entries = {
        "brands": [brand["id"] for brand in read_toml(content / "brands.toml")["brands"]],
        "people": [person["id"] for person in (*people["directors"], *people["managers"])],
        "news": [item["id"] for item in front_matter(content / "news")],
        "banners": [page["banner"] for page in pages],
    }
    for folder, ids in entries.items():
        yield from ((f"{folder}/{id}", f"{folder}/{id}") for id in dict.fromkeys(ids))


def _stands_for(asked: str, names: dict[str, str], sources: dict[str, Path]) -> list[str]:
    """Return the pictures that a file becomes: one, or the front of each size that has no file of its own."""
    if asked in names:
        return [names[asked]]
    fronts = [(short, name) for short, name in names.items() if name == f"{short}-front" and _folder(short) == asked]
    return [name for short, name in fronts if not {short, name} & sources.keys()]


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def _derived(asked: str, file: Path, names: dict[str, str], report: Report) -> derive.Entry:
    """Write the files of a picture and return its entry of the manifest."""
    known = names.keys() | {_folder(name) for name in names if name.startswith("products/")}
    if asked not in known:
        near = difflib.get_close_matches(asked, known, 1)
        message = "the content has nothing of this name" + (f"; is it {near[0]}?" if near else "")
        raise PictureError(message)
    image, shape = _opened(file), SHAPES["portrait" if asked.endswith("-portrait") else asked.partition("/")[0]]
    if image.width < NARROW and file.suffix.lower() != ".svg":
        report.notes.append(f"{asked}: {image.width} px wide; {shape[0]} px look sharp everywhere")
    fitted = _fitted(image, shape, whole=asked.startswith("products/") and not asked.endswith("/use"))
    if abs(image.width / image.height - shape[0] / shape[1]) > 0.01 and not asked.startswith("products/"):
        report.notes.append(f"{asked}: cropped from {image.width} x {image.height} to {shape[0]} : {shape[1]}")
    return derive.derived(asked, fitted, file.read_bytes()) | {"imported": True}


def _opened(file: Path) -> Image.Image:
    """Return the pixels of a file, turned as its camera says, without anything else that it holds."""
    if file.suffix.lower() == ".svg":
        return _vector(file)
    try:
        with Image.open(file) as image:
            if image.width * image.height > LARGEST:
                message = f"{image.width} x {image.height} pixels are too many; a width of 4,000 is plenty"
                raise PictureError(message)
            turned = ImageOps.exif_transpose(image)
            has_alpha = "A" in turned.getbands() or "transparency" in turned.info
            return turned.convert("RGBA" if has_alpha else "RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as problem:
        raise PictureError(UNREADABLE) from problem


def _vector(file: Path) -> Image.Image:
    try:
        import resvg_py
    except ModuleNotFoundError as problem:
        raise PictureError(NO_RESVG) from problem
    try:
        data = resvg_py.svg_to_bytes(svg_path=str(file), width=1920)
        return Image.open(io.BytesIO(bytes(data))).convert("RGBA")
    except Exception as problem:  # resvg raises what its library raises, without a class of its own
        raise PictureError(UNREADABLE) from problem


def _fitted(image: Image.Image, shape: tuple[int, int], *, whole: bool) -> Image.Image:
    """Return a picture in the proportions of its place, never enlarged.

    Packs are shown whole, with room around them in the colour of their corner; everything else is cropped to its middle.
    """
    width = min(image.width, shape[0])
    if not whole:
        return ImageOps.fit(image, (width, round(width * shape[1] / shape[0])), Image.Resampling.LANCZOS)
    width = min(shape[0], max(image.width, round(image.height * shape[0] / shape[1])))
    size = (width, round(width * shape[1] / shape[0]))
    corner = image.getpixel((0, 0)) if image.mode == "RGB" else (0, 0, 0, 0)
    return ImageOps.pad(ImageOps.contain(image, size), size, Image.Resampling.LANCZOS, color=corner)


def summary(report: Report) -> str:
    """Say what was imported, what was not and why, and what is missing."""
    lines = [f"{len(report.imported)} pictures imported, {len(report.mistakes)} files refused"]
    lines += [f"  imported {name}" for name in report.imported]
    lines += [f"  note     {note}" for note in report.notes]
    lines += [f"  refused  {mistake}" for mistake in report.mistakes]
    lines += [f"  missing  {name} (a plate stands for it)" for name in report.missing]
    return "\n".join(lines)
