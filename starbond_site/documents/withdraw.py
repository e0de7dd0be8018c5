"""Withdrawing: the record and the bytes stay, and nobody sees the file; its page says when and why."""

import unicodedata

from starbond_site import local_time
from starbond_site.documents import audit, changes, database, names, reading, refusals, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.correcting import bring_back_previous, refuse_unseen, subject
from starbond_site.documents.reading import Published
from starbond_site.documents.records import Document

MAX_REASON = 500
"""Characters of a reason, as the record holds."""


def withdraw(
    archive: Archive, number: int, actor: Actor, reason: str = "", seen: int | None = None
) -> Published | None:
    """Withdraw a document; where it was the current one of a single record, the one before is public again.

    Args:
        archive: where.
        number: its id.
        actor: for the audit.
        reason: for the public; see `cleaned`.
        seen: see `correcting.refuse_unseen`.

    Returns:
        What was withdrawn; None where there is no such document or it was withdrawn before.

    Raises:
        refusals.ReasonTooLong: nothing was withdrawn.
        refusals.ChangedMeanwhile: likewise.

    """
    reason = cleaned(reason)
    with database.reading(archive.engine) as session:
        found = session.get(Document, number)
    if found is None:
        return None
    with database.writing(archive.engine) as session:
        # As in publishing, the version first: its row lock keeps changes of one list apart.
        versions.raise_version(session, found.category)
        document = session.get_one(Document, number)
        if document.withdrawn_at:
            session.rollback()
            return None
        refuse_unseen(session, number, seen)
        document.withdrawn_at, document.withdrawn_reason = local_time.now(), reason
        session.add(document)
        changes.record(session, "withdrawn", number)
        audit.add(session, actor, "withdraw", subject(document), audit.DONE, reason)
        if document.replaced_at is None:
            bring_back_previous(session, document.category, document, actor, "withdrawn")
        withdrawn = reading.published(document)
    archive.announce(withdrawn.category)
    return withdrawn


def cleaned(reason: str) -> str:
    """Return a reason in one line, normalised (NFC) and without characters that nobody sees.

    Raises:
        refusals.ReasonTooLong: it has more than `MAX_REASON` characters.

    """
    text = unicodedata.normalize("NFC", "".join(map(_blank_for_control, reason)))
    text = " ".join(names.without_invisible(text).split())
    if len(text) > MAX_REASON:
        raise refusals.ReasonTooLong(limit=MAX_REASON)
    return text


def _blank_for_control(character: str) -> str:
    """Return a blank for a control character, so that words on two lines stay apart."""
    return " " if unicodedata.category(character) == "Cc" else character
