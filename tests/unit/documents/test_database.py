"""The tables: made by migrations, equal to the models, and an audit that can only grow."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

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
from starbond_site.documents.records import Audit
from starbond_site.operations import tables as _tables  # noqa: F401  knows every model
from starbond_site.webhooks import records as webhooks
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish, rows
from tests.unit.documents.sealed_filings import seal


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_migrations_make_what_the_models_say(archive: Archive):
    """A model without its migration is found here."""
    with archive.engine.connect() as connection:
        assert contact.SQLModel.metadata is webhooks.SQLModel.metadata is SQLModel.metadata
        # The index of the full text belongs to the database alone: it has no model.
        options = {"include_name": lambda name, kind, _parents: kind != "table" or not text_index.is_index(name)}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata) == []


def test_upgrading_again_changes_nothing(archive: Archive):
    """Every start upgrades."""
    database.upgrade(archive.engine)
    assert rows(archive, "SELECT count(*) FROM listversion") == [(len(VERSIONED) + 1,)]


def test_workers_upgrade_together(tmp_path: Path):
    """Several workers that start at once make one database."""
    engines = [database.create(f"sqlite:///{tmp_path / 'new' / 'site.db'}") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(database.upgrade, engines))
    with engines[0].connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM listversion").scalar() == len(VERSIONED) + 1


def test_a_list_that_the_content_has_got_starts_with_a_version(archive: Archive):
    """Lists are content: none of them stands in a migration."""
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM listversion WHERE name = 'BondIssue'")
        connection.exec_driver_sql("UPDATE listversion SET version = 7 WHERE name = 'AllNotice'")
    database.upgrade(archive.engine)
    found = rows(
        archive, "SELECT name, version FROM listversion WHERE name IN ('AllNotice', 'BondIssue') ORDER BY name"
    )
    assert found == [("AllNotice", 7), ("BondIssue", 0)]


@pytest.mark.parametrize(
    ("table", "is_refused"),
    [
        ("UPDATE document SET category = 'Gone'", True),
        ("UPDATE sealed SET category = 'Gone'", True),
        ("UPDATE sealed SET category = 'Gone', state = 'cancelled'", False),
    ],
)
def test_a_site_does_not_start_without_a_list_that_has_documents(archive: Archive, table: str, is_refused: bool):
    """Their pages and files would be lost; the sentence says what to do."""
    publish(archive, "AllNotice", "Notice.pdf", samples.pdf("first"))
    seal(archive)
    with archive.engine.begin() as connection:
        connection.exec_driver_sql(table)
    if not is_refused:
        database.open_checked(archive.engine)
        return
    with pytest.raises(database.DatabaseProblem, match=r"list 'Gone', which content/investors\.toml does not have"):
        database.open_checked(archive.engine)


def test_pragmas(archive: Archive):
    """SQLite waits for writers, lets readers pass, and keeps commits through a loss of power."""
    found = [
        rows(archive, f"PRAGMA {name}")[0][0]
        for name in ("journal_mode", "busy_timeout", "foreign_keys", "synchronous")
    ]
    assert found == ["wal", 3000, 1, 2]


@pytest.mark.parametrize("change", ["UPDATE audit SET outcome = 'nothing'", "DELETE FROM audit"])
def test_audit_can_only_grow(archive: Archive, change: str):
    """The database itself refuses to change or remove a line."""
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    with pytest.raises(Exception, match="the audit can only grow"), archive.engine.begin() as connection:
        connection.exec_driver_sql(change)
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]


def test_audit_survives_a_database_that_fails(archive: Archive, caplog: pytest.LogCaptureFixture):
    """Where the line cannot be written, the log has it, and the refusal still reaches the person."""
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE audit RENAME TO gone")
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    assert "type_mismatch" in caplog.text


def test_moments_come_back_in_utc(archive: Archive):
    """Whatever zone a moment has, it is stored in UTC."""
    dhaka = datetime(2026, 11, 20, 0, 30, tzinfo=timezone(timedelta(hours=6)))
    with database.writing(archive.engine) as session:
        session.add(Audit(at=dhaka, address="", right="", action="", subject="", outcome=""))
    with database.reading(archive.engine) as session:
        line = session.get_one(Audit, 1)
    assert (line.at, line.at.tzinfo) == (datetime(2026, 11, 19, 18, 30, tzinfo=UTC), UTC)
    assert local_time.local_date(line.at).isoformat() == "2026-11-20"


def test_moment_without_a_zone_is_refused(archive: Archive):
    """Nobody could tell what it means."""
    line = Audit(at=datetime(2026, 11, 20), address="", right="", action="", subject="", outcome="")  # noqa: DTZ001
    with pytest.raises(StatementError, match="time zone"), database.writing(archive.engine) as session:
        session.add(line)
