"""The archive of one test, how its files are read, and how asynchronous tests run."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from starbond_site.documents.archive import Archive
from starbond_site.documents.look import Look
from starbond_site.documents.look_process import report
from tests import left_out
from tests.unit.documents.publishing import PUBLIC_URL, archive_in
from tests.unit.mail_server import mail_server, mailer, no_mailer  # noqa: F401  fixtures


@pytest.fixture
def processes() -> None:
    """Let processes of their own look at files, as the site does, and read on while these are published."""


class _InProcess(Look):
    """Looks at a file when it is asked, while it stands where it arrived."""

    def _begin(self, stage: str, kind: str) -> None:
        del stage
        self._is_begun, self._kind = True, kind

    def said(self, stage: str, patience: float | None = None) -> Any:  # noqa: ANN401  JSON
        del patience
        if stage not in self._said:
            with suppress(Exception):
                found = report(stage, self._kind, self._path)
                self._kind = found[0] if stage == "type" else self._kind
                self._said[stage] = json.dumps(found)
        return json.loads(self._said.get(stage, "null"))

    def take(self) -> bool:
        return False


@pytest.fixture(autouse=True)
def _no_processes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Look at files in the process of the tests, which takes a twentieth of the time."""
    with pytest.MonkeyPatch.context() as patch:
        if "processes" not in request.fixturenames:
            for name in ("_begin", "said", "take"):
                patch.setattr(Look, name, getattr(_InProcess, name))
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
