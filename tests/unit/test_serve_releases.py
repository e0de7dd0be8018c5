"""What ``python -m starbond_site.serve`` does before it hands over to the supervisor."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site import serve
from starbond_site.operations import OperationError, deploy, supervisor
from starbond_site.operations.releases import CURRENT, MARK, Releases
from starbond_site.reflex_adapter import serving
from starbond_site.settings import settings
from tests.unit.operations import stub_release


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[supervisor.Supervisor]]:
    """Return the supervisors that the process becomes."""
    running: list[supervisor.Supervisor] = []
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
    tmp_path: Path,
    started: list[supervisor.Supervisor],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    deployed: list[Path] = []
    monkeypatch.setattr(deploy, "deploy", lambda source, _say: deployed.append(source))
    serve._supervise()
    assert deployed == [tmp_path]
    assert (started[0].deployment, len(started)) == ((), 1)

    def refuse(_source: Path, _say: object) -> None:
        message = "company.toml: hours is missing"
        raise OperationError(message)

    monkeypatch.setattr(deploy, "deploy", refuse)
    with pytest.raises(SystemExit):
        serve._supervise()
    assert ("company.toml: hours is missing" in capsys.readouterr().out, len(started)) == (True, 1)


def test_changed_files_are_built_while_the_site_is_up(
    tmp_path: Path, started: list[supervisor.Supervisor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release uses the data of its working copy."""
    made = release(tmp_path, "the present files")
    serve._supervise()
    serving.stamp_of(made).write_text("other files")
    serve._supervise()
    assert [bool(one.deployment) for one in started] == [False, True]
    monkeypatch.setattr(serve, "ROOT", made)
    serve._supervise()
    assert os.environ["STARBOND_DATA_DIR"] == str(tmp_path / "data")
    assert (started[2].deployment, started[2].releases) == ((), Releases(tmp_path / "releases"))


def test_what_is_not_needed_takes_no_memory() -> None:
    """The supervisor has imported nothing of the site, and a site with SQLite and a folder no other server's client."""
    for module, unwanted in (
        ("starbond_site.operations.supervisor", {"pydantic", "sqlalchemy", "starlette", "structlog", "reflex"}),
        ("starbond_site.documents.archive", {"boto3", "botocore", "psycopg"}),
    ):
        command = f"import sys, {module}; print(*{unwanted}.intersection(sys.modules))"
        assert subprocess.check_output([sys.executable, "-c", command], text=True).split() == [], module
