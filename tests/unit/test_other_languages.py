"""Sites in one, two and three languages, each in a copy of the tree with a process of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.unit.content.test_languages import Copy, declare, name, swap

ROOT = Path(__file__).resolve().parents[2]


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    environment = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "STARBOND_DATA_DIR": str(site / "data")}
    return subprocess.run(
        [sys.executable, *command], cwd=site, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return the root of a copy of the site."""
    shutil.copytree(ROOT / "starbond_site", tmp_path / "starbond_site", ignore=shutil.ignore_patterns("__pycache__"))
    for linked in ("assets", "migrations", "alembic.ini", "rxconfig.py"):
        (tmp_path / linked).symlink_to(ROOT / linked)
    return tmp_path


def report(site: Path) -> dict[str, Any]:
    """Return what ``languages_report.py`` says of the copy."""
    done = run(site, "-m", "tests.unit.languages_report")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_one_language(site: Path) -> None:
    declare(Copy(site / "starbond_site" / "content"), "en")
    found = report(site)
    assert found == {
        "addresses": ["/about"],
        "of paths": ["en", "en", "en", "en"],
        "alternates": {},
        "head": [],
        "sitemap": [["/about", ""]],
        "manifests": ["/manifest.webmanifest"],
        "switch": {"en": []},
        "sheet": [],
        "fonts": ["Anek"],
        "numbers": ["1,234,567"],
        "columns": [],
        "lines": ["Financial-text", "Dividend-text"],
        "remarks": [],
        "adds": None,
        "link": [],
    }


def test_bangla_first(site: Path) -> None:
    copy = Copy(site / "starbond_site" / "content")
    swap(copy)
    copy.replace("facts.toml", "\n[[jobs]]", '\nlanguage = "en"\n\n[[jobs]]')
    found = report(site)
    assert found["addresses"] == ["/about", "/en/about"]
    assert found["of paths"] == ["bn", "en", "bn", "bn"]
    assert found["alternates"] == {"bn": "/about", "en": "/en/about", "x-default": "/about"}
    assert found["head"] == [1, 1, 1]
    assert found["manifests"] == ["/manifest.webmanifest", "/manifest.en.webmanifest"]
    assert found["switch"] == {"bn": ["en"], "en": ["bn"]}
    assert found["sheet"] == ["en"]
    assert found["fonts"] == ["Anek Whole", "Anek"]
    assert found["numbers"] == ["১২,৩৪,৫৬৭", "1,234,567"]
    assert found["lines"] == ["Financial-text", "Financial-text-en", "Dividend-text", "Dividend-text-en"]
    assert (found["remarks"], found["adds"]) == (["no_bangla"], "bn")
    assert found["link"] == [["/documents/2", "বাংলা"]]


def test_three_languages(site: Path) -> None:
    copy = Copy(site / "starbond_site" / "content")
    declare(copy, "en", "de", "bn")
    name(copy, "de")
    found = report(site)
    assert found["addresses"] == ["/about", "/de/about", "/bn/about"]
    assert [language for _, language in found["sitemap"] if language] == ["en", "de", "bn", "x-default"] * 3
    assert found["switch"] == {"en": ["de", "bn"], "de": ["en", "bn"], "bn": ["en", "de"]}
    assert found["sheet"] == ["de", "bn"]
    assert found["fonts"] == ["Anek", "Anek", "Anek Whole"]
    assert found["lines"][:3] == ["Financial-text", "Financial-text-de", "Financial-text-bn"]
    assert "name_bn" in found["columns"]
    assert "reason_bn" in found["columns"]
    assert (found["adds"], found["link"]) == ("bn", [["/bn/documents/2", "বাংলা"]])


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("documents", "pair", "1", "2"), "Only a site in English and Bangla can have a filing in both."),
        (("calendar", "add", "agm", "2026-12-20", "--title-bn", "সভা"), "This site has no texts in Bangla"),
        (("figures", "set", "1", "--reason-bn", "কারণ"), "This site has no texts in Bangla"),
    ],
)
def test_commands_without_bangla_say_so(site: Path, command: tuple[str, ...], sentence: str) -> None:
    declare(Copy(site / "starbond_site" / "content"), "en")
    done = run(site, "-m", "starbond_site.admin", *command)
    assert (done.returncode, len(done.stderr.strip().splitlines())) == (1, 1)
    assert sentence in done.stderr


def test_reasons_of_figures_without_bangla(site: Path) -> None:
    declare(Copy(site / "starbond_site" / "content"), "en")
    file = site / "figures.toml"
    file.write_text(
        'period = "year"\nends = 2026-06-30\nfigures.eps = 1\nreasons.eps = {en = "x", bn = "y"}\n', "utf-8"
    )
    done = run(site, "-m", "starbond_site.admin", "figures", "set", "1", "--from", str(file))
    assert done.returncode == 1
    assert "a reason in bn is not possible; possible are en" in done.stderr


def test_dealers_of_a_file_with_bangla_are_read_on_every_site(site: Path) -> None:
    declare(Copy(site / "starbond_site" / "content"), "en")
    sample = str(site / "starbond_site" / "content" / "dealers.sample.csv")
    done = run(site, "-m", "starbond_site.admin", "dealers", "import", sample)
    assert done.returncode == 0, done.stderr
    exported = run(site, "-m", "starbond_site.admin", "dealers", "export").stdout
    assert "_bn" not in exported.splitlines()[0]


def test_translations_name_the_language_where_there_are_several(site: Path) -> None:
    copy = Copy(site / "starbond_site" / "content")
    declare(copy, "en", "bn", "de")
    name(copy, "de")
    done = run(site, "-m", "starbond_site.admin", "translations")
    assert done.returncode == 1
    assert "de: company.toml: Star Adhesives" in done.stdout.splitlines()
