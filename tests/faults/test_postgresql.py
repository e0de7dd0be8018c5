"""Migrations, publishing, the audit, search and several workers at once on PostgreSQL."""

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel
from starlette.applications import Starlette

from starbond_site.documents import (
    audit,
    database,
    feed,
    reading,
    recent,
    refusals,
    snapshot,
    text_index,
    text_search,
)
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.selection import Selection
from starbond_site.documents.withdraw import withdraw
from starbond_site.operations import tables  # noqa: F401  the metadata knows every table then
from starbond_site.people import challenges, passkeys, persons
from starbond_site.people.roles import Role
from starbond_site.presentation import atom
from starbond_site.web import files
from starbond_site.web.api import Api
from starbond_site.webhooks import registry
from starbond_site.webhooks.delivery import Delivery
from tests.faults import services
from tests.faults.services import Outside
from tests.serving import ROOT
from tests.unit.authenticator import Authenticator
from tests.unit.documents import samples
from tests.unit.documents.made_pdfs import in_order_of_shapes
from tests.unit.documents.publishing import WHO, archive_in, rows
from tests.unit.documents.publishing import publish as publish_bytes
from tests.unit.signing_in import ADDRESS
from tests.unit.web.asgi_client import ask
from tests.unit.webhook_receiver import receiving

URL = "https://www.example.com"


def at_once(count: int, work: Callable[[int], object]) -> list[object]:
    """Do something in several threads that begin together; return what each returns, or the code of its refusal."""
    begin = threading.Barrier(count)

    def one(number: int) -> object:
        begin.wait(60)
        try:
            return work(number)
        except refusals.Refusal as refusal:
            return refusal.code

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_workers_that_start_together_migrate_once(postgresql: Outside, tmp_path: Path):
    """The tables equal the models, and a second upgrade changes nothing."""
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
            assert compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata) == []


def test_audit_can_only_grow(archive: Archive):
    """A trigger of PostgreSQL refuses to change or delete a row."""
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    for change in ("UPDATE audit SET outcome = 'x'", "DELETE FROM audit", "TRUNCATE audit"):
        with pytest.raises(Exception, match="the audit can only grow"), archive.engine.begin() as connection:
            connection.exec_driver_sql(change)
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]


def test_download_and_times(archive: Archive):
    """A download is answered, also where the session of PostgreSQL has another zone; times come back in UTC."""
    document = publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("ALTER ROLE site SET timezone = 'Asia/Dhaka'")
    archive.engine.dispose()
    try:
        answer = ask(Starlette(routes=list(files.routes(lambda: archive))), unquote(document.download_url))
        assert (answer.status, answer.body) == (200, samples.GOOD["report.pdf"])
        assert answer.headers["last-modified"].endswith(" GMT")
        assert reading.page(archive, "AllNotice").documents == (document,)
    finally:
        with archive.engine.begin() as connection:
            connection.exec_driver_sql("ALTER ROLE site RESET timezone")


def test_search_answers_whatever_it_is_asked(archive: Archive):
    """PostgreSQL cannot compare NUL with anything: such a search finds nothing, as on SQLite, and is no 503."""
    publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    for query in ("\0", "R\0", "R \0", "\x1b[2J", "\ud800"):
        assert reading.search(archive, query) == (), query
        assert reading.page(archive, "AllNotice", selection=Selection(query)).total == 0, query
    assert reading.search(archive, "r\tpdf\n") != ()
    app = Starlette(routes=list(Api(lambda: archive, feed.Feed(archive).current).routes))
    for query in ("%00", "R%00", "%ED%A0%80", "%ff", "%5C", "%25", "%00" * 20_000):
        answer = ask(app, "/api/search", query=f"q={query}")
        assert (answer.status, answer.text) == (200, "[]"), query


