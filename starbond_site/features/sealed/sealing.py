"""Seals a file: checked as every publication, stored, and recorded (`storing`). All calls block.

A commitment can be shown before the file (docs/sealed.md): the SHA-256 of the 64 characters of the salt, as they are
written, followed by the bytes of the file::

    (printf %s SALT; cat FILE) | sha256sum

The salt has 256 random bits, so that nobody can try files, names or figures against a commitment.
"""

import secrets
from datetime import datetime
from itertools import chain

from sqlmodel import Session, col, select

from starbond_site.documents import audit, changes, names, storing, versions
from starbond_site.documents import publish as publication
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import Actor
from starbond_site.documents.corrections import category_of, refuse_same_bytes, refuse_without_sheet
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import chunks_of, digest
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.features.sealed.records import SEALED, Sealed, subject
from starbond_site.features.sealed.service import checked_release_time, tell_approvers
from starbond_site.shared import local_time
from starbond_site.shared.categories import Category

OBJECTS = "sealed"
"""Begins the keys of objects, which name no list."""


def seal(
    archive: Archive,
    category: str,
    name: str,
    file: UploadedFile,
    release_at: datetime,
    actor: Actor,
    *,
    title: str = "",
) -> Sealed:
    """Seal a file, checked as every publication; refusals in the audit have neither its name nor its list.

    Args:
        category: a `Category`; any other word is refused.
        name: the file's name as its author has it.
        file: it may be gone afterwards.
        release_at: release time.
        title: as somebody typed it, in place of the file's name; empty for none.

    Raises:
        Refusal: outcome_unknown: the database did not confirm, and does not say whether the file is sealed.
        Refusal: nothing was sealed.
    """
    with audit.recording_refusals(archive, actor, "seal", subject(None)):
        checked_release_time(release_at)
        wanted = category_of(category)
        refuse_without_sheet(wanted, None)
        name, title = names.checked_together(name, title)
        name, media_type = publication.check_file(archive, name, file)
        publication.refuse_known(archive, wanted, file.sha256)
        salt = secrets.token_hex(32)
        filing = Sealed(
            category=wanted.value,
            name=name,
            title=title,
            media_type=media_type,
            size=file.size,
            sha256=file.sha256,
            key=storages.fresh_key(OBJECTS),
            release_at=release_at,
            sealed_at=local_time.now(),
            author=actor.name,
            author_id=actor.person_id,
            editor=actor.name,
            editor_id=actor.person_id,
            needs_approval=archive.settings.two_person_release,
            salt=salt,
            commitment=digest(chain([salt.encode()], chunks_of(file.path)))[1],
        )

        own = select(Sealed).where(col(Sealed.key) == filing.key)
        return storing.store(
            archive,
            filing,
            file.path,
            write=lambda session: _write(session, filing, actor),
            find=lambda session: session.exec(own).first(),
        )


def _write(session: Session, filing: Sealed, actor: Actor) -> Sealed:
    # Publications and sealings of one list pass one at a time.
    versions.lock(session, filing.category)
    checked_release_time(filing.release_at)
    refuse_same_bytes(session, Category(filing.category), filing.sha256)
    same = select(Sealed.id).where(
        Sealed.state == SEALED, Sealed.category == filing.category, Sealed.sha256 == filing.sha256
    )
    if number := session.exec(same).first():
        raise Refusal("already_sealed", number=number)
    session.add(filing)
    session.flush()
    audit.add(session, actor, "seal", subject(filing.id), audit.DONE, local_time.typed(filing.release_at))
    tell_approvers(session, filing)
    # Its time and its commitment alone: whoever sealed can show later that nothing was exchanged.
    changes.enter(session, "sealed", commitment=filing.commitment)
    return filing
