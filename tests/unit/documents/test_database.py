"""The tables: made by migrations, equal to the models, and an audit that can only grow."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import StatementError
from sqlmodel import SQLModel

from starbond_site import local_time
from starbond_site.categories import VERSIONED
from starbond_site.contact import records as contact
from starbond_site.documents import audit, database, text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Audit, UtcDateTime
from starbond_site.operations import tables as _tables  # noqa: F401  knows every model
from starbond_site.webhooks import records as webhooks
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows
from tests.unit.documents.sealed_filings import seal


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_migrations_make_what_the_models_say(archive: Archive):
    with archive.engine.connect() as connection:
        assert contact.SQLModel.metadata is webhooks.SQLModel.metadata is SQLModel.metadata
        # The index of the full text belongs to the database alone: it has no model.
        options = {"include_name": lambda name, kind, _parents: kind != "table" or not text_index.is_index(name)}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata) == []


def test_workers_upgrade_together_and_again(tmp_path: Path):
    engines = [database.create(f"sqlite:///{tmp_path / 'new' / 'site.db'}") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(database.upgrade, engines))
    database.upgrade(engines[0])
    with engines[0].connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM listversion").scalar() == len(VERSIONED) + 1


def test_a_site_does_not_start_without_a_list_that_has_documents(archive: Archive):
    """Their pages and files would be lost; the sentence says what to do."""
    publish(archive, "AllNotice", "Notice.pdf", samples.pdf("first"))
    seal(archive)
    for change, is_refused in (
        ("UPDATE document SET category = 'Gone'", True),
        ("UPDATE document SET category = 'AllNotice'", False),
        ("UPDATE sealed SET category = 'Gone'", True),
        ("UPDATE sealed SET state = 'cancelled'", False),
    ):
        with archive.engine.begin() as connection:
            connection.exec_driver_sql(change)
        gone = r"list 'Gone', which content/investors\.toml does not have"
        with pytest.raises(database.DatabaseProblem, match=gone) if is_refused else nullcontext():
            database.open_checked(archive.engine)


def test_audit_can_only_grow(archive: Archive):
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    for change in ("UPDATE audit SET outcome = 'nothing'", "DELETE FROM audit"):
        with pytest.raises(Exception, match="the audit can only grow"), archive.engine.begin() as connection:
            connection.exec_driver_sql(change)
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]


def test_audit_survives_a_database_that_fails(archive: Archive, caplog: pytest.LogCaptureFixture):
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE audit RENAME TO gone")
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    assert "type_mismatch" in caplog.text


def test_moments_are_stored_in_utc_and_have_a_zone(archive: Archive):
    line: dict[str, Any] = {"address": "", "right": "", "action": "", "subject": "", "outcome": ""}
    dhaka = datetime(2026, 11, 20, 0, 30, tzinfo=timezone(timedelta(hours=6)))
    with database.writing(archive.engine) as session:
        session.add(Audit(at=dhaka, **line))
    with database.reading(archive.engine) as session:
        at = session.get_one(Audit, 1).at
    assert (at, at.tzinfo) == (datetime(2026, 11, 19, 18, 30, tzinfo=UTC), UTC)
    assert local_time.local_date(at).isoformat() == "2026-11-20"
    # PostgreSQL gives moments in the zone of its session.
    assert UtcDateTime().process_result_value(dhaka, archive.engine.dialect) == at
    with pytest.raises(StatementError, match="time zone"), database.writing(archive.engine) as session:
        session.add(Audit(at=datetime(2026, 11, 20), **line))  # noqa: DTZ001
