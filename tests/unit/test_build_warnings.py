"""A page that is too heavy stops no build; whoever builds, deploys or starts the site is told once."""

import logging
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from starbond_site import content, serve
from starbond_site.admin import app
from starbond_site.operations import deploy
from starbond_site.operations.releases import Releases
from starbond_site.reflex_adapter import serving
from starbond_site.reflex_adapter.build import steps
from starbond_site.settings import settings
from starbond_site.site_files import offline, weight

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


def test_the_server_logs_it_once_at_its_start(
    built: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
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


def test_a_build_and_a_deployment_say_it(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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
    done = CliRunner().invoke(app, ["content"])
    assert (done.exit_code, f"as last built: {SENTENCE}" in done.output) == (0, True)
