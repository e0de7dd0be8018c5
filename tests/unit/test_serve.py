"""What is built anew, and what ``python -m starbond_site.serve`` does before it serves."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, QueuePool

from starbond_site import content, serve
from starbond_site.documents import archive, database
from starbond_site.operations import OperationError, deploy, supervisor
from starbond_site.operations.releases import CURRENT, MARK, Releases
from starbond_site.presentation.site_files import offline, weight
from starbond_site.reflex_adapter import serving
from starbond_site.reflex_adapter.build import steps
from starbond_site.shared.settings import settings
from tests.unit.command_line import run
from tests.unit.documents.publishing import raising
from tests.unit.operations import stub_release


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("rxconfig.py", "requirements.txt", "starbond_site/page.py", "starbond_site/web/site.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    return tmp_path


def test_whatever_changes_a_page_is_built(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [serve.fingerprint()]
    for name in ("starbond_site/page.py", "assets/pack.0a1b2c3d.avif", "starbond_site/documents/new.toml",
                 "starbond_site/web/new.toml", "starbond_site/content/products/new.toml"):  # fmt: skip
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text("starbond_site/egap.py")
        seen.append(serve.fingerprint())
    assert len(set(seen)) == len(seen)
    # A checkout of the same files, and what Python and Reflex write, are not.
    for file in clone.rglob("*.py"):
        os.utime(file, (0, 0))
    for folder in ("starbond_site/__pycache__", "assets/external"):
        (clone / folder).mkdir(parents=True)
        (clone / folder / "generated").touch()
    assert serve.fingerprint() == seen[-1]
    for setting in ("PORT", "STARBOND_URL", "STARBOND_MAX_UPLOAD_MB", "STARBOND_BUILD"):
        monkeypatch.setenv(setting, "1")
        before = serve.fingerprint()
        monkeypatch.setenv(setting, "2")
        assert serve.fingerprint() != before, setting


def test_what_is_changed_during_a_build_is_built_next_time(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = clone / "built"
    monkeypatch.setattr(serving, "STATIC", built / "build" / "client")
    monkeypatch.setattr(serve, "STAMP", built / "stamp")
    monkeypatch.setattr(serving, "WARNINGS", built / "warnings")
    for weighed in (weight, offline):
        monkeypatch.setattr(weighed, "warnings", lambda _folder: [])

    def export() -> None:
        (built / "build" / "client").mkdir(parents=True, exist_ok=True)
        (built / "build" / "client" / "index.html").touch()
        (clone / "starbond_site" / "page.py").write_text("changed while it was built")

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


@pytest.mark.parametrize(("given", "status"), [("--help", 0), ("--hlep", 2), ("now", 2)])
def test_only_what_is_a_flag_starts_anything(
    given: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", ["serve", given])
    with pytest.raises(SystemExit) as ended:
        serve.main()
    said = capsys.readouterr()
    assert ended.value.code == status
    assert [flag for flag in serve.FLAGS if flag not in said.out + said.err] == []


def started(monkeypatch: pytest.MonkeyPatch, *flags: str, **settings_given: str) -> str:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", ["serve", *flags])
        for name, value in settings_given.items():
            patch.setenv(name, value)
        patch.chdir(Path.cwd())
        settings.cache_clear()
        with pytest.raises(SystemExit) as ended:
            serve.main()
    settings.cache_clear()
    assert len(str(ended.value).splitlines()) == 1
    return str(ended.value)


def test_wrong_setting_or_database_stops_the_start_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    public = started(monkeypatch, STARBOND_URL="https://www.example.com", STARBOND_UPLOADS="local")
    assert public.startswith("STARBOND_UPLOADS=local needs")
    unknown = started(monkeypatch, STARBOND_UPLOADS="yes", STARBOND_UPLOAD_KEY="secret")
    assert unknown.startswith("STARBOND_UPLOADS must be 'open'")
    assert "secret" not in unknown
    assert started(monkeypatch, PORT="99999").startswith("PORT must be at most")
    (tmp_path / "starbond.db").write_bytes(b"not a database " * 1000)
    assert started(monkeypatch, "--as-built", STARBOND_DATA_DIR=str(tmp_path)).startswith("The database cannot be used")


@pytest.mark.parametrize(("given", "uploads"), [
    ({}, "local"), ({"STARBOND_UPLOADS": "open"}, "open"), ({"STARBOND_UPLOAD_KEY": "$secret"}, "unset"),
    ({"STARBOND_URL": "https://www.example.com"}, "unset"),
    ({"STARBOND_URL": "", "STARBOND_UPLOADS": ""}, "local"),
])  # fmt: skip
def test_make_opens_publishing_on_this_machine_alone(tmp_path: Path, given: dict[str, str], uploads: str) -> None:
    (tmp_path / "bin").mkdir()
    for name in ("pip", "python", "reflex"):
        (tmp_path / "bin" / name).write_text('#!/bin/sh\necho "uploads: ${STARBOND_UPLOADS:-unset}"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / ".installed").touch()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STARBOND_", "MAKE"))}
    command = ["make", "run", "dev", f"VENV={tmp_path}"]
    said = subprocess.check_output(command, cwd=serve.ROOT, env=kept | given, text=True).splitlines()
    assert {line for line in said if line.startswith("uploads: ")} == {f"uploads: {uploads}"}


@pytest.mark.parametrize("flags", [[], *([flag] for flag in serve.FLAGS)], ids=str)
def test_nobody_else_reads_what_the_site_writes_whatever_the_umask(
    flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Nor what the supervisor, servers and workers write: processes have the umask of the one that starts them."""
    written = tmp_path / "written"

    def write() -> None:
        written.touch()
        sys.exit()

    for name in ("_supervise", "build", "_prepare_database"):
        monkeypatch.setattr(serve, name, write)
    monkeypatch.setattr(content, "problems", list)
    monkeypatch.setattr(sys, "argv", ["serve", *flags])
    monkeypatch.chdir(tmp_path)
    before = os.umask(0)
    try:
        with pytest.raises(SystemExit):
            serve.main()
    finally:
        os.umask(before)
    assert oct(written.stat().st_mode & 0o777) == oct(0o600)


