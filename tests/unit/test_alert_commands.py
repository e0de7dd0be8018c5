"""``admin alerts``: how many, who, and deleting an address."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from starbond_site import mail, settings
from starbond_site.admin import app
from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from tests.unit.alert_desk import add_subscribers

CACHED = (settings.settings, archives.default, mail.default)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    """Give the archive that the command line works on."""
    monkeypatch.setenv("STARBOND_DATA_DIR", str(tmp_path / "data"))
    for cached in CACHED:
        cached.cache_clear()
    yield archives.default()
    archives.default().close()
    for cached in CACHED:
        cached.cache_clear()


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["alerts", *words])
    return done.exit_code, done.output


def test_counting_listing_and_removing(archive: Archive) -> None:
    first, second = add_subscribers(archive, 2, ("AllNotice", "BondIssue"))
    counted = run("count")[1].splitlines()
    assert {"2\tconfirmed", "0\tunconfirmed", "2\tBondIssue", "0\tAnnualReport"} <= set(counted)
    assert f"{first}\ten\t" in run("list")[1]
    assert run("list")[1].count("\tAllNotice,BondIssue\n") == 2
    assert run("remove", first.upper()) == (0, f"Removed: {first.upper()}\n")
    assert run("remove", first)[0] == 1
    assert second in run("list")[1]
    assert "1\tBondIssue" in run("count")[1]
