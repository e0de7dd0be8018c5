"""Copies of the working copy, their links, and the files that open pages still need."""

import itertools
import json
import sys
import time
from pathlib import Path

import pytest

from starbond_site.operations import OperationError, deploy, releases
from starbond_site.operations.releases import CURRENT, ENVIRONMENT, FAILED, Releases, share_hashed_files
from starbond_site.reflex_adapter import serving
from tests.unit.command_line import run
from tests.unit.operations import stub_release

OLD, NEW = "assets/home-AbCd1234.js", "assets/home-XyZw9876.js"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    for name in ("starbond_site", "assets", "migrations", "reflex.lock"):
        (root / name).mkdir(parents=True)
    for name in ("rxconfig.py", "requirements.txt", "starbond_site/page.py", "assets/pack.0a1b2c3d.avif"):
        (root / name).write_text(name)
    (root / "starbond_site" / "__pycache__").mkdir()
    return root


def test_release_is_a_copy_that_edits_do_not_reach(copy: Path):
    made = Releases.of(copy).copy(copy, Path(sys.prefix))
    (copy / "starbond_site" / "page.py").write_text("edited")
    assert (made / "starbond_site" / "page.py").read_text() == "starbond_site/page.py"
    assert not (made / "starbond_site" / "__pycache__").exists()
    picture = "assets/pack.0a1b2c3d.avif"
    assert (made / picture).stat().st_ino == (copy / picture).stat().st_ino
    assert (made / ENVIRONMENT).resolve() == Path(sys.prefix).resolve()
    of_release = Releases.of(made)
    assert of_release == Releases.of(copy)
    assert (of_release.holds(made), of_release.holds(copy)) == (True, False)
    assert of_release.source_of(made) == copy


