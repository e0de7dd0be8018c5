"""Sites in one, two and three languages, and with mistakes, each in a copy of the tree with a process of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from starbond_site.presentation import design
from tests.unit.content.spoiled import IN_BOTH
from tests.unit.content.test_languages import Copy, declare, name, swap

pytestmark = IN_BOTH

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "starbond_site", tmp_path / "starbond_site")
    for linked in ("assets", "migrations", "alembic.ini", "rxconfig.py"):
        (tmp_path / linked).symlink_to(ROOT / linked)
    return tmp_path


def ended(site: Path, *module: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "STARBOND_DATA_DIR": str(site / "data")}
    command = [sys.executable, "-m", *module]
    return subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True, check=False)


def report(site: Path, *commands: tuple[str, ...]) -> tuple[dict[str, Any], list[tuple[int, str, str]]]:
    """Return what ``languages_report.py`` says of the copy, and status, output and errors of commands."""
    done = ended(site, "tests.unit.languages_report", json.dumps(commands))
    assert done.returncode == 0, done.stderr
    return tuple(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("module", [("starbond_site.admin", "content"), ("rxconfig",)], ids=["starbond", "reflex"])
def test_a_command_ends_with_what_is_wrong_with_content(site: Path, module: tuple[str, ...]) -> None:
    copy = Copy(site / "starbond_site" / "content")
    copy.replace("investors.toml", 'id = "AllNotice"', "id = true")
    copy.replace("duties.toml", 'list = "AllNotice"', 'list = ["AllNotice"]')
    copy.write("pages.toml", '[pages]\npath = "/"\n')
    copy.write("colours.toml", "paper")
    done = ended(site, *module)
    assert (done.returncode, [line.partition(":")[0] for line in done.stderr.splitlines()]) == (
        1,
        ["pages.toml", "investors.toml", "duties.toml", "colours.toml"],
    )


def test_one_language(site: Path) -> None:
    declare(Copy(site / "starbond_site" / "content"), "en")
    found, (*refused, imported, exported) = report(
        site,
        ("documents", "pair", "1", "2"),
        ("desk", "calendar/add", "kind=results", "day=2026-12-20", "title-bn=সভা"),
        ("dealers", "import", str(site / "starbond_site" / "content" / "dealers.sample.csv")),
        ("dealers", "export"),
    )
    sentences = (
        "This site is in one language, so a filing has no second version. Please publish it on its own.",
        "title-bn: the fields of calendar/add are kind, day, starts, ends, title, place, note.",
    )
    for (status, _, errors), sentence in zip(refused, sentences, strict=True):
        assert (status, len(errors.strip().splitlines())) == (1, 1), errors
        assert sentence in errors
    assert (imported[0], "_bn" in exported[1].splitlines()[0]) == (0, False), imported
    assert (found["addresses"], found["alternates"], found["manifests"]) == (["/about"], {}, ["/manifest.webmanifest"])
    assert (found["switch"], found["sheet"], found["head"], found["columns"]) == ({"en": []}, [], [], [])
    assert (found["lines"], found["adds"], found["link"]) == (["Financial-text", "Dividend-text"], None, [])


def test_bangla_first(site: Path) -> None:
    copy = Copy(site / "starbond_site" / "content")
    swap(copy)
    copy.replace("facts.toml", "\n[[jobs]]", '\nlanguage = "en"\n\n[[jobs]]')
    found, _ = report(site)
    assert (found["addresses"], found["of paths"]) == (["/about", "/en/about"], ["bn", "en", "bn", "bn"])
    assert found["alternates"] == {"bn": "/about", "en": "/en/about", "x-default": "/about"}
    assert (found["head"], found["manifests"]) == ([3], ["/manifest.webmanifest", "/manifest.en.webmanifest"])
    assert found["switch"] == {"bn": ["en"], "en": ["bn"]}
    assert (found["sheet"], found["fonts"]) == (["en"], [design.face(code).family for code in ("bn", "en")])
    assert found["numbers"] == ["১২,৩৪,৫৬৭", "1,234,567"]
    assert found["lines"] == ["Financial-text", "Financial-text-en", "Dividend-text", "Dividend-text-en"]
    assert (found["remarks"], found["adds"]) == (["no_bangla"], "bn")
    assert found["link"] == [["/documents/2", "বাংলা"]]


def test_three_languages(site: Path) -> None:
    copy = Copy(site / "starbond_site" / "content")
    declare(copy, "en", "de", "bn")
    name(copy, "de")
    found, ((status, said, _),) = report(site, ("translations",))
    assert (status, "de: company.toml: Star Adhesives" in said.splitlines()) == (1, True)
    assert found["addresses"] == ["/about", "/de/about", "/bn/about"]
    assert [language for _, language in found["sitemap"] if language] == ["en", "de", "bn", "x-default"] * 3
    assert found["switch"] == {"en": ["de", "bn"], "de": ["en", "bn"], "bn": ["en", "de"]}
    assert (found["sheet"], found["fonts"]) == (["de", "bn"], [design.face(code).family for code in ("en", "de", "bn")])
    assert found["lines"][:3] == ["Financial-text", "Financial-text-de", "Financial-text-bn"]
    assert "name_bn" in found["columns"]
    assert "reason_bn" in found["columns"]
    assert (found["adds"], found["link"]) == ("bn", [["/bn/documents/2", "বাংলা"]])
