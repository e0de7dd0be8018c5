"""Content that a test may spoil, and the mistakes that reading then finds."""

import re
from pathlib import Path
from typing import Any

import pytest

from starbond_site import content
from starbond_site.content import FOLDER, ContentError, Language, Site, load
from starbond_site.content.models import SHIPPED

DECLARED = re.findall(r"(?m)^languages = .*$", (FOLDER / "company.toml").read_text("utf-8"))[0]
"""The line with the languages of the site."""
IN_BOTH = pytest.mark.skipif(not {*content.LANGUAGES} <= {*SHIPPED}, reason="content in further languages")
"""Of tests that take languages away: texts in a further one would have to be taken away, too."""


class Copy:
    """The content of the site in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before: dict[Path, str] = {}

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        self.before.setdefault(self.folder / name, self.read(name))
        (self.folder / name).write_text(text, "utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Change the first place of a file; ``old`` has to stand there, or the test would prove nothing."""
        text = self.read(name)
        assert old in text, f"{name} no longer holds {old!r}"
        self.write(name, text.replace(old, new, 1))

    def remove(self, name: str) -> None:
        self.write(name, self.read(name))
        (self.folder / name).unlink()

    def without_page(self, path: str) -> None:
        first, *pages = self.read("pages.toml").split("[[pages]]\n")
        kept = [page for page in pages if f'path = "{path}"\n' not in page]
        self.write("pages.toml", "[[pages]]\n".join([first, *kept]))

    def restore(self) -> None:
        for file, text in self.before.items():
            file.write_text(text, "utf-8")
        self.before.clear()

    def mistake(self, language: Language = "en") -> ContentError:
        with pytest.raises(ContentError) as caught:
            load(self.folder, language)
        return caught.value

    def sentences(self) -> list[str]:
        """Return every mistake that reading finds; none where the content is complete."""
        try:
            load(self.folder, "en")
        except ContentError as mistakes:
            return [str(mistake) for mistake in mistakes.all]
        return []


def without(site: Site, *paths: str) -> Site:
    return changed(site, pages=tuple(page for page in site.pages if page.path not in paths))


def changed(site: Site, **fields: Any) -> Site:  # noqa: ANN401
    return site.model_copy(update=fields)
