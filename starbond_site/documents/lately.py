"""What was published lately, whatever became of it, for those who publish."""

import math
from dataclasses import dataclass

from sqlmodel import col, func, select

from starbond_site.documents import database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document

ROWS = 20


@dataclass(frozen=True, slots=True)
class Page:
    """Some documents, the last published first."""

    documents: tuple[Published, ...]
    number: int
    """Of this page, from 1."""
    pages: int


def page(archive: Archive, number: int = 1) -> Page:
    """Return a page of all documents; beyond the last page the last one."""
    with database.reading(archive.engine) as session:
        pages = max(1, math.ceil(session.exec(select(func.count()).select_from(Document)).one() / ROWS))
        number = min(max(1, number), pages)
        newest = select(Document).order_by(col(Document.id).desc()).offset((number - 1) * ROWS).limit(ROWS)
        return Page(tuple(reading.published(row) for row in session.exec(newest)), number, pages)
