"""Publishes a file: checked, stored, and recorded (`storing`).

The record, the new version of its list and the entry of the audit are one transaction.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, select

from starbond_site.documents import (
    attempts,
    audit,
    changes,
    database,
    file_types,
    language_pairs,
    names,
    public_view,
    storing,
    versions,
    virus_scan,
)
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.corrections import (
    category_of,
    refuse_not_public,
    refuse_same_bytes,
    refuse_without_sheet,
    subject,
)
from starbond_site.documents.file_types import FileType
from starbond_site.documents.inspection import images
from starbond_site.documents.records import Document, SafetySheet
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.selection import FIRST_YEAR
from starbond_site.documents.storage.local import translating_errors
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared import local_time, metrics
from starbond_site.shared.categories import SINGLES, Category

_WITH_PLACE = {"image/jpeg": "jpeg", "image/png": "png"}
"""Containers of pictures that may say where they were taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """Where a file is to be published, and as what; untrusted."""

    category: str
    """A `Category`; any other word is refused."""
    name: str
    """Of the file, as its author has it."""
    title: str = ""
    """As somebody typed it, in place of the name; empty for none."""
    pair: int = 0
    """Number of the document that it is the other language of (`language_pairs`); 0 for none."""
    replaces: int | None = None
    """Number of a public document of the same list, in whose place it will stand."""
    sheet: SafetySheet | None = None
    """Product, language and version of a safety data sheet; needed in `SHEETS`, and in no other list."""
    filed_on: date | None = None
    """Own date of a document that is entered later, in the company's time; that of today is the same as none."""
    without_place: bool = False
    """Whether a picture is published without what says where it was taken."""


def replacement(archive: Archive, number: int, name: str) -> Submission:
    """Return the submission of a file that replaces a document, with its title and the day it was entered for.

    Raises:
        Refusal: document_unknown, sheet_elsewhere: there is no such document, or its new version is to be named.
        SQLAlchemyError: the database does not answer.
    """
    old = archive.read(lambda session: session.get(Document, number))
    if old is None:
        raise Refusal("document_unknown")
    if old.sheet:
        raise Refusal("sheet_elsewhere")
    day = local_time.local_date(old.filed_at) if old.filed_at else None
    return Submission(category=old.category, name=name, title=old.title, replaces=number, filed_on=day)


def publish(archive: Archive, wanted: Submission, file: UploadedFile, actor: Actor, *, attempt: str = "") -> Document:
    """Publish a file; `archive.looks.is_scan` then tells whether it is a PDF of pictures without text.

    Args:
        wanted: what it is to become.
        file: it may be gone afterwards.
        attempt: of a page (`attempts.remembered`), which is settled with the record; empty for none.

    Raises:
        Refusal: outcome_unknown: the database did not confirm, and does not say whether the file is published.
        Refusal: nothing was published.
    """
    category, filed_at = category_of(wanted.category), _own_date(wanted.filed_on)
    refuse_without_sheet(category, wanted.sheet)
    name, title = names.checked_together(wanted.name, wanted.title)
    name, media_type = check_file(archive, name, file)
    if wanted.without_place and media_type in _WITH_PLACE:
        with translating_errors():
            picture = file.path.read_bytes()
        # Checked as every file.
        with UploadedFile(archive, [images.without_place(picture, _WITH_PLACE[media_type])]) as other:
            return publish(archive, replace(wanted, without_place=False), other, actor, attempt=attempt)
    refuse_known(archive, category, file.sha256, wanted.pair)
    document = Document(
        category=category.value,
        file_name=name,
        title=title,
        media_type=media_type,
        size=file.size,
        sha256=file.sha256,
        key=storages.fresh_key(category),
        published_at=local_time.now(),
        filed_at=filed_at,
        **(asdict(wanted.sheet) if wanted.sheet else {}),
    )

    def write(session: Session) -> None:
        running = attempts.unsettled(session, attempt) if attempt else None
        write_record(session, category, document, actor, wanted.replaces, wanted.pair)
        if running:
            running.outcome, running.document_id = attempts.PUBLISHED, document.id
        session.flush()
        if wanted.pair:
            public_view.shown(session, [document])

    published = storing.store(archive, document, file.path, write)
    metrics.PUBLISHES.labels(category.value).inc()
    archive.announce(category.value)
    return published


