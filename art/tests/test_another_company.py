"""The engine imports the pictures of any company: here of one with two brands and one language, without packs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from art import content, derive, importing, made, names, paths
from art.tests.conftest import ANOTHER_COMPANY, photograph

ROOT = Path(__file__).resolve().parents[2]
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="9" height="9" fill="#204060"/></svg>'


@pytest.fixture
def photos(served: Path) -> Path:
    return served.parent / "photos"


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(file) as image:
        return image.size


def test_a_folder_of_photographs_becomes_the_pictures(photos: Path) -> None:
    photograph(photos / "products" / "Knochenleim.JPG", (320, 240))
    photograph(photos / "products" / "knochenleim" / "5-kg.png", (240, 320), "RGBA")
    photograph(photos / "brands" / "kork.png", (320, 240))
    photograph(photos / "letters" / "brief.jpg", (240, 300))
    photograph(photos / "news" / "neues_werk.jpg", (300, 200))
    report = importing.import_folder(photos, ANOTHER_COMPANY)
    assert report.mistakes == []
    assert set(report.imported) == {
        "products/knochenleim/1-kg-front", "products/knochenleim/5-kg-front",
        "brands/kork", "people/vorstand", "news/neues-werk",
    }  # fmt: skip
    entries = derive.manifest()
    assert set(entries) == set(report.imported)
    assert all(entry["imported"] for entry in entries.values())
    assert entries["products/knochenleim/5-kg-front"]["alpha"]
    assert entries["people/vorstand"]["width"] / entries["people/vorstand"]["height"] == pytest.approx(0.8, abs=0.01)
    assert "brands/holzfest" in report.missing
    for entry in entries.values():
        for files in entry["formats"].values():
            assert all((paths.ASSETS / path[1:]).stat().st_size == size for _, path, size in files)


def test_one_mark_becomes_logo_and_every_icon(photos: Path) -> None:
    photograph(photos / "marks" / "company.png", (400, 200), "RGBA")
    photograph(photos / "marks" / "kork.jpg", (64, 64))
    report = importing.import_folder(photos, ANOTHER_COMPANY)
    assert report.mistakes == []
    for name in ("marks/company.svg", "marks/company-dark.svg", "marks/kork.svg", "favicon.svg"):
        markup = (paths.ASSETS / name).read_text(encoding="utf-8")
        assert markup.startswith("<svg"), name
        assert "data:image/" in markup
    for name, side in {
        "apple-touch-icon.png": 180,
        "icon-192.png": 192,
        "icon-512.png": 512,
        "icon-maskable-512.png": 512,
    }.items():
        assert size_of(paths.ASSETS / name) == (side, side)
    assert size_of(paths.ASSETS / "favicon.ico")[0] <= 48
    assert made.state(paths.ASSETS / "favicon.ico") == "imported"
    assert any("company-dark" in note for note in report.notes)


def test_an_svg_mark_stays_an_svg(photos: Path) -> None:
    pytest.importorskip("resvg_py")
    (photos / "marks").mkdir(parents=True)
    (photos / "marks" / "company.svg").write_text(SQUARE, encoding="utf-8")
    (photos / "marks" / "icon.svg").write_text(SQUARE.replace("204060", "605020"), encoding="utf-8")
    assert importing.import_folder(photos, ANOTHER_COMPANY).mistakes == []
    assert "<rect" in (paths.ASSETS / "marks" / "company.svg").read_text(encoding="utf-8")
    with Image.open(paths.ASSETS / "icon-192.png") as icon:
        assert icon.convert("RGB").getpixel((96, 96)) == (0x60, 0x50, 0x20)


def test_previews_are_those_of_the_pages(photos: Path) -> None:
    photograph(photos / "social" / "every-page.jpg", (900, 600))
    photograph(photos / "social" / "ueber-uns" / "werk.png", (1300, 700))
    assert importing.import_folder(photos, ANOTHER_COMPANY).mistakes == []
    found = {path.relative_to(paths.ASSETS).as_posix(): size_of(path) for path in paths.ASSETS.rglob("social/**/*.jpg")}
    assert set(found) == {f"social/{name}.jpg" for name in ("home", "ueber-uns/werk", "brief", "knochenleim")}
    assert set(found.values()) == {(1200, 630)}


def test_a_file_that_fits_nothing_is_told_what_would(photos: Path) -> None:
    for name, sentences in [
        ("people/vorstnd.jpg", ["is it people/vorstand?"]),
        ("people/xyz.jpg", ["the content has nothing of this name", "people/ takes vorstand"]),
        ("brands/xyz.jpg", ["brands/ takes holzfest, kork"]),
        ("slides/xyz.jpg", ["slides/ takes nothing"]),
        ("photos of us/xyz.jpg", ["folders products, brands", "fits none"]),
        ("xyz.jpg", ["fits none"]),
        ("brands/kork.tif", ["TIF is not read; save it as JPEG, PNG or SVG"]),
    ]:
        photograph(photos / name, (64, 64))
        (mistake,) = importing.import_folder(photos, ANOTHER_COMPANY).mistakes
        assert mistake.startswith(f"{name}: "), (name, sentences)
        for sentence in sentences:
            assert sentence in mistake, (name, sentences)
        (photos / name).unlink()


def test_an_unsafe_mark_is_refused_and_the_others_are_imported(photos: Path) -> None:
    (photos / "marks").mkdir(parents=True)
    (photos / "marks" / "company.svg").write_text(SQUARE.replace("<rect", "<script/><rect"), encoding="utf-8")
    photograph(photos / "marks" / "kork.png", (64, 64))
    report = importing.import_folder(photos, ANOTHER_COMPANY)
    assert [mistake.partition(":")[0] for mistake in report.mistakes] == ["marks/company.svg"]
    assert report.imported == ["marks/kork"]
    assert not (paths.ASSETS / "marks" / "company.svg").exists()


def test_previews_that_nobody_gave_are_written(photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from art import social, steps

    monkeypatch.setattr(social, "SITE", content.read(ANOTHER_COMPANY, tmp_path / "none.toml"))
    photograph(photos / "marks" / "company.png", (64, 64), "RGBA")
    photograph(photos / "products" / "knochenleim.jpg", (320, 240))
    given = photograph(photos / "social" / "home.png", (1300, 700))
    importing.import_folder(photos, ANOTHER_COMPANY)
    home = (paths.ASSETS / "social" / "home.jpg").read_bytes()
    made.put(paths.ASSETS / "social" / "page-that-is-gone.jpg", b"")
    steps.previews()
    previews = sorted((paths.ASSETS / "social").rglob("*.jpg"))
    assert [size_of(file) for file in previews] == [(1200, 630)] * 3
    assert (paths.ASSETS / "social" / "home.jpg").read_bytes() == home
    assert given.is_file()
    assert {made.state(file) for file in previews} == {"made", "imported"}


def test_importing_and_previews_load_nothing_of_this_company() -> None:
    pytest.importorskip("resvg_py")
    of_this = "{'bpy', 'numpy', 'art.catalogue', 'art.company'}"
    code = (
        f"import sys; from art import importing; importing = {of_this} & sys.modules.keys(); from art import social; "
    )
    code += "sys.exit(bool(importing or {'bpy', 'numpy', 'art.company'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_engine_names_nothing_of_this_company() -> None:
    ids = {part for item in names.wanted() for part in item.name.split("/")[1:2]}
    ids -= {"family", "use"}  # also names of views
    words = re.compile("|".join(rf"""["']{re.escape(id)}["']|/{re.escape(id)}["']""" for id in sorted(ids)))
    engine = [
        file
        for file in (ROOT / "art").rglob("*.py")
        if not {"company", "tests", ".venv"} & set(file.relative_to(ROOT / "art").parts)
    ]
    assert len(engine) > 30
    assert {
        file.name: words.findall(file.read_text(encoding="utf-8"))
        for file in engine
        if words.search(file.read_text(encoding="utf-8"))
    } == {}
