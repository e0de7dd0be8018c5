"""The tables and their migrations, the log of changes, and a database that is lost, replaced, corrupt or locked."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy.exc import OperationalError, SQLAlchemyError, StatementError
from sqlmodel import SQLModel, UTCDateTime, select

from starbond_site import content, features
from starbond_site.documents import archive as archives
from starbond_site.documents import audit, corrections, database, public_view, sqlite, text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.extractor import Extractor, unread_or_failed
from starbond_site.documents.public_view import Word
from starbond_site.documents.records import Audit
from starbond_site.documents.secret_tokens import hashed
from starbond_site.features.alerts.service import AlertService
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.duties.service import DutyFulfilment, DutyReminder
from starbond_site.features.general_meetings.service import Meeting
from starbond_site.features.sealed import service
from starbond_site.mail import Mailer
from starbond_site.operations import dump as _dump  # noqa: F401  knows every model
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, at_once, execute, outcome, publish, rows
from tests.unit.sealed.sealed_filings import seal


@pytest.mark.features
@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_migrations_make_what_the_models_say(archive: Archive):
    features.hooks()  # With them the metadata has their tables.
    with archive.engine.connect() as connection:
        # The index of the full text belongs to the database alone: it has no model.
        options = {"include_name": lambda name, kind, _parents: kind != "table" or not text_index.is_index(name)}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata) == []


@pytest.mark.features
def test_workers_upgrade_together_and_again(tmp_path: Path):
    engines = [database.create(f"sqlite:///{tmp_path / 'new' / 'site.db'}") for _ in range(4)]
    at_once(4, lambda number: database.upgrade(engines[number]))
    database.upgrade(engines[0])
    with engines[0].connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM listversion").scalar() == len(database.versioned()) + 2


@pytest.mark.features("sealed")
@pytest.mark.parametrize(("change", "is_refused"), [
    ("UPDATE document SET category = 'Gone'", True),
    ("UPDATE document SET category = 'AllNotice'", False),
    ("UPDATE sealed SET category = 'Gone'", True),
    ("UPDATE sealed SET state = 'cancelled'", False),
])  # fmt: skip
def test_a_site_does_not_start_without_a_list_that_has_documents(archive: Archive, change: str, is_refused: bool):
    """Their pages and files would be lost; the sentence says what to do."""
    publish(archive, "AllNotice", "Notice.pdf", samples.pdf("first"))
    seal(archive)
    execute(archive, change)
    gone = r"list 'Gone', which content/investors\.toml does not have"
    with pytest.raises(database.DatabaseProblem, match=gone) if is_refused else nullcontext():
        database.open_checked(archive.engine)


def test_a_site_does_not_start_without_the_feature_of_sealed_filings(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Nothing would release them, and their bytes would look like those of an upload that was interrupted."""
    monkeypatch.setattr(features, "FEATURES", [one for one in features.FEATURES if one.name != "sealed"])
    database.open_checked(archive.engine)
    filing = seal(archive)
    with pytest.raises(database.DatabaseProblem, match=r"Sealed filings: 1, .* back into features/__init__\.py"):
        database.open_checked(archive.engine)
    service.cancel(archive, filing.id, WHO, "not needed")
    database.open_checked(archive.engine)


def test_audit_can_only_grow_and_survives_a_database_that_fails(archive: Archive, caplog: pytest.LogCaptureFixture):
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    for change in ("UPDATE audit SET outcome = 'nothing'", "DELETE FROM audit"):
        with pytest.raises(Exception, match="the audit can only grow"):
            execute(archive, change)
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]
    execute(archive, "ALTER TABLE audit RENAME TO gone")
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    assert "type_mismatch" in caplog.text


