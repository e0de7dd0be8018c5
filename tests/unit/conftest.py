"""The archive of one test, how its files are read, and how asynchronous tests run."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from starbond_site.documents import file_types
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import scan
from starbond_site.documents.inspection.__main__ import inspect
from starbond_site.documents.preflight import report
from starbond_site.documents.preflight.__main__ import read
from starbond_site.documents.preflight.report import Properties
from tests import left_out
from tests.unit.documents.publishing import PUBLIC_URL, archive_in
from tests.unit.mail_server import mail_server, mailer, no_mailer  # noqa: F401  fixtures


@pytest.fixture
def processes() -> None:
    """Let processes of their own read what is published, as the site does, and tell whether it is a scan."""


def _look(kind: str, path: Path) -> Properties | None:
    found: dict[str, object] | None = None
    with suppress(Exception):
        for said in read(kind, path):
            found = (found or {}) | said
    return None if found is None else report._properties(found)


@pytest.fixture(autouse=True)
def _no_processes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Read what is published in the process of the tests, which takes a twentieth of the time; nothing is a scan."""
    with pytest.MonkeyPatch.context() as patch:
        if "processes" not in request.fixturenames:
            patch.setattr(file_types, "_inspect", inspect)
            patch.setattr(report, "read_properties", _look)
            patch.setattr(scan.ScanCheck, "_start", lambda *_given: None)
        yield


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data", url=PUBLIC_URL) as made:
        yield made


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Archive]:
    if left_out.is_gone("people"):
        left_out.skip()
    with archive_in(tmp_path / "strict", url=PUBLIC_URL, uploads="people", two_person_release=True) as made:
        yield made