def test_environment_is_shared_until_the_requirements_change(copy: Path, monkeypatch: pytest.MonkeyPatch):
    environment = copy.parent / "environment"
    (environment / "bin").mkdir(parents=True)
    (environment / "bin" / "python").write_text("python")
    monkeypatch.setattr(sys, "prefix", str(environment))
    numbers = itertools.count()
    monkeypatch.setattr(time, "strftime", lambda *_given: str(next(numbers) // 3))
    all_releases = Releases.of(copy)
    first, second = all_releases.copy(copy), all_releases.copy(copy)
    (environment / "bin" / "python").unlink()
    assert (first / ENVIRONMENT / "bin" / "python").read_text() == "python"
    assert (first / ENVIRONMENT).resolve() == (second / ENVIRONMENT).resolve()
    (copy / "requirements.txt").write_text("reflex==99")
    assert (all_releases.copy(copy) / ENVIRONMENT).resolve() != (first / ENVIRONMENT).resolve()


def built(release: Path, *names: str) -> Path:
    for name in names:
        path = serving.static_of(release) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{release.name} {name}")
    return release


def served(release: Path) -> set[str]:
    static = serving.static_of(release)
    return {path.relative_to(static).as_posix() for path in static.rglob("*") if path.is_file()}


def test_hashed_files_are_shared_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    first = built(stub_release.make(tmp_path, "1"), OLD, f"{OLD}.br", "index.html")
    second = built(stub_release.make(tmp_path, "2"), NEW, "index.html")
    share_hashed_files(first, second)
    assert served(second) == {OLD, f"{OLD}.br", NEW, "index.html"}
    assert served(first) == served(second)
    assert (serving.static_of(second) / "index.html").read_text() == "2 index.html"
    third = built(stub_release.make(tmp_path, "3"), "index.html")
    share_hashed_files(second, third)
    assert OLD in served(third)
    late = time.time() + releases.SECONDS_OF_OLD_FILES + 1
    monkeypatch.setattr(time, "time", lambda: late)
    fourth = built(stub_release.make(tmp_path, "4"), "index.html")
    share_hashed_files(third, fourth)
    assert served(fourth) == {"index.html"}


def test_release_that_is_served_again_has_the_files_of_the_one_before(tmp_path: Path) -> None:
    site = Releases(tmp_path)
    first = built(stub_release.make(tmp_path, "1"), OLD)
    later = built(stub_release.make(tmp_path, "3"), NEW)
    site.link(CURRENT, later)
    deploy.switch(site, first)
    assert site.current == first
    assert served(first) == {OLD, NEW}


def test_tidy_keeps_what_is_used_and_the_newest(tmp_path: Path):
    all_releases = Releases(tmp_path)
    for name in "123456":
        stub_release.make(tmp_path, name)
    (tmp_path / "7").mkdir()
    for name in ("used", "unused"):
        (tmp_path / "environments" / name).mkdir(parents=True)
    (tmp_path / "6" / ENVIRONMENT / "bin" / "python").unlink()
    (tmp_path / "6" / ENVIRONMENT / "bin").rmdir()
    (tmp_path / "6" / ENVIRONMENT).rmdir()
    (tmp_path / "6" / ENVIRONMENT).symlink_to(tmp_path / "environments" / "used")
    (tmp_path / ".servers").mkdir()
    all_releases.link(CURRENT, tmp_path / "1")
    all_releases.tidy(all_releases.current, tmp_path / "2")
    assert {path.name for path in tmp_path.iterdir()} == {
        "1", "2", "4", "5", "6", "environments", CURRENT, ".servers",
    }  # fmt: skip
    assert [path.name for path in (tmp_path / "environments").iterdir()] == ["used"]


def test_failed_build_leaves_nothing(copy: Path, monkeypatch: pytest.MonkeyPatch):
    all_releases = Releases.of(copy)
    all_releases.folder.mkdir()
    current = stub_release.make(all_releases.folder, "1")
    all_releases.link(CURRENT, current)
    environment = copy.parent / "environment" / "bin"
    environment.mkdir(parents=True)
    (environment / "python").write_text("#!/bin/sh\necho 'page.py: a mistake'; exit 1\n")
    (environment / "python").chmod(0o755)
    monkeypatch.setattr(deploy.content, "problems", list)
    with pytest.raises(OperationError, match=r"(?s)page.py: a mistake.*Nothing was changed"):
        deploy.deploy(copy, lambda _: None, environment.parent)
    assert all_releases.current == current
    assert [path.name for path in all_releases.complete()] == ["1"]


def test_mistake_in_content_stops_before_anything_is_copied(copy: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deploy.content, "problems", lambda: ["company.toml: hours is missing"])
    with pytest.raises(OperationError, match=r"(?s)company.toml: hours is missing.*Nothing was changed"):
        deploy.deploy(copy, lambda _: None)
    assert not (copy / "releases").exists()


def test_one_deployment_at_a_time(copy: Path):
    with (
        Releases.of(copy).locked(),
        pytest.raises(OperationError, match="Another deployment is running"),
        Releases.of(copy).locked(),
    ):
        pass


def test_half_written_state_counts_as_none(tmp_path: Path):
    """A reader never fails on a file that is being replaced."""
    (tmp_path / "state").write_text(json.dumps({"a": 1})[:-1])
    assert releases.read_json(tmp_path / "state") == {}


def test_the_command_names_ports_and_releases_that_never_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made = [stub_release.make(tmp_path / releases.FOLDER, name) for name in ("a", "b")]
    Releases.of(tmp_path).link(CURRENT, made[0])
    (made[1] / FAILED).touch()
    monkeypatch.setattr(serving, "ROOT", tmp_path)
    running = {"pid": 4711, "port": 3000, "release": "a", "problem": "The release b did not start."}
    starting = {"pid": 4712, "port": 3001, "release": "", "problem": ""}
    monkeypatch.setattr("starbond_site.admin.site.servers", lambda _releases: [running, starting])
    assert run("releases").stdout.splitlines() == [
        "b\tdid not start",
        "a\tcurrent",
        "Process 4711 on port 3000 serves a. The release b did not start.",
        "Process 4712 on port 3001 is starting.",
    ]
