"""The steps of ``python -m art``, in their order."""

import argparse
import importlib
from collections.abc import Callable, Sequence

from art import derive


def sketches() -> None:
    """Draw a placeholder for every picture without a render."""
    from art.sketches.draw import draw_missing

    print(f"{len(draw_missing())} placeholders drawn")


def render() -> None:
    """Render packs, pictures in use and scenes that are missing or changed."""
    # Blender takes seconds to load, and the other steps do without it.
    from art import packshots
    from art.scenes import pictures

    print(f"{packshots.render() + pictures.render()} pictures rendered")


def derivatives() -> None:
    """Derive the served files and print what is missing."""
    print(derive.summary(derive.derive_all()))


def compose() -> None:
    """Compose the pictures that need no render of their own."""
    from art import composed, shelves

    composed.write()
    shelves.write()


def previews() -> None:
    """Write the preview of every page, and remove what an earlier run wrote for a page that is gone."""
    # Not in `social`: a change of its code writes all previews again.
    from art import made, paths, placing, social

    social.write()
    folder = paths.ASSETS / "social"
    pages = {folder / f"{placing.preview_name(page.path)}.jpg" for page in (*social.SITE.pages, *social.SITE.products)}
    for file in {*folder.rglob("*.jpg")} - pages:
        if made.state(file) == "made":
            file.unlink()


def _of(module: str) -> Callable[[], object]:
    """Return the step that a module writes; each loads only what it needs."""
    return lambda: importlib.import_module(f"art.{module}").write()


STEPS: dict[str, Callable[[], object]] = {
    "typefaces": _of("typefaces"),
    "outlines": _of("outlines"),
    "marks": _of("company.marks"),
    "drawings": _of("drawings"),
    "render": render,
    "compose": compose,
    "sketches": sketches,
    "derive": derivatives,
    "social": previews,
    "overviews": _of("overviews"),
}


def run(arguments: Sequence[str]) -> None:
    """Run the steps asked for, in their order; all of them without arguments."""
    parser = argparse.ArgumentParser(prog="art", description=__doc__)
    parser.add_argument("steps", nargs="*", choices=[*STEPS, []], help="which steps (default: all)")
    asked = parser.parse_args(arguments).steps or list(STEPS)
    for name, step in STEPS.items():
        if name in asked:
            step()
