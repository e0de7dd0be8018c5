"""What is built anew, and what is not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, QueuePool

from starbond_site import serve
from starbond_site.documents import archive, database
from starbond_site.reflex_adapter import serving
from starbond_site.settings import settings
from starbond_site.site_files import offline, weight


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the root of a small tree that takes the place of this one."""
    for name in ("rxconfig.py", "requirements.txt", "starbond_site/page.py", "starbond_site/web/guard.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    return tmp_path


def test_a_file_with_other_content_is_built(clone: Path) -> None:
    before = serve.fingerprint()
    (clone / "starbond_site" / "page.py").write_text("starbond_site/egap.py")
    assert serve.fingerprint() != before


def test_a_file_of_another_name_is_built(clone: Path) -> None:
    before = serve.fingerprint()
    (clone / "assets").mkdir()
    (clone / "assets" / "pack.0a1b2c3d.avif").touch()
    assert serve.fingerprint() != before


def test_a_checkout_of_the_same_files_is_not_built(clone: Path) -> None:
    before = serve.fingerprint()
    for file in clone.rglob("*.py"):
        os.utime(file, (0, 0))
    assert serve.fingerprint() == before


@pytest.mark.parametrize("part", ["documents", "web", "content/products"])
def test_every_part_of_the_package_reaches_the_pages(clone: Path, part: str) -> None:
    before = serve.fingerprint()
    (clone / "starbond_site" / part).mkdir(parents=True, exist_ok=True)
    (clone / "starbond_site" / part / "new.toml").write_text("accepted = 1")
    assert serve.fingerprint() != before


def test_what_python_and_reflex_write_is_not_built(clone: Path) -> None:
    before = serve.fingerprint()
    for folder in ("starbond_site/__pycache__", "assets/external"):
        (clone / folder).mkdir(parents=True)
        (clone / folder / "generated").touch()
    assert serve.fingerprint() == before


@pytest.mark.parametrize("setting", ["PORT", "STARBOND_URL", "STARBOND_MAX_UPLOAD_MB", "STARBOND_BUILD"])
def test_a_setting_that_stands_in_pages_is_built(clone: Path, monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    monkeypatch.setenv(setting, "1")
    before = serve.fingerprint()
    monkeypatch.setenv(setting, "2")
    assert clone.is_dir()
    assert serve.fingerprint() != before


def test_what_is_changed_during_a_build_is_built_next_time(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "built"
    monkeypatch.setattr(serving, "STATIC", built / "build" / "client")
    monkeypatch.setattr(serve, "STAMP", built / "stamp")
    for checked in (weight, offline):
        monkeypatch.setattr(checked, "check", lambda _folder: None)

    def export() -> None:
        (built / "build" / "client").mkdir(parents=True, exist_ok=True)
        (built / "build" / "client" / "index.html").touch()
        page = clone / "starbond_site" / "page.py"
        page.write_text("changed while it was built")

    monkeypatch.setattr(serving, "export", export)
    assert serve.build()
    assert serve.build()
    assert not serve.build()


def _open_connections(engine: Engine) -> int:
    pool = engine.pool
    assert isinstance(pool, QueuePool)
    return pool.checkedin() + pool.checkedout()


def test_workers_inherit_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reflex's server forks: a connection that was opened before would be shared by all workers."""
    engines: list[Engine] = []
    create = database.create

    def created(url: str) -> Engine:
        engines.append(create(url))
        return engines[-1]

    def serve_site(_host: str, _port: int) -> None:
        assert [_open_connections(engine) for engine in engines] == [0]
        assert not archive.default.cache_info().currsize
        served.append(len(engines))

    served: list[int] = []
    monkeypatch.setattr(database, "create", created)
    monkeypatch.setattr(serving, "serve", serve_site)
    monkeypatch.setattr(sys, "argv", ["serve", "--as-built"])
    monkeypatch.setenv("STARBOND_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for cached in (settings, archive.default):
        cached.cache_clear()
    serve.main()
    for cached in (settings, archive.default):
        cached.cache_clear()
    assert served == [1]
    assert (tmp_path / "data" / "starbond.db").exists()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"STARBOND_URL": "https://www.example.com", "STARBOND_UPLOADS": "local"}, "STARBOND_UPLOADS=local needs"),
        ({"STARBOND_UPLOADS": "yes", "STARBOND_UPLOAD_KEY": "secret"}, "STARBOND_UPLOADS: Input should be"),
        ({"PORT": "99999"}, "PORT: Input should be"),
    ],
)
def test_wrong_setting_stops_the_start_with_a_sentence(
    given: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(Path.cwd())
    settings.cache_clear()
    with pytest.raises(SystemExit) as ended:
        serve.main()
    assert str(ended.value).startswith(sentence)
    assert len(str(ended.value).splitlines()) == 1
    assert "secret" not in str(ended.value)


def test_corrupt_database_stops_the_start_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "starbond.db").write_bytes(b"not a database " * 1000)
    monkeypatch.setenv("STARBOND_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["serve", "--as-built"])
    monkeypatch.chdir(Path.cwd())
    settings.cache_clear()
    with pytest.raises(SystemExit) as ended:
        serve.main()
    settings.cache_clear()
    assert str(ended.value).startswith("The database cannot be used")
    assert len(str(ended.value).splitlines()) == 1


@pytest.mark.parametrize("command", ["run", "dev"])
@pytest.mark.parametrize(
    ("given", "uploads"),
    [
        ({}, "local"),
        ({"STARBOND_UPLOADS": "open"}, "open"),
        ({"STARBOND_UPLOAD_KEY": "$secret"}, "unset"),
        ({"STARBOND_URL": "https://www.example.com"}, "unset"),
        ({"STARBOND_URL": "", "STARBOND_UPLOADS": ""}, "local"),
    ],
)
def test_make_opens_publishing_on_this_machine_alone(
    tmp_path: Path, command: str, given: dict[str, str], uploads: str
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("pip", "python", "reflex"):
        (programs / name).write_text('#!/bin/sh\necho "uploads: ${STARBOND_UPLOADS:-unset}"\n')
        (programs / name).chmod(0o755)
    (tmp_path / ".installed").touch()
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("STARBOND_", "MAKE"))}
    done = subprocess.run(
        ["make", command, f"VENV={tmp_path}"], cwd=serve.ROOT, env=environment | given, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    said = {line for line in done.stdout.splitlines() if line.startswith("uploads: ")}
    assert said == {f"uploads: {uploads}"}
