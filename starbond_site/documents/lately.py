"""What was published lately, whatever became of it, for those who publish."""

import math
from dataclasses import dataclass
from enum import StrEnum

from sqlmodel import col, func, select

from starbond_site.documents import database, reading
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document

ROWS = 20


class State(StrEnum):
    """What the public sees of a document that was published."""

    PUBLIC = "public"
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Entry:
    """A document and its state."""

    document: Published
    state: State


@dataclass(frozen=True, slots=True)
class Page:
    """Some documents, the last published first."""

    entries: tuple[Entry, ...]
    number: int
    """Of this page, from 1."""
    pages: int


def state_of(document: Document) -> State:
    """Return the state of a record."""
    if document.withdrawn_at:
        return State.WITHDRAWN
    return State.REPLACED if document.replaced_at else State.PUBLIC


def page(archive: Archive, number: int = 1) -> Page:
    """Return a page of all documents; beyond the last page the last one."""
    with database.reading(archive.engine) as session:
        pages = max(1, math.ceil(session.exec(select(func.count()).select_from(Document)).one() / ROWS))
        number = min(max(1, number), pages)
        newest = select(Document).order_by(col(Document.id).desc()).offset((number - 1) * ROWS).limit(ROWS)
        rows = [Entry(reading.published(row), state_of(row)) for row in session.exec(newest)]
    return Page(tuple(rows), number, pages)