SENTENCE = "/bn weighs 200.0 kB of HTML, styles and scripts, more than 135: index.html 80.0"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    working = tmp_path / serving.GENERATED
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    monkeypatch.setattr(serving, "ROOT", tmp_path)
    monkeypatch.setattr(serving, "STATIC", serving.static_of(tmp_path))
    monkeypatch.setattr(serving, "WARNINGS", working / serving.WARNINGS.name)
    monkeypatch.setattr(serve, "STAMP", serving.stamp_of(tmp_path))
    monkeypatch.setattr(serve, "fingerprint", lambda: "the present files")
    monkeypatch.setattr(serving, "export", lambda: (serving.STATIC / "bn").mkdir(parents=True, exist_ok=True))
    monkeypatch.setattr(weight, "warnings", lambda _folder: [SENTENCE])
    monkeypatch.setattr(offline, "warnings", lambda _folder: [])
    monkeypatch.setattr(steps, "FULL", settings().build)
    serve.build()
    return tmp_path


def test_the_server_logs_it_once(built: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    monkeypatch.chdir(built)
    monkeypatch.setattr(sys, "argv", ["serve", "--as-built"])
    monkeypatch.setattr(serve, "_prepare_database", lambda: None)
    monkeypatch.setattr(content, "problems", list)
    served = []
    monkeypatch.setattr(serving, "serve", lambda _host, port: served.append(port))
    with caplog.at_level(logging.WARNING):
        serve.main()
    assert [SENTENCE in record.getMessage() for record in caplog.records] == [True]
    assert served


def test_build_and_deployment_say_it(built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    said: list[str] = []
    monkeypatch.setattr(content, "problems", list)
    monkeypatch.setattr(Releases, "copy", lambda *_: built)
    monkeypatch.setattr(deploy, "_build", lambda *_: None)
    monkeypatch.setattr(deploy, "switch", lambda *_: None)
    deploy.deploy(built, said.append)
    serving.stamp_of(built).unlink()
    assert serve.build(), "it goes on"
    assert f"Warning: {SENTENCE}" in said
    assert f"Warning: {SENTENCE}" in capsys.readouterr().out.splitlines()
    assert serving.stamp_of(built).read_text() == "the present files"


def test_the_check_of_the_content_says_what_was_built_last(built: Path) -> None:
    assert built.exists()
    done = run("content")
    assert (done.exit_code, f"as last built: {SENTENCE}" in done.output) == (0, True)


Supervisors = list[supervisor.Supervisor]


@pytest.fixture
def supervisors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisors]:
    """Return the supervisors that the process becomes."""
    running = Supervisors()
    monkeypatch.setattr(supervisor.Supervisor, "run", lambda self: running.append(self) or 0)
    monkeypatch.setattr(os, "execv", lambda _program, command: supervisor.main(*command[3:]))
    monkeypatch.setattr(serve, "ROOT", tmp_path)
    monkeypatch.setattr(serve, "fingerprint", lambda: "the present files")
    monkeypatch.setenv("STARBOND_DATA_DIR", "data")
    settings.cache_clear()
    yield running
    settings.cache_clear()


def release(root: Path, built_from: str) -> Path:
    made = stub_release.make(root / "releases", "1")
    (made / MARK).write_text(json.dumps({"source": str(root)}))
    serving.stamp_of(made).write_text(built_from)
    Releases.of(root).link(CURRENT, made)
    return made


def test_first_start_makes_a_release_or_says_the_mistake(
    tmp_path: Path, supervisors: Supervisors, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deployed: list[Path] = []
    monkeypatch.setattr(deploy, "deploy", lambda source, _say: deployed.append(source))
    serve._supervise()
    assert deployed == [tmp_path]
    assert (supervisors[0].deployment, len(supervisors)) == ((), 1)
    monkeypatch.setattr(deploy, "deploy", raising(OperationError("company.toml: hours is missing")))
    with pytest.raises(SystemExit):
        serve._supervise()
    assert ("company.toml: hours is missing" in capsys.readouterr().out, len(supervisors)) == (True, 1)


def test_changes_are_built_behind_the_site(tmp_path: Path, supervisors: Supervisors, monkeypatch: pytest.MonkeyPatch):
    """A release uses the data of its working copy."""
    made = release(tmp_path, "the present files")
    serve._supervise()
    serving.stamp_of(made).write_text("other files")
    serve._supervise()
    assert [bool(one.deployment) for one in supervisors] == [False, True]
    monkeypatch.setattr(serve, "ROOT", made)
    serve._supervise()
    assert os.environ["STARBOND_DATA_DIR"] == str(tmp_path / "data")
    assert (supervisors[2].deployment, supervisors[2].releases) == ((), Releases(tmp_path / "releases"))


def test_what_is_not_needed_takes_no_memory() -> None:
    for module, unwanted in (
        ("starbond_site.operations.supervisor", {"pydantic", "sqlalchemy", "starlette", "structlog", "reflex"}),
        ("starbond_site.documents.archive", {"boto3", "botocore", "psycopg"}),
    ):
        command = f"import sys, {module}; print(*{unwanted}.intersection(sys.modules))"
        assert subprocess.check_output([sys.executable, "-c", command], text=True).split() == [], module
