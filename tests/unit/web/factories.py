"""Puts documents into an archive without the checks of publishing, which have tests of their own, and shows rows."""

import hashlib
import tempfile
from dataclasses import replace
from pathlib import Path

from starbond_site.content import Site
from starbond_site.documents import database, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document
from starbond_site.documents.storage import fresh_key
from starbond_site.documents.versions import raise_version
from starbond_site.presentation import topics
from starbond_site.shared import local_time

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 8


def store_document(
    archive: Archive,
    file_name: str = "Report -20-11-2026.pdf",
    media_type: str = "application/pdf",
    data: bytes = PDF,
    category: str = "AllNotice",
) -> Document:
    key = fresh_key(category)
    with tempfile.NamedTemporaryFile(dir=archive.settings.data_dir, delete=False) as file:
        file.write(data)
    archive.storage.put(key, Path(file.name), media_type)
    document = Document(
        category=category,
        file_name=file_name,
        media_type=media_type,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        key=key,
        published_at=local_time.now(),
    )
    with database.writing(archive.engine) as session:
        raise_version(session, category)
        session.add(document)
    return document


def html_of(site: Site, topic: str, found: tuple[object, ...]) -> str:
    """Return what the page of a feature shows of its rows."""
    return topics.OF_FEATURES[topic].hooks.html(site, replace(snapshot.EMPTY, tables={topic: snapshot.Rows(1, found)}))
