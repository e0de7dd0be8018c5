"""Publishes documents for tests, and reads what was stored."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from starbond_site.content.models import Language
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import archive as archives
from starbond_site.documents import database, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Published
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.upload import Upload
from starbond_site.settings import Settings

WHO = Actor("192.0.2.1", "open")


@contextmanager
def archive_in(folder: Path, **settings: object) -> Iterator[Archive]:
    """Give an archive in a folder of its own, at most 1 MiB a file."""
    made = archives.connect(Settings.model_validate({"data_dir": folder, "max_upload_mb": 1} | settings))
    yield made
    made.close()


def publish(archive: Archive, category: str, name: str, content: bytes, filed_on: date | None = None) -> Published:
    """Publish bytes."""
    with Upload(archive, category, name, WHO, filed_on=filed_on) as upload:
        upload.write(content)
        return upload.publish()


def sentence(refusal: Refusal, language: Language = "en") -> str:
    """Return what a person reads."""
    return refusal_sentence(refusal.code, language, refusal.values)


def rows(archive: Archive, statement: str) -> list[tuple[object, ...]]:
    """Return what a statement finds."""
    with database.reading(archive.engine) as session:
        return [tuple(row) for row in session.connection().exec_driver_sql(statement)]


def assert_nothing_happened(archive: Archive) -> None:
    """Fail if there is a record, an object, a changed version or a leftover."""
    assert list(archive.storage.list()) == []
    assert list(archive.incoming.glob("*")) == []
    assert set(snapshot.versions(archive).values()) == {0}
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]
