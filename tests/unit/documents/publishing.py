"""Publishes documents for tests, and reads what was stored."""

import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel, select

from starbond_site.content.addresses import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import archive as archives
from starbond_site.documents import audit, database, document_record, public_view, snapshot
from starbond_site.documents import publish as publication
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.document_record import DocumentDetails
from starbond_site.documents.publish import Submission
from starbond_site.documents.records import Document, UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.uploads import PartialFile
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared import local_time
from starbond_site.shared.settings import Settings

PUBLIC_URL = "https://www.example.com"
DOWN = OperationalError(None, {}, Exception("connection lost"))
WHO = Actor("192.0.2.1", "open")
Record = TypeVar("Record", bound=SQLModel)
Value = TypeVar("Value")


@cache
def _template() -> bytes:
    """Return the file of an empty database: its migrations, which take longer than most tests, run once."""
    with TemporaryDirectory() as folder:
        archives.connect(Settings(data_dir=Path(folder))).close()
        return (Path(folder) / "starbond.db").read_bytes()


def place_database(folder: Path) -> None:
    """Put an empty database into a data folder without one, so that no migration runs when it is opened."""
    file = folder / "starbond.db"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
        file.write_bytes(_template())


@contextmanager
def archive_in(folder: Path, **settings: object) -> Iterator[Archive]:
    """Give the archive of a folder, at most 1 MiB a file; an empty one where there is none."""
    given = Settings.model_validate({"data_dir": folder, "max_upload_mb": 1} | settings)
    if not given.database_address:
        place_database(folder)
    made = archives.connect(given)
    yield made
    made.close()


@contextmanager
def arrived(archive: Archive, content: bytes) -> Iterator[UploadedFile]:
    archive.incoming.mkdir(mode=0o700, parents=True, exist_ok=True)
    source = archive.incoming / f"given-{secrets.token_hex(4)}"
    source.write_bytes(content)
    try:
        with UploadedFile(archive, source) as file:
            source.unlink()
            yield file
    finally:
        source.unlink(missing_ok=True)


def publish(
    archive: Archive,
    category: str,
    name: str,
    content: bytes,
    filed_on: date | None = None,
    *,
    pair: int = 0,
    replaces: int | None = None,
) -> Document:
    wanted = Submission(category=category, name=name, filed_on=filed_on, pair=pair, replaces=replaces)
    recording = audit.recording_refusals(archive, WHO, "publish", f"{category}/{name}")
    with recording, arrived(archive, content) as file:
        return publication.publish(archive, wanted, file, WHO)


def sent(archive: Archive, content: bytes) -> UnfinishedUpload:
    _, upload = uploads.begin(archive, "Report.pdf", len(content), WHO, "")
    with PartialFile(archive, upload) as part:
        part.append(0, content)
    return upload


def existing(value: Value | None) -> Value:
    """Return what has to be there."""
    assert value is not None
    return value


def outcome(call: Callable[..., object], *given: object, **named: object) -> object:
    """Return what a call gives, or the code of its refusal."""
    try:
        return call(*given, **named)
    except Refusal as refusal:
        return refusal.code


def at_once(count: int, work: Callable[[int], object]) -> list[Any]:
    """Do something in several threads that begin together; return what each returns, or the code of its refusal."""
    begin = threading.Barrier(count)

    def one(number: int) -> object:
        begin.wait(60)
        return outcome(work, number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def sentence(refusal: Refusal, language: Language = "en") -> str:
    return refusal_sentence(refusal.code, language, refusal.values)


def rows(archive: Archive, statement: str) -> list[tuple[object, ...]]:
    return archive.read(lambda session: [tuple(row) for row in session.connection().exec_driver_sql(statement)])


def records(archive: Archive, kind: type[Record]) -> list[Record]:
    return archive.read(lambda session: list(session.exec(select(kind))))


def change(archive: Archive, kind: type[SQLModel], number: int, **values: object) -> None:
    """Change a record as no part of the site does."""
    with database.writing(archive.engine) as session:
        record = session.get_one(kind, number)
        for name, value in values.items():
            setattr(record, name, value)


def execute(archive: Archive, statement: str) -> None:
    with archive.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def listed(archive: Archive, category: str = "AllNotice") -> list[int]:
    return [document.id for document in public_view.page(archive, category).documents]


def details_of(archive: Archive, number: int) -> DocumentDetails:
    return existing(document_record.read(archive, number))


def changes(archive: Archive) -> list[tuple[object, ...]]:
    return rows(archive, "SELECT kind, document_id FROM change WHERE kind <> 'published' ORDER BY number")


def current(archive: Archive) -> int | None:
    """Return the number of the prospectus that the site shows."""
    value = snapshot.node_views(archive)["Prospectus"].value
    return int(str(value["DownloadUrl"]).split("/")[2]) if isinstance(value, dict) else None


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_given: object, **_named: object) -> None:
        raise error

    return fail


def fail_at(archive: Archive, words: str) -> None:
    """Let the database fail at the first statement that holds some words, and work again afterwards."""

    @event.listens_for(archive.engine, "before_cursor_execute")
    def fail(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if words in statement:
            event.remove(archive.engine, "before_cursor_execute", fail)
            raise DOWN


def lose_commit(archive: Archive) -> None:
    """Let the next commit happen, and its answer be lost."""

    @event.listens_for(archive.engine, "commit")
    def lose(connection: object) -> None:
        event.remove(archive.engine, "commit", lose)
        connection.connection.driver_connection.execute("COMMIT")  # pyright: ignore[reportAttributeAccessIssue]
        raise DOWN


def pass_time(monkeypatch: pytest.MonkeyPatch, passed: timedelta) -> None:
    now = local_time.now
    monkeypatch.setattr(local_time, "now", lambda: now() + passed)


def assert_nothing_happened(archive: Archive) -> None:
    """Fail if there is a record, an object, a changed version or a leftover."""
    assert (list(archive.storage.list()), list(archive.incoming.glob("*"))) == ([], [])
    assert set(snapshot.versions(archive).values()) == {0}
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]
