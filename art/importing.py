"""``python -m art import FOLDER``: makes photographs and drawings of people the pictures that the site serves.

A file is named as what it shows, in a folder named as the content it belongs to (art/README.md has the table):
``products/super-glue.jpg``, ``people/ID.png``, ``marks/company.svg``, ``social/about.jpg``. It needs Pillow, and resvg for
SVG; no Blender, no model. Files are read and never changed; what was imported is not rendered over, and what a person put
into ``assets/`` is not replaced without ``--replace``.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from art import derive, made, paths, placing
from art.content import front_matter, optional_toml, product_tables
from art.names import shape_of, wanted
from art.reading import OTHERS, TYPES, fitted, opened
from art.vectors import PictureError, has_words, safe

NARROW = 800
"""Pixels of width below which a picture is blurred on the screens that show it largest."""
SHOWN = 12
"""So many names are listed in the sentence about a file that fits nothing."""
FOLDERS = (
    "products",
    "brands",
    "slides",
    "people",
    "letters",
    "pages",
    "news",
    "banners",
    "drawings",
    "marks",
    "social",
)


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
    """Names for which a placeholder stands."""
    kept: list[str] = field(default_factory=list)
    """A sentence for each file in ``assets/`` that a person put there."""


Names = dict[str, tuple[str, ...]]
"""Pictures that a file becomes, by its name without ending."""


def import_folder(folder: Path, content: Path | None = None, *, replace: bool = False) -> Report:
    """Import every picture of a folder; a mistake in one file does not stop the others.

    Args:
        folder: with the folders ``products``, ``people`` and so on.
        content: of the site, which says what pictures there are.
        replace: whether marks, icons and previews that a person put into ``assets/`` may be replaced.
    """
    content = content or paths.CONTENT
    exact = {name: (name,) for name in (*(item.name for item in wanted(content)), *_fixed(content))}
    exact |= {name.removesuffix("-front"): (name,) for name in exact if name.endswith("-front")}
    wide, report = dict(_wide(content)), Report()
    found = dict(_found(folder, exact.keys() | wide.keys(), report))
    own = {name for asked in found for name in exact.get(asked, ())}
    before = derive.manifest()
    entries = dict(before)
    for asked, file in found.items():
        shared = (name for name in wide.get(asked, ()) if name == asked or name not in own)
        names = tuple(shared) if asked in wide else exact[asked]
        try:
            _import(asked, file, names, entries, report, replace=replace)
        except PictureError as mistake:
            report.mistakes.append(f"{file.relative_to(folder).as_posix()}: {mistake}")
    for name, entry in entries.items():
        if name in before and before[name]["source"] != entry["source"]:
            report.notes.append(f"{name}: in place of the picture that was there")
    derive.sweep(before, entries)
    derive.write(entries)
    report.missing = [item.name for item in wanted(content) if item.name not in entries]
    report.kept += derive.persons_files(entries)
    return report


def _fixed(content: Path) -> Iterator[str]:
    """Yield the names of marks, icons and previews."""
    brands = (brand["id"] for brand in optional_toml(content / "brands.toml").get("brands", ()))
    yield from (f"marks/{name}" for name in ("company", "company-dark", "icon", *brands))
    yield from (f"social/{placing.preview_name(path)}" for path in _paths(content))


def _paths(content: Path) -> dict[str, None]:
    """Return the paths of all pages that the content names."""
    files = (("pages.toml", "pages"), ("investors.toml", "pages"))
    entries = [entry for file, key in files for entry in optional_toml(content / file).get(key, ())]
    entries += [*front_matter(content / "letters"), *front_matter(content / "pages"), *product_tables(content)]
    return dict.fromkeys(["/", *(entry["path"] for entry in entries if "path" in entry)])


def _wide(content: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the files that stand for several pictures, or for one of another name, unless that has its own file."""
    for product in product_tables(content):
        folder = f"products/{product['id']}"
        yield folder, tuple(f"{folder}/{size['id']}-front" for size in product["sizes"])
    for letter in front_matter(content / "letters"):
        if "person" in letter:
            yield f"letters/{letter['id']}", (f"people/{letter['person']}",)
    yield "marks/company", ("marks/company", "marks/company-dark", "marks/icon")
    yield "social/every-page", tuple(f"social/{placing.preview_name(path)}" for path in _paths(content))


