"""Migrations, publishing, the audit and several workers on PostgreSQL."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel
from starlette.applications import Starlette

from starbond_site.contact import records as contact
from starbond_site.documents import (
    audit,
    database,
    details,
    feed,
    nodes,
    publish,
    reading,
    refusals,
    snapshot,
    text_index,
    text_search,
)
from starbond_site.documents.archive import Archive
from starbond_site.documents.consistency import check
from starbond_site.documents.extractor import Extractor
from starbond_site.documents.selection import Selection
from starbond_site.documents.withdraw import withdraw
from starbond_site.mail import outbox, waiting
from starbond_site.operations import tables  # noqa: F401  the metadata knows every table then
from starbond_site.settings import Settings
from starbond_site.web import files
from starbond_site.web.api import Api
from tests.unit.documents import samples
from tests.unit.documents.made_pdfs import in_order_of_shapes
from tests.unit.documents.publishing import WHO, archive_in, rows
from tests.unit.documents.publishing import publish as publish_bytes
from tests.unit.web.asgi_client import ask


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


def test_migrations_create_the_tables_of_the_models(archive: Archive):
    """The migrated tables equal the models, and a second upgrade changes nothing."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(database.upgrade, [archive.engine] * 4))
    with archive.engine.connect() as connection:
        assert contact.SQLModel.metadata is SQLModel.metadata
        # The index of the full text belongs to the database alone: it has no model.
        options = {"include_name": lambda name, kind, _parents: kind != "table" or not text_index.is_index(name)}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), SQLModel.metadata) == []


