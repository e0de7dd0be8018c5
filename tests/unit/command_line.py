"""The administrator's command line on an archive of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from starbond_site import mail
from starbond_site.admin.__main__ import app
from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.shared import settings
from tests import left_out
from tests.unit.documents.publishing import place_database

CACHED = (settings.settings, archives.default, mail.default)


@contextmanager
def archive_of_commands(folder: Path, **variables: str) -> Iterator[Archive]:
    """Give the archive that commands work on; further settings are named without ``STARBOND_``."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ({"DATA_DIR": str(folder / "data")} | variables).items():
            patch.setenv(f"STARBOND_{name}", value)
        for cached in CACHED:
            cached.cache_clear()
        place_database(folder / "data")
        yield archives.default()
        archives.default().close()
    for cached in CACHED:
        cached.cache_clear()


def run(*words: object) -> Result:
    """Run a command; whatever happens, nobody sees a traceback."""
    if left_out.is_gone("/".join(map(str, words[:2]))):
        left_out.skip()
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert "Traceback" not in done.output
    return done
