"""Reflex's own commands in a fresh clone: they serve the site, and change no file that git has."""

import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from benchmarks.build_time import copy
from benchmarks.development import Development
from tests.serving import ROOT

PAGES = ("/", "/bn/contact", "/UploadFiles")
"""Pages with different npm packages: none, and those of forms and of checked files."""


def git(folder: Path, *words: str) -> str:
    author = ("-c", "user.name=Rahima", "-c", "user.email=rahima@example.com")
    return subprocess.check_output(["git", *author, *words], cwd=folder, text=True)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fresh") / "site"
    copy(ROOT, folder)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "As it is")
    return folder


def answers(server: Development) -> list[int]:
    return [httpx2.get(server.url + path, timeout=60).status_code for path in PAGES]


def test_reflex_run_serves_all_pages_and_changes_no_file_of_git_also_without_a_home(clone: Path):
    with Development(clone, HOME="/dev/null") as server:
        assert answers(server) == [200] * len(PAGES)
    assert git(clone, "status", "--porcelain") == ""


@pytest.mark.thorough
def test_production_and_export_change_no_file_of_git(clone: Path):
    with Development(clone, "--env", "prod") as server:
        assert answers(server) == [200] * len(PAGES)
    subprocess.run([Path(sys.executable).parent / "reflex", "export"], cwd=clone, check=True)
    assert [name for name in ("frontend.zip", "backend.zip") if not (clone / name).exists()] == []
    assert git(clone, "status", "--porcelain") == ""