def test_workers_upgrade_together(postgresql: str, archive: Archive):
    """Several workers that start on an empty database migrate it once."""
    with archive.engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engines = [database.create(archive.settings.database_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(database.upgrade, engines))
    assert set(snapshot.versions(archive).values()) == {0}
    for engine in engines:
        engine.dispose()


@pytest.mark.parametrize("change", ["UPDATE audit SET outcome = 'x'", "DELETE FROM audit", "TRUNCATE audit"])
def test_audit_can_only_grow(archive: Archive, change: str):
    """A trigger of PostgreSQL refuses to change or delete a row."""
    audit.record(archive, WHO, "publish", "AllNotice/report.pdf", "type_mismatch")
    with pytest.raises(Exception, match="the audit can only grow"), archive.engine.begin() as connection:
        connection.exec_driver_sql(change)
    assert rows(archive, "SELECT outcome FROM audit") == [("type_mismatch",)]


def test_life_of_a_document(archive: Archive):
    """Published, found, refused a second time, withdrawn."""
    document = publish_bytes(archive, "AllNotice", "বিজ্ঞপ্তি.pdf", samples.GOOD["report.pdf"])
    assert reading.page(archive, "AllNotice", selection=Selection("বিজ্ঞপ্তি")).documents == (document,)
    with pytest.raises(refusals.AlreadyPublished):
        publish_bytes(archive, "AllNotice", "Again.pdf", samples.GOOD["report.pdf"])
    for text in ("old", "new"):
        publish_bytes(archive, "Prospectus", f"{text}.pdf", samples.pdf(text))
    nodes.put(archive, "Financial", {"text": "বছর"}, WHO)
    assert "new" in str(nodes.values(archive)["Prospectus"])
    assert snapshot.read(archive).nodes["Financial"].value == {"text": "বছর"}
    assert withdraw(archive, document.id, WHO) == document
    assert withdraw(archive, document.id, WHO) is None
    assert check(archive, read_bytes=True).is_sound


def test_withdrawal_of_a_single_document(archive: Archive):
    """The one before comes back, and the page of the other says why; a reason has no character that is refused."""
    old, new = (publish_bytes(archive, "Result", f"{text}.pdf", samples.pdf(text)) for text in ("old", "new"))
    assert [details.read(archive, old.id), details.read(archive, new.id)] == [
        details.Details(
            document=old,
            replaced_by=details.Neighbour(new.id, new.file_name),
            replaced_at=new.published_at,
        ),
        details.Details(document=new, replaces=details.Neighbour(old.id, old.file_name)),
    ]
    withdraw(archive, new.id, WHO, "ভুল\0ফল " + "x" * 490)
    known = details.read(archive, new.id)
    assert known
    assert known.withdrawn
    assert known.withdrawn.reason == "ভুল ফল " + "x" * 490
    assert details.read(archive, old.id) == details.Details(document=old)
    assert [number for number, _ in details.public(archive, 10)] == [old.id]


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


@pytest.mark.parametrize("query", ["\0", "R\0", "R \0", "\x1b[2J", "\ud800"])
def test_search_for_control_characters(archive: Archive, query: str):
    """PostgreSQL cannot compare NUL with anything; such a search finds nothing, as on SQLite."""
    publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    assert reading.search(archive, query) == ()
    assert reading.page(archive, "AllNotice", selection=Selection(query)).total == 0
    assert reading.search(archive, "r\tpdf\n") != ()


@pytest.mark.parametrize("query", ["q=%00", "q=R%00", "q=%ED%A0%80", "q=%ff", "q=%5C", "q=%25", "q=" + "%00" * 20_000])
def test_search_address_answers_whatever_it_is_asked(archive: Archive, query: str):
    """No search is answered by 503 while the database works."""
    routes = Api(lambda: archive, feed.Feed(archive).current).routes
    answer = ask(Starlette(routes=list(routes)), "/api/search", query=query)
    assert (answer.status, answer.text) == (200, "[]")


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
    with ThreadPoolExecutor(4) as pool:
        read = sum(pool.map(lambda _: Extractor(archive).run(), range(4)))
    assert read + Extractor(archive).run() == 6
    assert rows(archive, "SELECT count(*) FROM extraction_claim") == [(0,)]


def test_many_at_once(archive: Archive):
    """Twelve publications of one list at the same moment: ids, times and the version rise together, none is lost."""
    with ThreadPoolExecutor(12) as pool:
        documents = list(
            pool.map(lambda number: publish_bytes(archive, "AllNotice", "R.pdf", samples.pdf(str(number))), range(12))
        )
    assert snapshot.versions(archive)["AllNotice"] == 12
    newest_first = sorted(documents, key=lambda document: document.id, reverse=True)
    assert reading.page(archive, "AllNotice").documents == tuple(newest_first)
    times = [document.published_at for document in newest_first]
    assert times == sorted(times, reverse=True)


def test_same_bytes_at_the_same_moment(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Of several uploads that pass the first check together, one is published."""
    monkeypatch.setattr(publish, "_refuse_known", lambda *_given: None)

    def upload(number: int) -> str:
        try:
            return publish_bytes(archive, "AllNotice", f"{number}.pdf", samples.GOOD["report.pdf"]).file_name
        except refusals.AlreadyPublished as refusal:
            return str(refusal.values["name"])

    with ThreadPoolExecutor(6) as pool:
        names = set(pool.map(upload, range(6)))
    assert len(names) == 1
    assert len(list(archive.storage.list())) == 1


def test_database_that_goes_away(archive: Archive):
    """A connection that the server ended is replaced; the visitor notices nothing."""
    publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'site' AND pid <> pg_backend_pid()"
    killer = database.create(archive.settings.database_url)
    with killer.begin() as connection:
        connection.exec_driver_sql(others)
    killer.dispose()
    assert reading.page(archive, "AllNotice").total == 1


def test_command_line_of_another_process(archive: Archive, postgresql: str):
    """The command line finds the same database by its setting."""
    publish_bytes(archive, "AllNotice", "R.pdf", samples.GOOD["report.pdf"])
    environment = {"STARBOND_DATABASE_URL": postgresql, "STARBOND_DATA_DIR": str(archive.settings.data_dir)}
    command = [sys.executable, "-m", "starbond_site.admin", "check", "--bytes"]
    done = subprocess.run(
        command, env=environment, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
    )
    assert done.stdout == "Records: 1, without their bytes: 0, altered: 0, left over: 0\n"
    assert done.returncode == 0


def test_outbox_of_several_workers(archive: Archive):
    """Workers claim different mails at the same moment; the same mail is queued once."""
    with database.writing(archive.engine) as session:
        for number in [*range(1, 21), *range(1, 21)]:
            outbox.add(session, "contact", number, f"<{number}@example.com>")
    assert waiting(archive.engine).count == 20

    def claim_all(_: int) -> list[int]:
        claimed = []
        while mail := outbox.claim(archive.engine):
            claimed.append(mail.about)
        return claimed

    with ThreadPoolExecutor(4) as pool:
        claims = [about for found in pool.map(claim_all, range(4)) for about in found]
    assert sorted(claims) == list(range(1, 21))