def test_both_databases_find_the_same(archive: Archive, tmp_path: Path):
    """Names, words, beginnings, Bangla in two spellings, pages, order and snippets."""
    with archive_in(tmp_path / "embedded") as embedded:
        for made in (archive, embedded):
            for number, words in enumerate(("dividend দিবস ২০২৬", "dividends of the year", "বিনিয়োগকারী সভা 2026")):
                publish_bytes(made, "AllNotice", f"Paper {number}.pdf", in_order_of_shapes([words.split(), ["end"]]))
            assert Extractor(made).run() == 3
        words = ("dividend", "divid", "2026", "২০২৬", "বিনি\u09af\u09bcোগ", "end", "paper", "dividend দিব")
        for query in (*words, "x' | y", "\\"):
            found, expected = (
                [(match.document.id, match.page, match.snippet) for match in text_search.search(made, query)]
                for made in (archive, embedded)
            )
            assert found == expected
            assert bool(found) == (query in words)
        with database.writing(archive.engine) as session:
            assert text_index.rebuild(session.connection()) == 6


def test_workers_read_different_documents(archive: Archive):
    """Four at once claim each document once."""
    for number in range(6):
        publish_bytes(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))
    read = sum(map(int, map(str, at_once(4, lambda _: Extractor(archive).run()))))
    assert read + Extractor(archive).run() == 6
    assert rows(archive, "SELECT count(*) FROM extraction_claim") == [(0,)]


def test_many_publish_at_once(archive: Archive):
    """Twelve publications of one list at the same moment: ids, times and the version rise together, none is lost."""
    published = at_once(12, lambda number: publish_bytes(archive, "AllNotice", "R.pdf", samples.pdf(str(number))))
    assert snapshot.versions(archive)["AllNotice"] == 12
    documents = reading.page(archive, "AllNotice").documents
    assert {document.id: document for document in documents} == {found.id: found for found in published}  # pyright: ignore[reportAttributeAccessIssue]
    assert [document.id for document in documents] == sorted((document.id for document in documents), reverse=True)
    times = [document.published_at for document in documents]
    assert times == sorted(times, reverse=True)


def test_connection_that_the_server_ended_is_replaced(archive: Archive):
    """The visitor notices nothing."""
    publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'site' AND pid <> pg_backend_pid()"
    killer = database.create(archive.settings.database_url)
    with killer.begin() as connection:
        connection.exec_driver_sql(others)
    killer.dispose()
    assert reading.page(archive, "AllNotice").total == 1


def test_command_line_finds_the_database_by_its_setting(archive: Archive, address: str):
    publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    environment = {"STARBOND_DATABASE_URL": address, "STARBOND_DATA_DIR": str(archive.settings.data_dir)}
    command = [sys.executable, "-m", "starbond_site.admin", "check", "--bytes"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "Records: 1, without their bytes: 0, altered: 0, left over: 0\n"
    assert done.returncode == 0


def test_webhooks_post_each_change_once_and_in_order(archive: Archive):
    """Six workers claim at once; the feed has a tombstone of what was withdrawn."""
    with receiving() as first, receiving() as second:
        for receiver in (first, second):
            receiver.secret = registry.add(archive, receiver.url, is_private=True).secret
        for name in ("0", "1", "2", "gone"):
            document = publish_bytes(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
        withdraw(archive, document.id, WHO)

        def work(_: int) -> None:
            worker = Delivery(archive.engine, archive.settings.public_url)
            while claimed := worker.claim():
                worker.deliver(claimed)

        at_once(6, work)
        assert first.numbers == second.numbers == [1, 2, 3, 4, 5]
        found = recent.read(archive, atom.categories(atom.ALL))
        assert [entry.document.file_name[0] for entry in found.entries] == ["2", "1", "0"]
        assert [tombstone.id for tombstone in found.withdrawn] == [document.id]
        assert found.changed_at == found.withdrawn[0].at


def test_link_and_answer_of_a_person_are_taken_once(address: str, tmp_path: Path):
    """By two devices that accept an invitation, and by four workers that get the answer of one passkey, at once."""
    with archive_in(tmp_path, database_address=address, url=URL) as archive:
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
