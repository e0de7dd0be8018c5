"""What all corrections of a published document share: one transaction, and nothing that nobody has seen is undone.

A form names the newest change of its document that it was written with (`changes.last_of`). Where there is a newer one,
somebody else has changed the document meanwhile, and the form is refused: two windows never overrule each other.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.categories import SHEETS, SINGLES
from starbond_site.documents import audit, changes, database, names, reading, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.reading import Sheet
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal


@contextmanager
def correcting(
    archive: Archive, number: int, actor: Actor, action: str, *, to: str = ""
) -> Iterator[tuple[Session, Document]]:
    """Give a transaction and a document whose list, and the one it goes to, nobody else changes until it ends.

    Raises:
        Refusal: nothing was changed.
    """
    with audit.recording_refusals(archive, actor, action, f"document {number}"):
        try:
            with database.reading(archive.engine) as session:
                found = session.get(Document, number)
            if found is None:
                raise Refusal("document_unknown")
            lists = {found.category, *([to] if to else [])}
            with database.writing(archive.engine) as session:
                # Always in one order, so that two corrections never wait for each other. The row locks keep changes
                # of one list apart.
                for name in sorted(lists):
                    versions.raise_version(session, name)
                document = session.get_one(Document, number)
                if document.category != found.category:
                    raise Refusal("changed_meanwhile")
                yield session, document
        except SQLAlchemyError as error:
            raise Refusal("database_unavailable") from error
    for name in sorted(lists):
        archive.announce(name)


def refuse_unseen(session: Session, number: int, seen: int | None) -> None:
    """Refuse a correction of a document that was changed after the actor saw it.

    Args:
        session: of the correction.
        seen: newest change of the document that the actor knows (`changes.last_of`); None for whatever it is.
    """
    if seen is not None and changes.last_of(session, number) > seen:
        raise Refusal("changed_meanwhile")


def refuse_not_public(document: Document) -> None:
    if document.withdrawn_at:
        raise Refusal("already_withdrawn")
    if document.replaced_at:
        raise Refusal("already_replaced")


def subject(document: Document) -> str:
    return f"{document.category}/{document.id}/{document.file_name}"


def refuse_same_bytes(session: Session, category: str, sha256: str) -> None:
    same = select(Document.file_name, Document.title).where(*reading.current(category), col(Document.sha256) == sha256)
    if found := session.exec(same).first():
        file_name, title = found
        raise Refusal("already_published", name=names.shown_name(title, file_name))


def refuse_without_sheet(category: str, sheet: Sheet | None) -> None:
    """Refuse a document that nobody could find by its product among the safety data sheets."""
    if category in SHEETS and sheet is None:
        raise Refusal("sheet_elsewhere")


def supersede(session: Session, document: Document, by: int, actor: Actor) -> None:
    """Take a document out of its list: another one stands in its place, and its own address stays."""
    document.replaced_at, document.replaced_by = local_time.now(), by
    session.add(document)
    # Written first: of one file at most one record of a list is current (`document_once`).
    session.flush()
    changes.record(session, "replaced", document.id or 0)
    audit.add(session, actor, "replace", subject(document), audit.DONE, f"replaced by: {by}")


def become_current(session: Session, document: Document, actor: Actor) -> None:
    if document.category not in SINGLES:
        return
    others = select(Document).where(*reading.current(document.category), col(Document.id) != document.id)
    for other in session.exec(others).all():
        supersede(session, other, document.id or 0, actor)


def bring_back_previous(session: Session, category: str, gone: Document, actor: Actor, why: str) -> None:
    """Make the newest document of a single record current again that was not withdrawn itself."""
    if category not in SINGLES:
        return
    session.flush()
    gave_way_to_it = col(Document.replaced_by) == gone.id
    earlier = (
        select(Document)
        .where(
            Document.category == category,
            col(Document.id) != gone.id,
            (col(Document.id) < gone.id) | gave_way_to_it,
            col(Document.withdrawn_at).is_(None),
        )
        .order_by(gave_way_to_it.desc(), col(Document.replaced_at).desc(), col(Document.id).desc())
    )
    previous = session.exec(earlier).first()
    if previous is None:
        return
    previous.replaced_at = previous.replaced_by = None
    session.add(previous)
    changes.record(session, "restored", previous.id or 0)
    audit.add(session, actor, "restore", subject(previous), audit.DONE, f"{why}: {gone.id}")
