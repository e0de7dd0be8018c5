"""Begins, finds and ends unfinished uploads, and keeps what arrived of them. All calls block.

The table says whose an upload is and how long it lasts; the bytes are a private file beside the uploads in progress.
Only the instance that received them has them.

A file grows only at its end: a write names the position that it begins at, and is refused when the file does not end
there. So it does not matter whether a connection that is taken for lost still delivers something: whoever comes second
is told, and nothing is ever written twice or in the wrong place. Its size is how far the upload has come, and is told
only after it was forced to the disk.
"""

import fcntl
import hashlib
import os
import re
import secrets
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Self

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from starbond_site.documents import audit, database, file_types, names
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import UnfinishedUpload
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed
from starbond_site.documents.storage import locks
from starbond_site.documents.storage.local import translating_errors
from starbond_site.shared import local_time, logs
from starbond_site.shared.limits import WIDER, networks

KEPT = timedelta(days=1)
"""How long an upload can be continued."""
MAX_UNFINISHED = 30
"""Unfinished uploads of one network address: what somebody chooses is sent before it is submitted."""
MAX_FILES = 10
"""Their announced bytes together, as a multiple of the largest file."""
SHARE = 0.5
"""Of the free space that unfinished uploads of all addresses together may announce: the disk is the site's, too."""
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
"""24 random bytes in base64url: nobody guesses the address of another one's upload."""
_log = logs.get_logger(__name__)
Begun = tuple[str, UnfinishedUpload]


class OffsetMismatch(Exception):  # noqa: N818  an expected answer, not a failure of the program
    """The file does not end where a request wants to continue it, or another request is writing."""


class PartialFile:
    """The file of one unfinished upload, opened for one request; a context manager, which closes it."""

    def __init__(self, archive: Archive, upload: UnfinishedUpload) -> None:
        """Open the file; it is created where nothing has arrived here.

        Raises:
            Refusal: storage_full or storage_unreachable: the disk.
        """
        self.path = path_of(archive, upload)
        self._size = upload.size
        with translating_errors():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)

    def durable_size(self) -> int:
        """Force the file to the disk; return its size."""
        with translating_errors():
            os.fsync(self._descriptor)
            return os.fstat(self._descriptor).st_size

    def sha256(self) -> str:
        with translating_errors(), self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def append(self, position: int, *chunks: bytes) -> int:
        """Write at the end; return the new position.

        Raises:
            OffsetMismatch: it ends elsewhere, or would be longer than announced.
            Refusal: storage_full or storage_unreachable: the disk.
        """
        end = position + sum(map(len, chunks))
        # Also keeps a file that is complete as it is, while it is checked and published.
        if end > self._size:
            raise OffsetMismatch
        with translating_errors():
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OffsetMismatch from None
            try:
                if os.fstat(self._descriptor).st_size != position:
                    raise OffsetMismatch
                with os.fdopen(self._descriptor, "ab", closefd=False) as file:
                    file.writelines(chunks)
            finally:
                fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        return end

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        os.close(self._descriptor)


def begin(archive: Archive, name: str, size: int, actor: Actor, holder: str, *, is_limited: bool = True) -> Begun:
    """Begin an upload; return its token, which is stored nowhere, and its row.

    Args:
        name: of the file, as its author has it; untrusted.
        actor: for the audit, and under whose address it is counted.
        holder: who alone may continue it.
        is_limited: whether unfinished uploads of one address are limited.

    Raises:
        Refusal: the file is refused for its name or its size.
        SQLAlchemyError: the database does not answer.
    """
    # Without the name: it may become a sealed filing.
    with audit.recording_refusals(archive, actor, "upload", ""):
        file_types.refuse_extension(names.checked(name))
        file_types.refuse_size(archive.settings, size)
        token, now = secrets.token_urlsafe(24), local_time.now()
        row = UnfinishedUpload(
            token_hash=hashed(token),
            holder=holder,
            network=networks(actor.address)[0][:64],
            name=name,
            size=size,
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
        Refusal: upload_ended: there is none, its day is over, or it is another holder's.
        SQLAlchemyError: the database does not answer.
    """
    if not TOKEN.fullmatch(token):
        raise Refusal("upload_ended")
    row = archive.read(lambda session: session.get(UnfinishedUpload, hashed(token)))
    if row is None or not secrets.compare_digest(row.holder, holder) or row.ends_at <= local_time.now():
        raise Refusal("upload_ended")
    return row


def cancel(archive: Archive, upload: UnfinishedUpload) -> bool:
    """Forget an upload, as its uploader asks; return False while it is at work, for example being published.

    Raises:
        SQLAlchemyError: the database does not answer; nothing was removed.
    """
    path = path_of(archive, upload)
    with locks.claimed(path) as is_free:
        if is_free or not path.exists():
            remove(archive, upload)
            return True
    return False


def is_left(archive: Archive, token: str) -> bool:
    """Return whether something of an upload has arrived here, and nobody is at work with it."""
    with translating_errors(), locks.claimed(_folder(archive) / hashed(token)) as is_free:
        return is_free


def remove(archive: Archive, upload: UnfinishedUpload) -> None:
    """Forget an upload, and what arrived of it.

    Raises:
        SQLAlchemyError: the database does not answer; nothing was removed.
    """
    with database.writing(archive.engine) as session:
        session.execute(delete(UnfinishedUpload).where(col(UnfinishedUpload.token_hash) == upload.token_hash))
    with translating_errors():
        path_of(archive, upload).unlink(missing_ok=True)


def clean(archive: Archive) -> int:
    """Remove uploads whose day is over, and files of uploads that ended elsewhere; return how many files went.

    Raises:
        SQLAlchemyError: the database does not answer; no file was removed.
    """
    found = [*_folder(archive).glob("*")]
    with database.writing(archive.engine) as session:
        session.execute(delete(UnfinishedUpload).where(col(UnfinishedUpload.ends_at) <= local_time.now()))
    known = archive.read(lambda session: set(session.exec(select(UnfinishedUpload.token_hash))))
    # Files were listed before rows, and a row precedes its file: a file without a row has none any more.
    ended = [file for file in found if file.name not in known]
    with translating_errors():
        for file in ended:
            file.unlink(missing_ok=True)
    if ended:
        _log.info("unfinished_uploads_removed", files=len(ended))
    return len(ended)


def path_of(archive: Archive, upload: UnfinishedUpload) -> Path:
    """Return where what arrived of an upload is kept."""
    return _folder(archive) / upload.token_hash


def _folder(archive: Archive) -> Path:
    return archive.incoming / "unfinished"


def _refuse_many(session: Session, archive: Archive, wanted: UnfinishedUpload) -> None:
    """Refuse one more unfinished upload of an address that has too many, and more than the disk has."""
    lasting = col(UnfinishedUpload.ends_at) > wanted.created_at
    network = col(UnfinishedUpload.network)
    present = select(network, func.count(), func.sum(UnfinishedUpload.size)).where(lasting).group_by(network)
    found = session.exec(present).all()
    if sum(size for *_, size in found) + wanted.size > SHARE * shutil.disk_usage(archive.settings.data_dir).free:
        raise Refusal("storage_full")
    for place, key in enumerate(networks(wanted.network)):
        own = [(count, size) for other, count, size in found if networks(other)[place:][:1] == [key]]
        most, bytes = MAX_UNFINISHED * WIDER**place, MAX_FILES * archive.settings.max_upload_bytes * WIDER**place
        if sum(count for count, _ in own) >= most or sum(size for _, size in own) + wanted.size > bytes:
            raise Refusal("too_many_unfinished")