def test_moments_are_stored_in_utc_and_have_a_zone(archive: Archive):
    line: dict[str, Any] = {"address": "", "right": "", "action": "", "subject": "", "outcome": ""}
    dhaka = datetime(2026, 11, 20, 0, 30, tzinfo=timezone(timedelta(hours=6)))
    with database.writing(archive.engine) as session:
        session.add(Audit(at=dhaka, **line))
    at = archive.read(lambda session: session.get_one(Audit, 1).at)
    assert (at, at.tzinfo) == (datetime(2026, 11, 19, 18, 30, tzinfo=UTC), UTC)
    assert local_time.local_date(at).isoformat() == "2026-11-20"
    # PostgreSQL gives moments in the zone of its session.
    assert UTCDateTime().process_result_value(dhaka, archive.engine.dialect) == at
    with pytest.raises(StatementError, match="timezone"), database.writing(archive.engine) as session:
        session.add(Audit(at=datetime(2026, 11, 20), **line))  # noqa: DTZ001


LOG = "SELECT number, kind, document_id FROM change ORDER BY number"
SUCCESSORS = "SELECT id, replaced_by FROM document WHERE replaced_by IS NOT NULL"


def downgrade(archive: Archive, revision: str) -> None:
    with archive.engine.execution_options(writes=True).connect() as connection, connection.begin():
        config = Config()
        config.set_main_option("script_location", str(database.MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def test_numbers_have_no_gaps(archive: Archive):
    def deed(number: int) -> int:
        category = ("AllNotice", "BondIssue", "AnnualReport")[number % 3]
        return publish(archive, category, f"{number}.pdf", samples.pdf(str(number))).id

    # Whoever waits too long on a busy machine is refused, and takes no number.
    published = [done for done in at_once(12, deed) if isinstance(done, int)]
    assert len(published) > 1
    assert [number for number, *_ in rows(archive, LOG)] == list(range(1, len(published) + 1))


def test_migration_logs_what_happened_before(archive: Archive):
    first = publish(archive, "Result", "One.pdf", samples.pdf("one")).id
    second = publish(archive, "Result", "Two.pdf", samples.pdf("two")).id
    third = publish(archive, "AllNotice", "Three.pdf", samples.pdf("three")).id
    withdraw(archive, third, WHO)
    before = rows(archive, LOG)
    downgrade(archive, "0004")
    database.upgrade(archive.engine)
    assert (rows(archive, LOG), rows(archive, SUCCESSORS)) == (before, [(first, second)])


def test_titles_go_with_a_downgrade_and_documents_stay(archive: Archive) -> None:
    document = publish(archive, "AllNotice", "Notice.pdf", samples.pdf("notice"))
    corrections.retitle(archive, document.id, "Interim dividend", WHO)
    seal(archive, title="Results of the year")
    downgrade(archive, "0021")
    # The earlier release finds the name of the file.
    assert rows(archive, "SELECT search FROM document") == [(document.file_name.lower(),)]
    database.upgrade(archive.engine)
    ((found,), _) = public_view.named(archive, [Word(["notice"], (), 1)], 8)
    assert (found.id, found.title, found.shown_name) == (document.id, "", document.file_name)
    assert public_view.named(archive, [Word(["interim"], (), 1)], 8).documents == ()
    (filing,) = archive.read(service.waiting)
    assert (filing.title, filing.shown_name) == ("", "Results.pdf")


def test_what_screen_readers_miss_is_read_again_for_documents_of_the_earlier_release(archive: Archive) -> None:
    publish(archive, "AllNotice", "Notice.pdf", samples.pdf("notice"))
    publish(archive, "AllNotice", "plan.png", samples.GOOD["plan.png"])
    Extractor(archive).run()
    downgrade(archive, "0037")
    database.upgrade(archive.engine)
    assert rows(archive, "SELECT document_id, accessibility FROM extraction ORDER BY 1") == [(1, None), (2, None)]
    assert [document.id for document in archive.read(unread_or_failed)] == [1]


@pytest.mark.features("dividends")
def test_the_dividends_of_the_earlier_release_become_final_ones(archive: Archive) -> None:
    downgrade(archive, "0031")
    execute(archive, "INSERT INTO dividend VALUES ('2025-06-30', '12.5', '0', '2025-11-20', '2025-12-20', NULL, '7.5')")
    database.upgrade(archive.engine)
    wanted = "SELECT kind, cash, unclaimed, declared_on, sequence FROM dividend ORDER BY kind"
    final = ("final", "12.5", "7.5", None, 0)
    assert rows(archive, wanted) == [final]
    (row,) = archive.read(lambda session: session.exec(select(Dividend)).all())
    assert (row.changed_at.year, row.meeting) == (1970, date(2025, 12, 20))
    execute(
        archive,
        "INSERT INTO dividend (year_end, kind, cash, stock, record_date, unclaimed)"
        " VALUES ('2025-06-30', 'interim-1', '2', '0', '2025-02-20', '')",
    )
    downgrade(archive, "0031")
    database.upgrade(archive.engine)
    assert rows(archive, wanted) == [final]


@pytest.mark.features("duties", "general_meetings")
def test_documents_named_for_the_day_of_a_meeting_are_named_for_the_meeting(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the second of a day, too, whatever the content says by then; a quarter of that day keeps its own."""
    document, now = publish(archive, "AllNotice", "Votes.pdf", samples.pdf("votes")).id, local_time.now()
    downgrade(archive, "0036")
    before = ("later-quarters", "2026-12-31"), ("voting-results", "2026-12-31"), ("voting-results", "2026-12-31-2")
    with database.writing(archive.engine) as session:
        session.add_all([Meeting(id=number, facts='{"starts": "2026-12-31T10:30"}') for number in (2, 5)])
        for duty, period in before:
            session.add(DutyFulfilment(duty=duty, period=period, document_id=document, at=now))
            session.add(DutyReminder(duty=duty, period=period, stage=1, at=now))

    def periods() -> list[list[str]]:
        tables = DutyFulfilment, DutyReminder
        found = [archive.read(lambda session, table=table: session.exec(select(table)).all()) for table in tables]
        return [[period for _, period in sorted((row.duty, row.period) for row in of_table)] for of_table in found]

    with monkeypatch.context() as changed:
        changed.setattr(content, "read", None)
        database.upgrade(archive.engine)
    assert periods() == [["2026-12-31", *own] for own in (("meeting-2", "meeting-5"), ("2026-12-31-2", "2026-12-31-5"))]
    downgrade(archive, "0036")
    assert periods() == [[period for _, period in before]] * 2
    database.upgrade(archive.engine)


NEWSLETTER_OF_0032 = """INSERT INTO newsletter_subscriber
(id, email, language, subscribed_at, consent_at, confirmed_at) VALUES
(1, 'reader@example.com', 'bn', '2026-11-01 00:00:00', '2026-11-01 00:00:00', '2026-11-02 00:00:00'),
(2, 'asked@example.com', 'en', '2026-11-01 00:00:00', '2026-11-01 00:00:00', NULL),
(3, 'both@example.com', 'en', '2026-11-01 00:00:00', '2026-11-01 12:00:00', '2026-11-02 00:00:00'),
(4, 'late@example.com', 'en', '2026-11-01 00:00:00', '2026-11-01 00:00:00', NULL)"""
ALERTS_OF_0032 = """INSERT INTO alert_subscriber
(id, email, language, requested_at, consent_at, confirmed_at, queued_change) VALUES
(7, 'both@example.com', 'en', '2026-11-01 00:00:00', '2026-11-01 00:00:00', NULL, 0),
(8, 'late@example.com', 'en', '2026-11-01 00:00:00', '2026-11-01 00:00:00', '2026-11-02 00:00:00', 5),
(9, 'left@example.com', 'en', '2026-11-01 00:00:00', '2026-11-01 00:00:00', '2026-11-02 00:00:00', 5)"""
LINKS_OF_0032 = f"""INSERT INTO newsletter_token VALUES
('{hashed("old")}', 1, 'unsubscribe', '2026-11-01 00:00:00'),
('{hashed("confirm")}', 4, 'confirm', '2026-11-01 00:00:00')"""  # noqa: S608  constants
MAIL_OF_0032 = """INSERT INTO outgoing_mail (kind, about, message_id, queued_at, due_at, attempts)
VALUES ('confirmation', 2, '<m@example.com>', '2026-11-01 00:00:00', '2026-11-01 00:00:00', 1)"""
CHOICES_OF_0032 = "INSERT INTO alert_choice VALUES (7, 'AllNotice', 0), (8, 'AllNotice', 3), (9, 'AllNotice', 3)"


@pytest.mark.features("alerts")
def test_readers_of_the_newsletter_become_subscribers_with_their_links(archive: Archive) -> None:
    """Confirmed or not, with alerts or without; one who left the newsletter and kept alerts does not read it again."""
    downgrade(archive, "0032")
    for statement in (NEWSLETTER_OF_0032, ALERTS_OF_0032, CHOICES_OF_0032, LINKS_OF_0032, MAIL_OF_0032):
        execute(archive, statement)
    database.upgrade(archive.engine)
    choices = """SELECT email, confirmed_at IS NOT NULL, category, since_change
    FROM alert_subscriber JOIN alert_choice ON subscriber_id = id ORDER BY email, category"""
    assert [(email, bool(is_confirmed), *choice) for email, is_confirmed, *choice in rows(archive, choices)] == [
        ("asked@example.com", False, "newsletter", None),
        ("both@example.com", True, "AllNotice", None),
        ("both@example.com", True, "newsletter", 0),
        ("late@example.com", True, "AllNotice", 3),
        ("late@example.com", True, "newsletter", None),
        ("left@example.com", True, "AllNotice", 3),
        ("reader@example.com", True, "newsletter", 0),
    ]
    alerts = AlertService(archive, Mailer("", ""))
    moved = {one.email: one for one, _ in alerts.subscribers()}
    assert moved["both@example.com"].consent_at == datetime(2026, 11, 1, 12, tzinfo=UTC), "of what was confirmed"
    # The release before deletes a week later what nobody has confirmed.
    waiting = [local_time.now() - one.requested_at for one in moved.values() if not one.confirmed_at]
    assert [age < timedelta(minutes=5) for age in waiting] == [True]
    assert alerts.preferences("old") == {"newsletter"}
    asked = "SELECT kind, email FROM outgoing_mail JOIN alert_subscriber ON alert_subscriber.id = about"
    assert rows(archive, asked) == [("alert-request", "asked@example.com")]
    assert alerts.unsubscribe("old")
    assert "reader@example.com" not in [one.email for one, _ in alerts.subscribers()]
    downgrade(archive, "0032")
    left = rows(archive, "SELECT email, confirmed_at IS NOT NULL FROM newsletter_subscriber ORDER BY email")
    assert [(email, bool(is_confirmed)) for email, is_confirmed in left] == [
        ("asked@example.com", False), ("both@example.com", True), ("late@example.com", False),
    ]  # fmt: skip
    database.upgrade(archive.engine)


PDF = samples.GOOD["report.pdf"]
TOLD_SECONDS = 10


def _file(archive: Archive) -> Path:
    return archive.settings.data_dir / "starbond.db"


def test_deleted_database_stops_publishing_and_is_not_made_anew(archive: Archive):
    """SQLite would go on writing into the file without a name, and begin an empty one at the next connection."""
    publish(archive, "AllNotice", "Report.pdf", PDF)
    _file(archive).unlink()
    assert outcome(publish, archive, "AllNotice", "Next.pdf", samples.pdf("next")) == "database_unavailable"
    with pytest.raises(SQLAlchemyError):
        public_view.page(archive, "AllNotice")
    assert not _file(archive).exists()
    assert "gone" in (database.problem(archive.engine) or "")


def test_file_removed_within_a_transaction(archive: Archive):
    """The commit succeeds for SQLite, and is a failure for us."""
    for name in ("starbond.db-wal", "starbond.db"):
        with pytest.raises(OperationalError, match=r"gone|replaced"), database.writing(archive.engine) as session:  # noqa: PT012
            session.connection().exec_driver_sql("UPDATE listversion SET version = 1")
            (archive.settings.data_dir / name).unlink()


def test_database_that_was_put_back_is_used_at_once(archive: Archive, tmp_path: Path):
    """A restored file has another inode; connections to the old one are replaced."""
    document = publish(archive, "AllNotice", "Report.pdf", PDF)
    copy = tmp_path / "copy.db"
    with sqlite3.connect(copy) as target, sqlite3.connect(_file(archive)) as source:
        source.backup(target)
    for name in ("starbond.db", "starbond.db-wal", "starbond.db-shm"):
        (archive.settings.data_dir / name).unlink(missing_ok=True)
    copy.rename(_file(archive))
    assert database.problem(archive.engine) is None
    assert public_view.page(archive, "AllNotice").documents == (document,)
    publish(archive, "AllNotice", "Next.pdf", samples.pdf("next"))
    # As the file's mode or a read-only file system has it; root may write whatever the mode says.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite.os, "access", lambda *_given: False)
        assert outcome(publish, archive, "AllNotice", "Report.pdf", PDF) == "database_unavailable"
        assert "cannot be written" in (database.problem(archive.engine) or "")
    archive.engine.dispose()
    _file(archive).write_bytes(b"not a database " * 1000)
    assert "not a database" in (database.problem(archive.engine) or "")


def test_corrupt_or_missing_database_stops_the_start_with_a_sentence(tmp_path: Path):
    """An empty list in place of a lost one would look as if nothing had ever been published."""
    file = tmp_path / "starbond.db"
    with archive_in(tmp_path) as archive:
        publish(archive, "AllNotice", "Report.pdf", PDF)
    content = file.read_bytes()
    for spoiled in (b"not a database " * 1000, content[:4096] + bytes(len(content) - 4096)):
        for name in ("starbond.db-wal", "starbond.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        file.write_bytes(spoiled)
        with pytest.raises(database.DatabaseProblem, match=r"The database cannot be used .*starbond\.db"):
            archives.connect(Settings(data_dir=tmp_path))
    file.unlink()
    with pytest.raises(database.DatabaseProblem, match="The database is missing"):
        archives.connect(Settings(data_dir=tmp_path))
    assert not file.exists()
    file.mkdir()
    with pytest.raises(database.DatabaseProblem, match="The database cannot be used"):
        archives.connect(Settings(data_dir=tmp_path))


def test_sentence_holds_no_password():
    settings = Settings.model_validate({"database_address": "postgresql://site:secret@127.0.0.1:1/site"})
    sentence = database.problem(database.create(settings.database_url)) or ""
    assert "127.0.0.1" in sentence
    assert "secret" not in sentence


def test_locked_database(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Another process keeps the lock: a person is told in time, the file is not published, readers are served."""
    assert sqlite.BUSY_SECONDS + database.WRITER_SECONDS < TOLD_SECONDS
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.2)
    monkeypatch.setattr(database, "WRITER_SECONDS", 0.2)
    archive.engine.dispose()
    publish(archive, "AllNotice", "Report.pdf", PDF)
    other = sqlite3.connect(_file(archive), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    def upload(number: int) -> object:
        return outcome(publish, archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))

    with ThreadPoolExecutor(3) as pool:
        uploads = pool.map(upload, range(3))
        assert public_view.page(archive, "AllNotice").total == 1
        assert set(uploads) == {"database_unavailable"}
    other.execute("COMMIT")
    other.close()
    assert rows(archive, "SELECT count(*) FROM document") == [(1,)]
    publish(archive, "AllNotice", "After.pdf", samples.pdf("after"))
