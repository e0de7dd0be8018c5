"""Rules, migrations, publishing, the audit, search and several workers at once on PostgreSQL, and one that freezes."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel
from starlette.applications import Starlette

from starbond_site.documents import (
    attempts,
    audit,
    database,
    feed,
    public_view,
    snapshot,
    text_index,
    text_search,
    versions,
)
from starbond_site.documents import postgresql as connections
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.publish import Submission
from starbond_site.documents.records import Document, UnfinishedUpload
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.documents.resuming.uploads import OffsetMismatch, PartialFile
from starbond_site.documents.selection import Selection
from starbond_site.features.alerts.service import AlertService, field_name
from starbond_site.features.people import challenges, passkeys, persons
from starbond_site.features.sealed import service as filings
from starbond_site.features.sealed.release import release
from starbond_site.features.webhooks import service
from starbond_site.features.webhooks.jobs import WebhookDelivery
from starbond_site.mail import Mailer
from starbond_site.mail.submissions import FormOutcome
from starbond_site.operations import dump
from starbond_site.presentation.search import ranking
from starbond_site.presentation.topics import Fragments
from starbond_site.shared.categories import NEWSLETTER
from starbond_site.shared.roles import Role
from starbond_site.web import files
from starbond_site.web.api import Api
from tests.conftest import THOROUGH
from tests.faults import services
from tests.faults.services import Outside
from tests.faults.survival import until
from tests.serving import ROOT
from tests.unit.alert_desk import add_subscribers
from tests.unit.authenticator import Authenticator
from tests.unit.documents import samples
from tests.unit.documents.made_pdfs import in_order_of_shapes
from tests.unit.documents.publishing import WHO, archive_in, at_once, outcome, publish, rows
from tests.unit.sealed.sealed_filings import RUNA, seal
from tests.unit.signing_in import ADDRESS
from tests.unit.web.asgi_client import ask
from tests.unit.webhook_receiver import receiving

RULES = tuple(
    f"tests/unit/{name}"
    for name in (
        "alerts/test_alert_mails.py", "documents/test_attempts.py", "documents/test_calendar_entries.py",
        "documents/test_corrections.py", "documents/test_figures.py", "documents/test_publish.py",
        "documents/test_public_log.py::test_two_instances_sign_once",
        "documents/test_public_log.py::test_a_crash_between_commit_and_checkpoint_loses_nothing",
        "mail/test_mail_outbox.py", "people/test_persons.py",
    )
)  # fmt: skip
"""What the database keeps; the long version has more of it."""
MORE_RULES = (
    "tests/unit/alerts/test_alert_service.py",
    "tests/unit/documents/test_node_ends.py",
    "tests/unit/documents/test_database.py::test_numbers_have_no_gaps",
    "tests/unit/documents/test_database.py::test_migration_logs_what_happened_before",
    "tests/unit/documents/test_database.py::test_titles_go_with_a_downgrade_and_documents_stay",
    "tests/unit/documents/test_database.py::test_readers_of_the_newsletter_become_subscribers_with_their_links",
    "tests/unit/people",
)
AT_LEAST = 50
"""Cases that ran: fewer would mean that modules were not found."""
STATEMENTS = ("UPDATE listversion", "INSERT INTO document", "INTO audit")
COMMIT = "the commit"
ATTEMPT = "attempt-at-a-frozen-commit"
PDF = samples.GOOD["report.pdf"]


def test_rules_hold_on_postgresql(address: str):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short"]
    command += ["-p", "tests.faults.on_postgresql", *RULES, *(MORE_RULES * THOROUGH)]
    environment = os.environ | {"POSTGRESQL": address}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    passed = re.search(r"(\d+) passed", done.stdout)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert passed
    assert int(passed[1]) >= AT_LEAST, done.stdout


def test_workers_that_start_together_migrate_once(postgresql: Outside, tmp_path: Path):
    with archive_in(tmp_path, database_address=services.new_database(postgresql.url)) as archive:
        with archive.engine.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
        engines = [database.create(archive.settings.database_url) for _ in range(4)]
        for _ in range(2):
            at_once(4, lambda number: database.upgrade(engines[number]))
        for engine in engines:
            engine.dispose()
        assert set(snapshot.versions(archive).values()) == {0}
        with archive.engine.begin() as connection:
            # Reading the tables of a whole schema may take longer than a statement of the site.
            database.wait_for_ever(connection)
            # The index of the full text belongs to the database alone: it has no model.
            options = {"include_name": lambda name, kind, _parents: kind != "table" or not text_index.is_index(name)}
            assert dump.described()
            assert compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata) == []


def test_audit_can_only_grow(archive: Archive):
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    for change in ("UPDATE audit SET outcome = 'x'", "DELETE FROM audit", "TRUNCATE audit"):
        with pytest.raises(Exception, match="the audit can only grow"), archive.engine.begin() as connection:
            connection.exec_driver_sql(change)
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]


def test_times_and_a_connection_that_the_server_ended(archive: Archive):
    document = publish(archive, "AllNotice", "R.pdf", PDF)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'site' AND pid <> pg_backend_pid()"
    other = database.create(archive.settings.database_url)
    try:
        with other.begin() as connection:
            connection.exec_driver_sql("ALTER ROLE site SET timezone = 'Asia/Dhaka'")
            connection.exec_driver_sql(others)

        async def current() -> snapshot.Snapshot:
            return snapshot.EMPTY

        answer = ask(Starlette(routes=list(files.routes(lambda: archive, current))), unquote(document.download_url))
        assert (answer.status, answer.body) == (200, PDF)
        assert answer.headers["last-modified"].endswith(" GMT")
        assert public_view.page(archive, "AllNotice").documents == (document,)
    finally:
        with other.begin() as connection:
            connection.exec_driver_sql("ALTER ROLE site RESET timezone")
        other.dispose()


def searched(archive: Archive, query: str) -> list[tuple[int, int | None, str | None]]:
    found = ranking.search(archive, "en", query, 8)
    matches = [each for each in found if isinstance(each, text_search.Match)]
    return [(match.document.id, match.page, match.snippet) for match in matches]


def test_search_answers_whatever_it_is_asked(archive: Archive):
    """PostgreSQL cannot compare NUL with anything: such a search is no 503, and answers as on SQLite."""
    publish(archive, "AllNotice", "Rare.pdf", PDF)
    for query in ("\0", "R\0", "R \0", "\x1b[2J", "\ud800"):
        assert searched(archive, query) == [], query
        assert public_view.page(archive, "AllNotice", selection=Selection(query)).total == 0, query
    assert searched(archive, "rare\tpdf\n") == searched(archive, "rare \0") != []
    fragments = Fragments(lambda: archive, lambda: snapshot.EMPTY)
    parts = Mock(archive=lambda: archive, current=feed.Feed(archive).current, fragments=fragments)
    app = Starlette(routes=list(Api(parts).routes))
    for query in ("%00", "R%00", "%ED%A0%80", "%ff", "%5C", "%25", "%00" * 20_000):
        answer = ask(app, "/api/search", query=f"q={query}")
        assert (answer.status, answer.text) == (200, "[]"), query


def test_both_databases_find_the_same(archive: Archive, tmp_path: Path):
    with archive_in(tmp_path / "embedded") as embedded:
        for made in (archive, embedded):
            for number, words in enumerate(("dividend দিবস ২০২৬", "dividends of the year", "বিনিয়োগকারী সভা 2026")):
                publish(made, "AllNotice", f"Paper {number}.pdf", in_order_of_shapes([words.split(), ["end"]]))
        read = at_once(4, lambda _: Extractor(archive).run())
        assert sum(map(int, map(str, read))) + Extractor(archive).run() == Extractor(embedded).run() == 3
        assert rows(archive, "SELECT count(*) FROM extraction_claim") == [(0,)]
        words = ("dividend", "divid", "2026", "২০২৬", "বিনি\u09af\u09bcোগ", "end", "dividend দিব")
        words += ("paper", "papr 2 xyzzy notices", "বিজ্ঞপ্তি paper")
        for query in (*words, "x' | y", "\\"):
            found, expected = (searched(made, query) for made in (archive, embedded))
            assert found == expected
            assert bool(found) == (query in words)
        with database.writing(archive.engine) as session:
            assert text_index.rebuild(session.connection()) == 6


def test_many_publish_at_once(archive: Archive):
    published = at_once(12, lambda number: publish(archive, "AllNotice", "R.pdf", samples.pdf(str(number))))
    assert snapshot.versions(archive)["AllNotice"] == 12
    documents = public_view.page(archive, "AllNotice").documents
    assert {document.id: document for document in documents} == {found.id: found for found in published}  # pyright: ignore[reportAttributeAccessIssue]
    for values in ([document.id for document in documents], [document.published_at for document in documents]):
        assert values == sorted(values, reverse=True)
    with receiving() as first, receiving() as second:
        for receiver in (first, second):
            receiver.secret = service.add(archive, receiver.url, is_private=True).secret
        for number in range(5):
            publish(archive, "BondIssue", "R.pdf", samples.pdf(str(number)))

        def work(_: int) -> None:
            worker = WebhookDelivery(archive.engine, archive.settings.public_url)
            while claimed := worker.claim():
                worker.deliver(claimed)

        at_once(6, work)
        assert first.numbers == second.numbers == [*range(13, 18)]


def test_link_and_answer_of_a_person_are_taken_once(address: str, tmp_path: Path):
    with archive_in(tmp_path, database_address=address, url="https://www.example.com") as archive:
        person, token = persons.invite(archive, COMMAND_LINE, "A", "a@example.com", [Role.PREPARE])
        devices = [Authenticator(), Authenticator()]

        def accept(number: int) -> str:
            options, cookie = passkeys.registration_options(archive, person, challenges.for_invitation(token))
            answer = devices[number].register(options)
            passkeys.accept(archive, passkeys.Browser(address=ADDRESS, cookie=cookie), token, answer)
            return "accepted"

        accepted = at_once(2, accept)
        assert sorted(map(str, accepted)) == ["accepted", "invitation_invalid"]
        assert rows(archive, "SELECT count(*) FROM passkey") == [(1,)]
        options, cookie = passkeys.authentication_options(archive)
        answer = devices[accepted.index("accepted")].sign(options)

        def sign_in(_: int) -> str:
            passkeys.sign_in(archive, passkeys.Browser(address=ADDRESS, cookie=cookie), answer)
            return "signed in"

        assert sorted(map(str, at_once(4, sign_in))) == [*["passkey_refused"] * 3, "signed in"]


def _wait_at(stage: str, archive: Archive, wait: Callable[[], object]) -> None:
    """Let the first publication wait before a statement, or before the commit of its record."""
    passed: list[object] = []

    @event.listens_for(archive.engine, "before_cursor_execute")
    def before(connection: Connection, _cursor: object, statement: str, *_rest: object) -> None:
        if stage in statement and not passed:
            passed.append(wait())
        if "INSERT INTO document" in statement:
            connection.info["records"] = True

    @event.listens_for(archive.engine, "commit")
    def commit(connection: Connection) -> None:
        if stage == COMMIT and connection.info.get("records") and not passed:
            passed.append(wait())


def test_who_cancels_a_filing_waits_for_its_release(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """By the lock of its row: what is public was not cancelled. They wait as long as a busy machine needs."""
    monkeypatch.setitem(connections.OPTIONS, "options", "")
    monkeypatch.setattr(connections.BoundedConnection, "answer_seconds", None)
    waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    cancelled = list[Future[object]]()
    with archive_in(tmp_path, database_address=address) as archive, ThreadPoolExecutor() as pool:
        number = seal(archive).id
        filings.release_now(archive, number, RUNA)

        def cancel() -> None:
            cancelled.append(pool.submit(outcome, filings.cancel, archive, number, RUNA, "Too early."))
            until(lambda: cancelled[0].done() or rows(archive, waits), "it neither waits nor ends")

        _wait_at("INSERT INTO document", archive, cancel)
        published = release(archive, number)
        assert (cancelled[0].result(), published and published.id) == ("not_sealed", 1)
        assert rows(archive, "SELECT state FROM sealed") == [("released",)]


@pytest.mark.parametrize("again", [False, True])
def test_who_unsubscribes_is_gone_whatever_another_window_does(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, again: bool
):
    """Saving preferences waits, and finds nobody; signing up waits, and is a new request. Neither is a deadlock."""
    monkeypatch.setitem(connections.OPTIONS, "options", "")
    monkeypatch.setattr(connections.BoundedConnection, "answer_seconds", None)
    waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    others = list[Future[object]]()
    with archive_in(tmp_path, database_address=address) as archive, ThreadPoolExecutor() as pool:
        alerts = AlertService(archive, Mailer("", ""))
        (email,) = add_subscribers(archive, 1, [NEWSLETTER])
        ((reader, _, _),) = alerts.newsletter_readers()
        key = alerts.links.lasting(reader)

        def other() -> object:
            if again:
                return alerts.subscribe({"email": email, "consent": True}, ADDRESS, is_newsletter=True)
            return alerts.save(key, {field_name(NEWSLETTER): "on", field_name("AllNotice"): "on"})

        def change() -> None:
            others.append(pool.submit(outcome, other))
            until(lambda: others[0].done() or rows(archive, waits), "it neither waits nor ends")

        _wait_at("DELETE FROM alert_subscriber", archive, change)
        assert alerts.unsubscribe(key)
        assert others[0].result() == (FormOutcome() if again else None)
        assert rows(archive, "SELECT confirmed_at FROM alert_subscriber") == [(None,)] * again
        assert rows(archive, "SELECT category, since_change FROM alert_choice") == [(NEWSLETTER, None)] * again


def _publish_at(archive: Archive, stage: str) -> Document:
    """Publish the same file again and again, at the commit by the same attempt."""
    file = UnfinishedUpload.model_construct(token_hash="0" * 64, size=len(PDF))
    with PartialFile(archive, file) as part, suppress(OffsetMismatch):
        part.append(0, PDF)
    wanted = Submission(category="AllNotice", name=f"{stage}.pdf")
    return publish_upload(archive, file, wanted, WHO, attempts.remembered(ATTEMPT if stage == COMMIT else ""))


def test_frozen_at_every_stage(postgresql: Outside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Nothing is published, no lock stays; at the commit nobody can say what happened until the server goes on.

    That all this takes less than 10 seconds with the site's own limits is tried in ``test_stack.py``.
    """
    monkeypatch.setattr(connections.BoundedConnection, "answer_seconds", 1.5)
    stages = (*STATEMENTS, COMMIT)
    reached, is_frozen = threading.Barrier(len(stages) + 1), threading.Event()
    archives: dict[str, Archive] = {}
    with ExitStack() as opened, ThreadPoolExecutor() as pool:
        for stage in (*stages, "before"):
            made = services.new_database(postgresql.url, template=services.MIGRATED)
            archives[stage] = opened.enter_context(archive_in(tmp_path / stage, database_address=made))
            public_view.page(archives[stage], "AllNotice")
        for stage in stages:
            _wait_at(stage, archives[stage], lambda: (reached.wait(60), is_frozen.wait(60)))
        refused = {stage: pool.submit(outcome, _publish_at, archives[stage], stage) for stage in stages}
        reached.wait(60)
        postgresql.service.freeze()
        try:
            is_frozen.set()
            told = {stage: found.result() for stage, found in refused.items()}
            assert told == {**dict.fromkeys(STATEMENTS, "database_unavailable"), COMMIT: "outcome_unknown"}
            # Who comes now, is told too; whoever reads, as well.
            late = pool.submit(outcome, _publish_at, archives["before"], "before")
            for asked in (
                pool.submit(public_view.page, archives["before"], "BondIssue"),
                pool.submit(attempts.known, archives[COMMIT], ATTEMPT),
            ):
                with pytest.raises(SQLAlchemyError):
                    asked.result()
            assert late.result() == "database_unavailable"
            assert "cannot be used" in (database.problem(archives["before"].engine) or "")
        finally:
            postgresql.service.thaw()
        for stage in (*STATEMENTS, "before"):
            assert rows(archives[stage], "SELECT count(*) FROM document") == [(0,)], stage
            assert publish(archives[stage], "AllNotice", "Report.pdf", PDF).id
        # The page asks for the same again: it was published then, or is now.
        again = lambda: outcome(_publish_at, archives[COMMIT], COMMIT)  # noqa: E731
        answer = until(lambda: (said := again()) != "outcome_unknown" and said, "still running")
        assert isinstance(answer, Document), answer
        found = public_view.find(archives[COMMIT], 1)
        assert found
        assert b"".join(archives[COMMIT].storage.read(found.key)) == PDF


def test_only_migrations_wait_without_a_limit(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(connections.OPTIONS, "options", "-c statement_timeout=500 -c lock_timeout=300")
    monkeypatch.setattr(connections.BoundedConnection, "answer_seconds", 1.5)

    def sleep(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT pg_sleep(2)")

    with archive_in(tmp_path, database_address=address) as archive:
        monkeypatch.setattr(database.command, "upgrade", lambda config, _: sleep(config.attributes["connection"]))
        database.upgrade(archive.engine)
        with pytest.raises(SQLAlchemyError), archive.engine.connect() as connection:
            sleep(connection)
        with database.writing(archive.engine) as holder:
            versions.raise_version(holder, "AllNotice")
            assert outcome(publish, archive, "AllNotice", "Report.pdf", PDF) == "database_unavailable"
            audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
            assert public_view.page(archive, "BondIssue").total == 0
