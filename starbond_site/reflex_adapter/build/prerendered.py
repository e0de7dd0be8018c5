"""The prerendered pages of a finished build, and the way to change their HTML."""

from collections.abc import Callable, Iterator
from pathlib import Path

from starbond_site.content.models import LANGUAGES, Language

DEFAULT_LANGUAGE: Language = "en"


class BuildError(RuntimeError):
    """What Reflex or Vite wrote is not what a step of this package expects; it must be looked at after an upgrade."""


def html_files(static_dir: Path) -> Iterator[Path]:
    """Yield every HTML file of the build."""
    yield from sorted(static_dir.rglob("*.html"))


def language_of(file: Path, static_dir: Path) -> Language:
    """Return the language of a page from where it lies: ``bn.html`` and everything in ``bn/`` is Bangla."""
    first = file.relative_to(static_dir).parts[0].removesuffix(".html")
    for language in LANGUAGES:
        if language == first:
            return language
    return DEFAULT_LANGUAGE


def rewrite(static_dir: Path, change: Callable[[str, Path], str]) -> None:
    """Pass the HTML of every page and its file through ``change``, and write what differs."""
    for file in html_files(static_dir):
        before = file.read_text("utf-8")
        after = change(before, file)
        if after != before:
            file.write_text(after, "utf-8")


def replace_once(text: str, old: str, new: str, where: str) -> str:
    """Replace the one occurrence of ``old``.

    Raises:
        BuildError: there is none, or more than one.

    """
    if (found := text.count(old)) != 1:
        message = f"{where}: expected once, found {found} times: {old}"
        raise BuildError(message)
    return text.replace(old, new)