def _found(folder: Path, known: set[str], report: Report) -> Iterator[tuple[str, Path]]:
    """Yield the files that fit something, each by its name without ending; say of the others what would fit."""
    seen: dict[str, Path] = {}
    for file in sorted(file for file in folder.rglob("*") if file.is_file() and not file.name.startswith(".")):
        place, ending = file.relative_to(folder), file.suffix.lower()
        asked = _asked(place.with_suffix("").as_posix(), known)
        sentence = ""
        if ending in OTHERS:
            sentence = f"{ending[1:].upper()} is not read; save it as JPEG, PNG or SVG"
        elif ending not in TYPES:
            continue
        elif asked not in known:
            sentence = _fits_nothing(asked, known)
        elif other := seen.get(asked.removesuffix("-front")):
            sentence = f"{other.name} and {file.name} are both {asked}: remove one"
        if sentence:
            report.mistakes.append(f"{place.as_posix()}: {sentence}")
        else:
            seen[asked.removesuffix("-front")] = file
            yield asked, file


def _asked(name: str, known: set[str]) -> str:
    """Return the name that a file has in the content: capitals, spaces and underscores are forgiven."""
    plain = "-".join(name.replace("_", " ").lower().split())
    return name if name in known else {entry.lower(): entry for entry in known}.get(plain, name)


def _fits_nothing(asked: str, known: set[str]) -> str:
    folder = asked.partition("/")[0]
    if folder == asked or folder not in FOLDERS:
        return f"pictures stand in the folders {', '.join(FOLDERS)}; this one fits none"
    if near := difflib.get_close_matches(asked, known, 1, 0.75):
        return f"the content has nothing of this name; is it {near[0]}?"
    names = sorted(name.partition("/")[2] for name in known if name.startswith(f"{folder}/"))
    if folder == "products":
        names = [name for name in names if "/" not in name]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"the content has nothing of this name; {folder}/ takes {', '.join(names[:SHOWN]) or 'nothing'}{more}"


def _import(
    asked: str, file: Path, names: tuple[str, ...], entries: dict[str, derive.Entry], report: Report, *, replace: bool
) -> None:
    """Write the files of the pictures that one file becomes."""
    if file.suffix.lower() == ".svg" and has_words(safe(file.read_bytes())):
        report.notes.append(f"{asked}: words in an SVG look different on other machines; convert them to paths")
    if asked.startswith(("marks/", "social/")):
        for name in names:
            _place(asked, name, file, report, replace=replace)
        return
    if not names:
        report.notes.append(f"{asked}: not needed, since each picture that it stands for has a file of its own")
        return
    entry = _derived(names[0], asked if len(names) > 1 else names[0], file, report)
    for name in names:
        entries[name] = entry
        report.imported.append(name)


def _place(asked: str, name: str, file: Path, report: Report, *, replace: bool) -> None:
    """Write the files of a mark, of the icons or of a preview."""
    folder, _, rest = name.partition("/")
    if folder == "social":
        files = placing.preview(opened(file), rest)
    else:
        files = placing.icons(file) if rest == "icon" else placing.mark(file, rest)
    for path, data in files.items():
        before = made.state(path)
        if not made.put(path, data, imported=True, replace=replace):
            report.kept.append(f"{made.kept(path)}, to have this one instead, import with --replace")
            continue
        if before == "made":
            report.notes.append(
                f"assets/{path.relative_to(paths.ASSETS).as_posix()}: in place of the one that was made"
            )
        if name not in report.imported:
            report.imported.append(name)
    if asked == "marks/company" and name == "marks/company-dark":
        report.notes.append(f"{name}: the same as {asked}; a light one can be read better on dark pages")


def _derived(name: str, asked: str, file: Path, report: Report) -> derive.Entry:
    """Write the files of a picture and return its entry of the manifest."""
    image, shape = opened(file), shape_of(name)
    if image.width < NARROW:
        report.notes.append(f"{asked}: {image.width} px wide; {shape[0]} px look sharp everywhere")
    whole = name.startswith(("products/", "drawings/")) and not name.endswith("/use")
    if abs(image.width / image.height - shape[0] / shape[1]) > 0.01 and not whole:
        report.notes.append(f"{asked}: cropped from {image.width} x {image.height} to {shape[0]} : {shape[1]}")
    return derive.derived(asked, fitted(image, shape, whole=whole), file.read_bytes()) | {"imported": True}


def summary(report: Report) -> str:
    """Say what was imported, what was not and why, what was kept, and what is missing."""
    lines = [f"{len(report.imported)} pictures imported, {len(report.mistakes)} files refused"]
    lines += [f"  imported {name}" for name in report.imported]
    lines += [f"  note     {note}" for note in report.notes]
    lines += [f"  refused  {mistake}" for mistake in report.mistakes]
    lines += [f"  kept     {sentence}" for sentence in report.kept]
    lines += [f"  missing  {name} (a placeholder stands for it)" for name in report.missing]
    return "\n".join(lines)
