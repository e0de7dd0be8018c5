"""What the tests need of the system: found where Debian has it, installed by one call, or named in one sentence."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import __main__ as run
from tests import conftest, system
from tests.serving import ROOT
from tests.system import Needed

NEEDED = (
    Needed("python3", ("python3",), system.PARTS),
    Needed("alpha", ("alpha-server",), ("faults",)),
    Needed("chromium", ("/nowhere/*/chromium",), ("journeys", "plain")),
)


@pytest.fixture(autouse=True)
def _needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "NEEDED", NEEDED)


def test_sentence_names_what_is_missing_what_it_stops_and_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(system, "_as_root", lambda: None)
    assert system.main(system.PARTS) == os.EX_UNAVAILABLE
    assert capsys.readouterr().err == (
        "Install what is missing with "
        "`sudo apt-get install --no-install-recommends alpha chromium chromium-headless-shell`; "
        "these parts do not run without it: "
        "journeys (chromium, chromium-headless-shell); faults (alpha); plain (chromium, chromium-headless-shell); "
        '`make test PARTS="build rules another-company"` runs the others.\n'
    )
    assert system.main(["build", "rules"]) == 0


def test_one_call_installs_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    calls: list[list[str]] = []

    def install(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        (tmp_path / "alpha-server").touch(0o755)
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(system, "_as_root", lambda: ["sudo", "-n"])
    monkeypatch.setattr(subprocess, "run", install)
    assert system.main(["faults"]) == 0
    assert [command[:2] for command in calls] == [["sudo", "-n"]] * 2
    assert [command[5:7] for command in calls] == [["apt-get", "update"], ["apt-get", "install"]]
    assert "alpha" in calls[1]
    assert "chromium" not in calls[1]


def test_server_is_found_where_no_path_of_a_person_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(FileNotFoundError, match=r"sudo apt-get install --no-install-recommends alpha$"):
        system.need("alpha")
    program = tmp_path / "15" / "bin" / "alpha-server"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    monkeypatch.setattr(system, "PLACES", (f"{tmp_path}/*/bin",))
    assert system.need("alpha") == str(program)


def test_list_is_about_the_parts_that_there_are():
    assert tuple(part.name for part in run.PARTS) == system.PARTS


def test_nothing_else_installs():
    sources = [file for file in (ROOT / "tests").rglob("*") if file.suffix in {".py", ".sh"}]
    assert {file.name for file in sources if "apt-get" in file.read_text("utf-8")} == {"system.py", "test_system.py"}


def test_pytest_without_a_file_names_what_is_missing_and_with_one_runs():
    asked: Any = SimpleNamespace(args_source=pytest.Config.ArgsSource.TESTPATHS)
    with pytest.raises(pytest.UsageError, match=r"^Install what is missing with .* runs the others\.$"):
        conftest.pytest_configure(asked)
    asked.args_source = pytest.Config.ArgsSource.ARGS
    conftest.pytest_configure(asked)


def test_pytest_without_the_packages_of_the_tests_says_in_one_line_how_to_install_them():
    without = "import sys; sys.modules['hypothesis'] = None; import pytest; pytest.main()"
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # Hypothesis is one
    command = [sys.executable, "-c", without]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "Install the packages of the tests first: pip install -r requirements.txt -r requirements-dev.txt\n"
    )
