"""Begins, finds and ends unfinished uploads. All calls block.

The table says whose an upload is and how long it lasts; the bytes are a private file beside the uploads in progress
(`documents.resuming.parts`). Only the instance that received them has them.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from starbond_site import local_time
from starbond_site.documents import attempts, audit, database, names, refusals
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.resuming import parts
from starbond_site.documents.resuming.records import UnfinishedUpload
from starbond_site.documents.upload import refuse_by_head
from starbond_site.limits import network

KEPT = timedelta(days=1)
"""How long an upload can be continued."""
MOST = 20
"""Unfinished uploads of one network address."""
MOST_FILES = 10
"""Their announced bytes together, as a multiple of the largest file."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
"""24 random bytes in base64url: nobody guesses the address of another one's upload."""


class UploadEnded(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """An upload that was never begun, has ended, or is another one's; whoever asks is not told which."""


class UploadTooOld(UploadEnded):
    """An upload whose day is over."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What the head of a new upload says; untrusted."""

    category: str
    name: str
    size: int
    pair: int = 0
    title: str = ""


def begin(
    archive: Archive, announced: Announced, actor: Actor, holder: str, *, attempt: str = "", is_limited: bool = True
) -> tuple[str, UnfinishedUpload]:
    """Begin an upload; return its token, which is stored nowhere, and its row.

    Args:
        archive: where it is to be published.
        announced: the file.
        actor: for the audit, and under whose address it is counted.
        holder: who alone may continue it.
        attempt: name that the page gave to its attempt, which a refusal settles.
        is_limited: whether unfinished uploads of one address are limited.

    Raises:
        refusals.Refusal: the file is refused for what its head says.
        SQLAlchemyError: the database does not answer.

    """
    subject, claim = f"{announced.category}/{announced.name}", attempts.claim(attempt)
    with audit.recording_refusals(archive, actor, "publish", subject, claim):
        refuse_by_head(archive, announced.category, announced.name, announced.size)
        title = names.checked_title(announced.title)
        token, now = secrets.token_urlsafe(24), local_time.now()
        row = UnfinishedUpload(
            token_hash=_hashed(token),
            holder=holder,
            network=network(actor.address)[:64],
            category=announced.category,
            name=announced.name,
            size=announced.size,
            pair=announced.pair,
            title=title,
            created_at=now,
            ends_at=now + KEPT,
        )
        with database.writing(archive.engine) as session:
            if is_limited:
                _refuse_many(session, archive, row)
            session.add(row)
        return token, row


def find(archive: Archive, token: str, holder: str) -> UnfinishedUpload:
    """Return the upload of a token.

    Raises:
        UploadTooOld: its day is over.
        UploadEnded: there is none, or none of this holder.
        SQLAlchemyError: the database does not answer.

    """
    if not TOKEN.fullmatch(token):
        raise UploadEnded
    with database.reading(archive.engine) as session:
        row = session.get(UnfinishedUpload, _hashed(token))
        if row is None or not secrets.compare_digest(row.holder, holder):
            raise UploadEnded
        session.expunge(row)
    if row.ends_at <= local_time.now():
        raise UploadTooOld
    return row


def remove(archive: Archive, upload: UnfinishedUpload) -> None:
    """Forget an upload, and what arrived of it.

    Raises:
        SQLAlchemyError: the database does not answer; nothing was removed.

    """
    with database.writing(archive.engine) as session:
        session.execute(delete(UnfinishedUpload).where(col(UnfinishedUpload.token_hash) == upload.token_hash))
    parts.remove(archive, upload.token_hash)


def clean(archive: Archive) -> int:
    """Remove uploads whose day is over, and files of uploads that ended elsewhere; return how many files went.

    Raises:
        SQLAlchemyError: the database does not answer; no file was removed.

    """
    found = parts.stored(archive)
    with database.writing(archive.engine) as session:
        session.execute(delete(UnfinishedUpload).where(col(UnfinishedUpload.ends_at) <= local_time.now()))
    with database.reading(archive.engine) as session:
        known = set(session.exec(select(UnfinishedUpload.token_hash)).all())
    # Files were listed before rows, and a row precedes its file: a file without a row has none any more.
    ended = [name for name in found if name not in known]
    for name in ended:
        parts.remove(archive, name)
    return len(ended)


def _refuse_many(session: Session, archive: Archive, wanted: UnfinishedUpload) -> None:
    """Refuse one more unfinished upload of an address that has too many, or too many bytes."""
    present = select(func.count(), func.coalesce(func.sum(UnfinishedUpload.size), 0)).where(
        col(UnfinishedUpload.network) == wanted.network, col(UnfinishedUpload.ends_at) > wanted.created_at
    )
    count, size = session.exec(present).one()
    if count >= MOST or size + wanted.size > MOST_FILES * archive.settings.max_upload_bytes:
        raise refusals.TooManyUnfinished


def _hashed(token: str) -> str:
    """Return what is stored in place of a token: a copy of the database continues nobody's upload."""
    return hashlib.sha256(token.encode()).hexdigest()
