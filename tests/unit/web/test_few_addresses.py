"""The operator is told where a proxy seems to be taken for all readers."""

import json
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse

from starbond_site.admin.site import NEARLY_ALL_PERCENT
from starbond_site.shared.settings import Settings
from starbond_site.web import few_addresses
from starbond_site.web.few_addresses import FewAddresses
from tests.unit.command_line import archive_of_commands, run
from tests.unit.web.asgi_client import ask

PAGES = 20


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(few_addresses, "SAMPLE", PAGES)


def after(folder: Path, pages: int, addresses: int, accept: str = "text/html,*/*") -> dict[str, int]:
    app = FewAddresses(PlainTextResponse("page"), Settings.model_validate({"data_dir": folder}), 1)
    for number in range(pages):
        sent = {"accept": accept, "x-forwarded-for": f"10.0.{number % addresses}.1"}
        assert ask(app, "/", "GET", sent).text == "page"
    return json.loads(file.read_text()) if (file := folder / few_addresses.FILE).exists() else {}


def test_pages_are_counted_by_the_address_of_the_visitor(tmp_path: Path) -> None:
    assert after(tmp_path, PAGES - 1, 2) == {}
    assert after(tmp_path, PAGES, 2, accept="*/*") == {}, "what scripts ask for is no page"
    assert after(tmp_path, PAGES, 2) == {"addresses": 2, "percent": 100}
    assert after(tmp_path, PAGES, PAGES) == {"addresses": 5, "percent": 25}
    assert "10." not in (tmp_path / few_addresses.FILE).read_text()


def test_full_disk_is_nothing_to_a_reader(tmp_path: Path) -> None:
    assert after(tmp_path / "missing", PAGES, 1) == {}


@pytest.mark.parametrize("percent", [NEARLY_ALL_PERCENT - 1, NEARLY_ALL_PERCENT])
def test_check_warns_and_succeeds(tmp_path: Path, percent: int) -> None:
    with archive_of_commands(tmp_path):
        assert "Behind a CDN" not in run("check").stdout
        (tmp_path / "data" / few_addresses.FILE).write_text(json.dumps({"addresses": 3, "percent": percent}))
        done = run("check")
    assert done.exit_code == 0
    assert ("from 3 network addresses" in done.stdout) == (percent >= NEARLY_ALL_PERCENT)
