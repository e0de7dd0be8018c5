"""Nothing that a person put somewhere is deleted or overwritten without a word."""

import hashlib
from pathlib import Path

import pytest

from art import derive, importing, made, names, paths
from art.tests.conftest import photograph


def a_person() -> str:
    return next(item.name for item in names.wanted() if item.kind == "person")


def files_of(name: str) -> list[Path]:
    entry = derive.manifest()[name]
    return [paths.ASSETS / path[1:] for files in entry["formats"].values() for _, path, _ in files]


def test_what_was_made_is_made_again_and_what_a_person_put_there_is_not(served: Path) -> None:
    mark = served / "marks" / "company.svg"
    assert made.put(mark, b"<svg>1</svg>")
    assert made.put(mark, b"<svg>2</svg>")
    mark.write_bytes(b"<svg>a person's</svg>")
    assert not made.put(mark, b"<svg>3</svg>")
    assert mark.read_bytes() == b"<svg>a person's</svg>"
    assert "assets/marks/company.svg: kept, since a person put it there" in made.kept(mark)
    mark.unlink()
    assert made.put(mark, b"made")
    assert made.put(mark, b"imported", imported=True)
    assert not made.put(mark, b"made again")
    assert made.put(mark, b"imported again", imported=True)
    assert mark.read_bytes() == b"imported again"
    file = photograph(served / "social" / "about.jpg")
    assert (made.state(file), made.put(file, b"made")) == ("own", False)


def test_an_import_asks_before_it_replaces_a_mark(served: Path, tmp_path: Path) -> None:
    own = photograph(served / "marks" / "x.png", (64, 64), "RGBA").rename(served / "marks" / "company.svg")
    before = own.read_bytes()
    photograph(tmp_path / "photos" / "marks" / "company.png", (300, 300), "RGBA")
    report = importing.import_folder(tmp_path / "photos")
    assert own.read_bytes() == before
    assert any("assets/marks/company.svg" in sentence and "--replace" in sentence for sentence in report.kept)
    importing.import_folder(tmp_path / "photos", replace=True)
    assert own.read_bytes() != before


def test_a_changed_picture_outlives_the_next_import(served: Path, tmp_path: Path) -> None:
    name = a_person()
    photograph(tmp_path / "photos" / f"{name}.jpg")
    importing.import_folder(tmp_path / "photos")
    changed = files_of(name)[0]
    changed.write_bytes(b"a person's own bytes")
    photograph(tmp_path / "photos" / f"{name}.jpg", (150, 150))
    report = importing.import_folder(tmp_path / "photos")
    assert changed.read_bytes() == b"a person's own bytes"
    assert any(changed.name in sentence for sentence in report.kept)
    assert all(
        hashlib.sha256(file.read_bytes()).hexdigest().startswith(file.name.split(".")[-2]) for file in files_of(name)
    )


def test_deriving_keeps_photographs_in_the_folder_of_pictures(served: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = photograph(served / "pictures" / "products" / "my-photograph.jpg")
    entries = derive.derive_all()
    assert own.is_file()
    assert "assets/pictures/products/my-photograph.jpg: put here by a person and kept" in derive.summary(entries)


def test_deriving_keeps_what_was_imported_and_is_not_named_any_more(served: Path, tmp_path: Path) -> None:
    name = a_person()
    photograph(tmp_path / "photos" / f"{name}.jpg")
    importing.import_folder(tmp_path / "photos")
    entries = derive.manifest()
    entries["people/somebody-who-left"] = entries.pop(name)
    derive.write(entries)
    kept = derive.derive_all()
    assert "people/somebody-who-left" in kept
    assert all(file.is_file() for file in files_of("people/somebody-who-left"))
    assert "people/somebody-who-left: imported" in derive.summary(kept)
