"""What the database knows of one document, for its evidence pack: records, audit, changes and versions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, or_, select

from starbond_site import features
from starbond_site.categories import Category
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Audit, Change, Document, ListVersion


@dataclass(frozen=True, slots=True)
class Found:
    """One document and everything that is recorded of it."""

    document: Document
    receipts: tuple[int, ...]
    """Ids of the documents whose receipts belong here: see `_related`."""
    audit: Sequence[Audit]
    """In the order in which it was written."""
    changes: Sequence[Change]
    """In their order."""
    versions: Sequence[ListVersion]
    """Of the list and of the log of changes, at this moment."""


def find(archive: Archive, number: int) -> Found | None:
    """Return what is recorded of a document, in one snapshot; None for an unknown id. Blocks."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        if document is None:
            return None
        named = select(ListVersion).where(col(ListVersion.name).in_((document.category, "changes")))
        return Found(
            document=document,
            receipts=tuple(_related(session, document)),
            audit=_audit(session, number),
            changes=session.exec(select(Change).where(Change.document_id == number).order_by(col(Change.number))).all(),
            versions=session.exec(named.order_by(col(ListVersion.name))).all(),
        )


def _related(session: Session, document: Document) -> Iterator[int]:
    """Yield the document, all with the same bytes, what it replaced and what replaced it, in the order of their ids."""
    same = (
        col(Document.id) == document.id,
        col(Document.sha256) == document.sha256,
        col(Document.replaced_by) == document.id,
        col(Document.id) == document.replaced_by,
    )
    yield from (
        number or 0 for number in session.exec(select(Document.id).where(or_(*same)).order_by(col(Document.id)))
    )


def _audit(session: Session, number: int) -> Sequence[Audit]:
    """Return the entries about a document, whatever list it stood in then, and about what features had of it."""
    subjects = [f"{owner}/{number}/" for owner in (*Category, "figures")]
    for module in features.modules("of_documents", "subjects"):
        subjects += module.subjects(session, number)
    # The name of a document follows its number; others have none.
    about = [(col(Audit.subject) + "/").startswith(subject, autoescape=True) for subject in subjects]
    duties = (col(Audit.action) == "name document of duty") & col(Audit.subject).endswith(f"/{number}")
    return session.exec(select(Audit).where(or_(*about, duties)).order_by(col(Audit.id))).all()
