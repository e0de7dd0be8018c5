"""Folders of pictures that tests may write into."""

import shutil
from pathlib import Path

import pytest
from PIL import Image

from art import paths


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let pictures be written into an empty folder, without manifest and record; return the folder of assets."""
    assets = tmp_path / "assets"
    (assets / "pictures").mkdir(parents=True)
    monkeypatch.setattr(paths, "RECORD", tmp_path / "rendered.json")
    monkeypatch.setattr(paths, "MANIFEST", tmp_path / "pictures.json")
    monkeypatch.setattr(paths, "ASSETS", assets)
    monkeypatch.setattr(paths, "PICTURES", assets / "pictures")
    return assets


@pytest.fixture
def served(empty: Path) -> Path:
    """Let pictures be written into an empty folder, beside copies of manifest and record; return the folder of assets."""
    root = Path(__file__).resolve().parents[2]
    shutil.copy(root / "art" / "rendered.json", paths.RECORD)
    shutil.copy(root / "starbond_site" / "content" / "pictures.json", paths.MANIFEST)
    return empty


def photograph(file: Path, size: tuple[int, int] = (1600, 1200), mode: str = "RGB") -> Path:
    """Write a picture, in the format of the file's ending, and return the file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.linear_gradient("L").resize(size).convert(mode).save(file)
    return file
