"""Folders of pictures that tests may write into."""

from pathlib import Path

import pytest
from PIL import Image

from art import paths

ANOTHER_COMPANY = Path(__file__).parent / "another_company"
"""Content of a made-up company with two brands and one language, and without packs."""


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let pictures of another company be written into an empty folder; return its assets. Nothing of this company is there."""
    assets = tmp_path / "assets"
    (assets / "pictures").mkdir(parents=True)
    monkeypatch.setattr(paths, "CONTENT", ANOTHER_COMPANY)
    monkeypatch.setattr(paths, "PLAN", tmp_path / "none.toml")
    monkeypatch.setattr(paths, "RECORD", tmp_path / "rendered.json")
    monkeypatch.setattr(paths, "MANIFEST", tmp_path / "pictures.json")
    monkeypatch.setattr(paths, "ASSETS", assets)
    monkeypatch.setattr(paths, "PICTURES", assets / "pictures")
    return assets


def photograph(file: Path, size: tuple[int, int] = (320, 240), mode: str = "RGB") -> Path:
    """Write a picture, in the format of the file's ending, and return the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.linear_gradient("L").resize(size).convert(mode).save(file)
    return file
