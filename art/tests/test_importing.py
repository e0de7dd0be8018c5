"""Photographs of people become the site's pictures, and nothing of theirs is lost."""

from pathlib import Path

import pytest
from PIL import Image

from art import derive, importing, names, placing, record
from art.tests.conftest import photograph


def product() -> tuple[str, list[str]]:
    """Return a product with several sizes: its folder, and the names of the fronts of its packs."""
    fronts = [item.name for item in names.wanted() if item.name.endswith("-front")]
    folders = [front.rpartition("/")[0] for front in fronts]
    folder = next(folder for folder in folders if folders.count(folder) > 1)
    return folder, [front for front in fronts if front.startswith(f"{folder}/")]


def test_one_photograph_serves_every_size(served: Path, tmp_path: Path) -> None:
    folder, fronts = product()
    photograph(tmp_path / "photos" / f"{folder}.jpg")
    assert importing.import_folder(tmp_path / "photos").imported == fronts
    entries = derive.manifest()
    for name in fronts:
        assert entries[name]["imported"]
        assert entries[name]["width"] / entries[name]["height"] == pytest.approx(1920 / 1480, abs=0.01)
        files = [path for files in entries[name]["formats"].values() for _, path, _ in files]
        assert files
        assert all((served / path[1:]).is_file() for path in files)
    assert set(entries[fronts[0]]["formats"]) == {"avif", "webp", "jpeg"}


def test_a_file_that_is_no_picture_is_said(served: Path, tmp_path: Path) -> None:
    brand = next(item.name for item in names.wanted() if item.name.startswith("brands/"))
    file = tmp_path / "photos" / f"{brand}.jpg"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"no picture")
    report = importing.import_folder(tmp_path / "photos")
    assert not report.imported
    (mistake,) = report.mistakes
    assert mistake.startswith(f"{brand}.jpg: ")
    assert "this file cannot be read as a picture" in mistake


def test_two_files_of_one_name_are_said(served: Path, tmp_path: Path) -> None:
    folder, _ = product()
    photograph(tmp_path / "photos" / f"{folder}.jpg")
    photograph(tmp_path / "photos" / f"{folder}.png")
    assert "both" in importing.import_folder(tmp_path / "photos").mistakes[0]


def test_what_the_camera_knows_is_not_published(served: Path, tmp_path: Path) -> None:
    """A photograph is turned as its camera says, and place and device are left out (EXIF 3.0)."""
    folder, fronts = product()
    file = tmp_path / "photos" / f"{folder}.jpg"
    file.parent.mkdir(parents=True)
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A camera of somebody"
    Image.new("RGB", (300, 400), "red").save(file, exif=exif)
    importing.import_folder(tmp_path / "photos")
    for files in derive.manifest()[fronts[0]]["formats"].values():
        for _, path, _ in files:
            assert b"A camera of somebody" not in (served / path[1:]).read_bytes()


def test_nothing_of_a_person_is_deleted(served: Path, tmp_path: Path) -> None:
    folder, _ = product()
    own = photograph(served / "pictures" / "products" / "my-own.jpg")
    file = photograph(tmp_path / "photos" / f"{folder}.jpg")
    importing.import_folder(tmp_path / "photos")
    given = photograph(file, (140, 100)).read_bytes()
    importing.import_folder(tmp_path / "photos")
    assert own.is_file()
    assert file.read_bytes() == given
    entries = derive.manifest().values()
    listed = {served / path[1:] for entry in entries for files in entry["formats"].values() for _, path, _ in files}
    written = {path for path in (served / "pictures").rglob("*") if path.is_file()} - {own}
    assert written <= listed, "files of an earlier import are left behind"


def test_what_was_imported_is_not_rendered_over(served: Path, tmp_path: Path) -> None:
    folder, fronts = product()
    photograph(tmp_path / "photos" / f"{folder}.jpg")
    assert not record.fresh(fronts[0], "another fingerprint", (fronts[0],))
    importing.import_folder(tmp_path / "photos")
    assert record.fresh(fronts[0], "another fingerprint", (fronts[0],))


def test_a_preview_has_the_path_of_its_page() -> None:
    """The site asks for the same names: ``tests/unit/test_design.py``."""
    for path, name in [
        ("/", "home"),
        ("/Bod", "bod"),
        ("/about-us", "about-us"),
        ("/products/super-glue", "products/super-glue"),
        ("/investors/2026/Half-Year", "investors/2026/half-year"),
    ]:
        assert placing.preview_name(path) == name, (path, name)