def check_file(archive: Archive, name: str, file: UploadedFile) -> tuple[str, str]:
    """Check a file as every publication does; return its name and media type. Writes nothing.

    A name without an extension gets that of the type, so that whoever downloads the file can open it.

    Raises:
        Refusal: it may not be published.
    """
    file_types.refuse_size(archive.settings, file.size)
    name = names.checked(name)
    found = _type(archive, name, file)
    if archive.settings.clamav:
        virus_scan.refuse_harmful(archive.settings.clamav, file.path)
    return name if names.extension(name) else names.checked(name + found.extensions[0]), found.media_type


def _type(archive: Archive, name: str, file: UploadedFile) -> FileType:
    """Return the type of a file; bytes that a preflight check found sound are neither looked at nor hashed again.

    A virus scanner is asked again: it learns.
    """
    if known := archive.looks.at(file.state):
        file.look, file.sha256 = known, known.sha256
    try:
        # Two processors: one inspects, one hashes.
        with ThreadPoolExecutor(1) as hashing:
            hashing.submit(getattr, file, "sha256")
            found = file_types.detect_type(file.path, name, file.look)
    except Refusal:
        file.look.end()
        raise
    file.look.sha256 = file.sha256
    archive.looks.add(file.look, file.state if file.is_settled else None)
    return found


def _own_date(day: date | None) -> datetime | None:
    """Return the beginning of the day of a document that is entered later; None for today's and for none."""
    today = local_time.today()
    if day is None or day == today:
        return None
    if not day.year >= FIRST_YEAR or day > today:
        raise Refusal("date_out_of_range", first=FIRST_YEAR)
    return local_time.start_of(day)


def refuse_known(archive: Archive, category: Category, sha256: str, pair: int = 0) -> None:
    """Refuse bytes that are already in the category, and a pair that cannot be, before anything is stored."""
    try:
        with database.reading(archive.engine) as session:
            refuse_same_bytes(session, category, sha256)
            if pair:
                language_pairs.refuse_impossible(session, category, pair)
    except SQLAlchemyError as error:
        raise storing.refusal_of(error) from error


def _superseded_by(session: Session, category: Category, replaces: int | None) -> Sequence[Document]:
    """Return the documents that a publication supersedes: the current one of a single record, or the one it names."""
    if replaces is not None:
        named = session.get(Document, replaces)
        if named is None:
            raise Refusal("document_unknown")
        refuse_not_public(named)
        if named.category != category:
            raise Refusal("changed_meanwhile")
        if category not in SINGLES:
            return (named,)
    is_single = category in SINGLES
    return session.exec(select(Document).where(*public_view.current(category))).all() if is_single else ()


def write_record(
    session: Session,
    category: Category,
    document: Document,
    actor: Actor,
    replaces: int | None = None,
    pair: int = 0,
) -> None:
    """Write a record, the version of its list, its changes and the entry of the audit within a transaction.

    Args:
        document: as it is to be recorded; it gets its id, its time, and the date in its name.
        replaces: number of the document whose place it takes; a single record takes that of the current one anyway.
        pair: number of the document that it is the other language of; 0 for none.

    Raises:
        Refusal: already_published: the bytes are in the category by now; the transaction has to be rolled back.
    """
    # First the version: its row lock lets publications of one list pass one at a time.
    versions.raise_version(session, category.value)
    refuse_same_bytes(session, category, document.sha256)
    moment = local_time.now()
    before = _superseded_by(session, category, replaces)
    # Time and name are those of the transaction, so that times rise with ids.
    document.published_at = moment
    document.file_name = names.file_name(document.file_name, document.own_day)
    session.add(document)
    session.flush()
    for old in before:
        old.replaced_at, old.replaced_by = moment, document.id
        changes.record(session, "replaced", old.id)
        if replaces:
            audit.add(session, actor, "replace", subject(old), audit.DONE, f"replaced by: {document.id}")
    changes.record(session, "published", document.id)
    if pair:
        language_pairs.join(session, document, pair, actor)
    detail = f"{document.sha256}; title: {document.title}" if document.title else document.sha256
    audit.add(session, actor, "publish", subject(document), audit.DONE, detail)
