"""Content that a test may spoil, and the mistake that reading then finds."""

from pathlib import Path

import pytest

from starbond_site.content import ContentError, Language, load


class Copy:
    """The content of the site in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def replace(self, name: str, old: str, new: str) -> None:
        """Change the first place of a file; ``old`` has to stand there, or the test would prove nothing."""
        file = self.folder / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} no longer holds {old!r}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def mistake(self, language: Language = "en") -> ContentError:
        """Return the mistake that reading finds."""
        with pytest.raises(ContentError) as caught:
            load(self.folder, language)
        return caught.value
