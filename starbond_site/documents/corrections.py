"""Correcting a published document: withdraw it, replace it, restore it, give it another name, title or list.

Each is one transaction: the record, the versions of the lists, the log of changes and the audit. The bytes, their
SHA-256, the number, the time of publication and the address of the document's page never change. Whatever raises a
`Refusal` has changed nothing.
"""

from datetime import date

from starbond_site import local_time
from starbond_site.categories import Category
from starbond_site.documents import audit, changes, names, reading, reasons
from starbond_site.documents.accepted_types import EXTENSIONS
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.correcting import (
    become_current,
    bring_back_previous,
    correcting,
    refuse_not_public,
    refuse_same_bytes,
    refuse_unseen,
    refuse_without_sheet,
    subject,
    supersede,
)
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal


def withdraw(archive: Archive, number: int, actor: Actor, reason: str = "", seen: int | None = None) -> Published:
    """Withdraw a document: the record and the bytes stay, nobody sees the file, and its page says when and why.

    Where it was the current one of a single record, the one before is public again.

    Returns:
        What was withdrawn.
    """
    with correcting(archive, number, actor, "withdraw") as (session, document):
        reason = reasons.cleaned(reason)
        if document.withdrawn_at:
            raise Refusal("already_withdrawn")
        refuse_unseen(session, number, seen)
        document.withdrawn_at, document.withdrawn_reason = local_time.now(), reason
        session.add(document)
        changes.record(session, "withdrawn", number)
        audit.add(session, actor, "withdraw", subject(document), audit.DONE, reason)
        if document.replaced_at is None:
            bring_back_previous(session, document.category, document, actor, "withdrawn")
        return reading.published(document)


def replace(archive: Archive, number: int, by: int, actor: Actor, seen: int | None = None) -> Published:
    """Let a public document of the same list stand in the place of another one, whose page then points to it.

    Returns:
        What took its place.
    """
    with correcting(archive, number, actor, "replace") as (session, document):
        refuse_not_public(document)
        refuse_unseen(session, number, seen)
        successor = session.get(Document, by)
        if successor is None:
            raise Refusal("document_unknown")
        if by == number or successor.category != document.category:
            raise Refusal("successor_elsewhere")
        refuse_not_public(successor)
        supersede(session, document, by, actor)
        return reading.published(successor)


def restore(archive: Archive, number: int, actor: Actor, seen: int | None = None) -> Published:
    """Undo the withdrawal of a document, or its replacement: it is public again as it was before.

    The current document of a single record gives way to it.
    """
    with correcting(archive, number, actor, "restore") as (session, document):
        if document.is_public:
            raise Refusal("already_public")
        refuse_unseen(session, number, seen)
        detail = f"withdrawn: {document.withdrawn_reason}" if document.withdrawn_at else "replaced"
        # What was replaced before it was withdrawn is replaced again.
        if document.withdrawn_at is None or document.replaced_at is None:
            refuse_same_bytes(session, document.category, document.sha256)
            become_current(session, document, actor)
            document.replaced_at = document.replaced_by = None
        document.withdrawn_at, document.withdrawn_reason = None, ""
        session.add(document)
        session.flush()
        changes.record(session, "restored", number)
        audit.add(session, actor, "restore", subject(document), audit.DONE, detail)
        return reading.published(document)


def rename(archive: Archive, number: int, name: str, actor: Actor, seen: int | None = None) -> Published:
    """Correct the shown name of a document. Addresses with the old name lead to the new one.

    Args:
        name: without its date, or with it; without its extension, or with it, which stays what it is.
    """
    with correcting(archive, number, actor, "rename") as (session, document):
        before = document.file_name
        day = local_time.local_date(document.filed_at or document.published_at)
        after = corrected_name(name, before, day)
        if after == before:
            raise Refusal("name_unchanged")
        refuse_unseen(session, number, seen)
        document.file_name, document.search = after, names.search_text(document.title, after)
        session.add(document)
        session.flush()
        changes.record(session, "renamed", number)
        audit.add(session, actor, "rename", subject(document), audit.DONE, f"before: {before}")
        return reading.published(document)


def retitle(archive: Archive, number: int, title: str, actor: Actor, seen: int | None = None) -> Published:
    """Correct the title of a document; an empty one leaves the name of its file, which stays what it is."""
    with correcting(archive, number, actor, "title") as (session, document):
        before, after = document.title, names.checked_title(title)
        if after == before:
            raise Refusal("title_unchanged")
        refuse_unseen(session, number, seen)
        document.title, document.search = after, names.search_text(after, document.file_name)
        session.add(document)
        session.flush()
        # Those who mirror read the record anew; the log has no kinds that they do not know.
        changes.record(session, "renamed", number)
        audit.add(session, actor, "title", subject(document), audit.DONE, f"before: {before}; title: {after}")
        return reading.published(document)


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


def move(archive: Archive, number: int, category: str, actor: Actor, seen: int | None = None) -> Published:
    """Put a public document into another list, at the place that its date gives it there.

    A single record has one current document: what it had gives way, and comes back when this one leaves again.
    """
    try:
        wanted = Category(category).value
    except ValueError:
        raise Refusal("category_unknown") from None
    with correcting(archive, number, actor, "move", to=wanted) as (session, document):
        refuse_not_public(document)
        before = document.category
        if before == wanted:
            raise Refusal("list_unchanged")
        refuse_unseen(session, number, seen)
        refuse_same_bytes(session, wanted, document.sha256)
        document.category = wanted
        refuse_without_sheet(wanted, reading.sheet_of(document))
        become_current(session, document, actor)
        session.add(document)
        session.flush()
        changes.record(session, "moved", number)
        audit.add(session, actor, "move", subject(document), audit.DONE, f"before: {before}")
        bring_back_previous(session, before, document, actor, "moved")
        return reading.published(document)
