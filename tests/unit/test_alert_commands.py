"""``admin alerts``: how many, who, and deleting an address."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents.archive import Archive
from tests.unit.alert_desk import add_subscribers
from tests.unit.command_line import archive_of_commands, run


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """Give the archive that the command line works on."""
    with archive_of_commands(tmp_path) as made:
        yield made


def alerts(*words: str) -> tuple[int, str]:
    done = run("alerts", *words)
    return done.exit_code, done.output


def test_counting_listing_and_removing(archive: Archive) -> None:
    first, second = add_subscribers(archive, 2, ("AllNotice", "BondIssue"))
    counted = alerts("count")[1].splitlines()
    assert {"2\tconfirmed", "0\tunconfirmed", "2\tBondIssue", "0\tAnnualReport"} <= set(counted)
    assert f"{first}\ten\t" in alerts("list")[1]
    assert alerts("list")[1].count("\tAllNotice,BondIssue\n") == 2
    assert alerts("remove", first.upper()) == (0, f"Removed: {first.upper()}\n")
    assert alerts("remove", first)[0] == 1
    assert second in alerts("list")[1]
    assert "1\tBondIssue" in alerts("count")[1]
