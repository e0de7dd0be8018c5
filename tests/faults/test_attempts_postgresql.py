"""What became of an attempt, on PostgreSQL: the rules of ``tests/unit/documents/test_attempts.py``."""
# ruff: noqa: F401  the tests are collected from here, with the fixture of this module

from collections.abc import Iterator
from pathlib import Path

import pytest

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.settings import Settings
from tests.unit.documents.publishing import archive_in
from tests.unit.documents.test_attempts import (
    test_asking_settles_what_nobody_knows,
    test_asking_while_the_file_is_stored_waits,
    test_attempt_that_another_request_holds,
    test_lease_of_a_process_that_ended_is_taken_over,
    test_old_attempts_are_removed,
    test_outcome_is_written_with_the_record_or_not_at_all,
    test_published_attempt_is_known_and_publishes_once,
    test_refused_attempt_is_known_with_the_values_of_its_sentence,
    test_renewed_lease_lasts,
)


@pytest.fixture
def archive(postgresql: str, tmp_path: Path) -> Iterator[Archive]:
    """Return an empty archive on PostgreSQL."""
    engine = database.create(Settings.model_validate({"database_address": postgresql}).database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    with archive_in(tmp_path / "data", database_address=postgresql) as made:
        yield made
