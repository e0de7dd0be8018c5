"""Correcting a published document: withdraw it, replace it, restore it, give it another name, title or list.

Each is one transaction: the record, the versions of the lists, the log of changes and the audit. The bytes, their
SHA-256, the number, the time of publication and the address of the document's page never change. Whatever raises a
`Refusal` has changed nothing.

A form names the newest change of its document that it was written with (`changes.last_of`). Where there is a newer one,
somebody else has changed the document meanwhile, and the form is refused: two windows never overrule each other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from sqlmodel import Session, col, select

from starbond_site.documents import audit, changes, names, public_view, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.file_types import EXTENSIONS
from starbond_site.documents.records import Document, SafetySheet
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time
from starbond_site.shared.categories import SHEETS, SINGLES, Category


def withdraw(archive: Archive, number: int, actor: Actor, reason: str = "", seen: int | None = None) -> Document:
    """Withdraw a document: the record and the bytes stay, nobody sees the file, and its page says when and why.

    Where it was the current one of a single record, the one before is public again.

    Returns:
        What was withdrawn.
    """
    with _correcting(archive, number, actor, "withdraw", seen) as (session, document):
        reason = names.checked_reason(reason)
        if document.withdrawn_at:
            raise Refusal("already_withdrawn")
        document.withdrawn_at, document.withdrawn_reason = local_time.now(), reason
        _write(session, document, actor, "withdrawn", "withdraw", reason)
        if document.replaced_at is None:
            _bring_back_previous(session, document.category, document, actor, "withdrawn")
        return document


def replace(archive: Archive, number: int, by: int, actor: Actor, seen: int | None = None) -> Document:
    """Let a public document of the same list stand in the place of another one, whose page then points to it.

    Returns:
        What took its place.
    """
    with _correcting(archive, number, actor, "replace", seen) as (session, document):
        refuse_not_public(document)
        successor = session.get(Document, by)
        if successor is None:
            raise Refusal("document_unknown")
        if by == number or successor.category != document.category:
            raise Refusal("successor_elsewhere")
        refuse_not_public(successor)
        _supersede(session, document, by, actor)
        return successor


def restore(archive: Archive, number: int, actor: Actor, seen: int | None = None) -> Document:
    """Undo the withdrawal of a document, or its replacement: it is public again as it was before.

    The current document of a single record gives way to it.
    """
    with _correcting(archive, number, actor, "restore", seen) as (session, document):
        if document.is_public:
            raise Refusal("already_public")
        detail = f"withdrawn: {document.withdrawn_reason}" if document.withdrawn_at else "replaced"
        # What was replaced before it was withdrawn is replaced again.
        if document.withdrawn_at is None or document.replaced_at is None:
            refuse_same_bytes(session, document.category, document.sha256)
            _become_current(session, document, actor)
            document.replaced_at = document.replaced_by = None
        document.withdrawn_at, document.withdrawn_reason = None, ""
        _write(session, document, actor, "restored", "restore", detail)
        return document


def rename(archive: Archive, number: int, name: str, actor: Actor, seen: int | None = None) -> Document:
    """Correct the shown name of a document. Addresses with the old name lead to the new one.

    Args:
        name: without its date, or with it; without its extension, or with it, which stays what it is.
    """
    with _correcting(archive, number, actor, "rename", seen) as (session, document):
        before = document.file_name
        after = corrected_name(name, before, document.own_day)
        if after == before:
            raise Refusal("name_unchanged")
        document.file_name = after
        _write(session, document, actor, "renamed", "rename", f"before: {before}")
        return document


def retitle(archive: Archive, number: int, title: str, actor: Actor, seen: int | None = None) -> Document:
    """Correct the title of a document; an empty one leaves the name of its file, which stays what it is."""
    with _correcting(archive, number, actor, "title", seen) as (session, document):
        before, after = document.title, names.checked_title(title)
        if after == before:
            raise Refusal("title_unchanged")
        document.title = after
        # Those who mirror read the record anew; the log has no kinds that they do not know.
        _write(session, document, actor, "renamed", "title", f"before: {before}; title: {after}")
        return document


def corrected_name(name: str, before: str, day: date) -> str:
    """Return the shown name that a typed one becomes.

    Raises:
        Refusal: it may not be a name.
    """
    extension = names.extension(before)
    typed = names.checked(name)
    given = names.extension(typed)
    if given.casefold() == extension.casefold():
        typed = typed.removesuffix(given)
    elif given.casefold() in EXTENSIONS:
        raise Refusal("extension_fixed", extension=extension)
    suffix = names.file_name("", day)
    stem = typed.removesuffix(suffix.strip()).removesuffix(suffix).strip()
    return names.file_name(names.checked(stem + extension), day)


def move(archive: Archive, number: int, category: str, actor: Actor, seen: int | None = None) -> Document:
    """Put a public document into another list, at the place that its date gives it there.

    A single record has one current document: what it had gives way, and comes back when this one leaves again.
    """
    wanted = category_of(category).value
    with _correcting(archive, number, actor, "move", seen, to=wanted) as (session, document):
        refuse_not_public(document)
        before = document.category
        if before == wanted:
            raise Refusal("list_unchanged")
        refuse_same_bytes(session, wanted, document.sha256)
        document.category = wanted
        refuse_without_sheet(wanted, document.sheet)
        _become_current(session, document, actor)
        _write(session, document, actor, "moved", "move", f"before: {before}")
        _bring_back_previous(session, before, document, actor, "moved")
        return document


def category_of(name: str) -> Category:
    """Return the list or single record of a name.

    Raises:
        Refusal: category_unknown: there is none.
    """
    try:
        return Category(name)
    except ValueError:
        raise Refusal("category_unknown") from None


@contextmanager
def _correcting(
    archive: Archive, number: int, actor: Actor, action: str, seen: int | None, *, to: str = ""
) -> Iterator[tuple[Session, Document]]:
    """Give a transaction and a document whose list, and the one it goes to, nobody else changes until it ends.

    Args:
        seen: newest change of the document that the actor knows (`changes.last_of`); None for whatever it is.

    Raises:
        Refusal, SQLAlchemyError: nothing was changed, as where the document was changed after the actor saw it.
    """
    with audit.recording_refusals(archive, actor, action, f"document {number}"):
        found = archive.read(lambda session: session.get(Document, number))
        if found is None:
            raise Refusal("document_unknown")
        with versions.changing(archive, *{found.category, to or found.category}) as session:
            document = session.get_one(Document, number)
            if document.category != found.category:
                raise Refusal("changed_meanwhile")
            newest = changes.last_of(session, number)
            yield session, document
            # What cannot be done at all says more.
            if seen is not None and newest > seen:
                raise Refusal("changed_meanwhile")


def refuse_not_public(document: Document) -> None:
    if document.withdrawn_at:
        raise Refusal("already_withdrawn")
    if document.replaced_at:
        raise Refusal("already_replaced")


def subject(document: Document) -> str:
    return f"{document.category}/{document.id}/{document.file_name}"


def refuse_same_bytes(session: Session, category: str, sha256: str) -> None:
    same = select(Document.file_name, Document.title).where(
        *public_view.current(category), col(Document.sha256) == sha256
    )
    if found := session.exec(same).first():
        file_name, title = found
        raise Refusal("already_published", name=title or file_name)


def refuse_without_sheet(category: str, sheet: SafetySheet | None) -> None:
    """Refuse a document that nobody could find by its product among the safety data sheets."""
    if category in SHEETS and sheet is None:
        raise Refusal("sheet_elsewhere")


def _write(
    session: Session, document: Document, actor: Actor, change: changes.ChangeKind, action: str, detail: str
) -> None:
    # Before another record takes its place: of one file at most one of a list is current (`document_once`).
    session.flush()
    changes.record(session, change, document.id)
    audit.add(session, actor, action, subject(document), audit.DONE, detail)


def _supersede(session: Session, document: Document, by: int, actor: Actor) -> None:
    """Take a document out of its list: another one stands in its place, and its own address stays."""
    document.replaced_at, document.replaced_by = local_time.now(), by
    _write(session, document, actor, "replaced", "replace", f"replaced by: {by}")


def _become_current(session: Session, document: Document, actor: Actor) -> None:
    if document.category not in SINGLES:
        return
    others = select(Document).where(*public_view.current(document.category), col(Document.id) != document.id)
    for other in session.exec(others).all():
        _supersede(session, other, document.id, actor)


def _bring_back_previous(session: Session, category: str, gone: Document, actor: Actor, why: str) -> None:
    """Make the newest document of a single record current again that was not withdrawn itself."""
    if category not in SINGLES:
        return
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
    _write(session, previous, actor, "restored", "restore", f"{why}: {gone.id}")
