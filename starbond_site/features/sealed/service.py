"""Operations on a sealed filing: seal, list, approve, reschedule, cancel, release now, preview. All calls block.

Each change is one transaction with its entry in the audit, which names the filing by its number alone. A filing that
was released or cancelled is refused (not_sealed), and one that is not what the person saw (changed_meanwhile).

A file is checked as every publication, stored, and recorded (`storing`). A commitment can be shown before the file
(docs/sealed.md): the SHA-256 of the 64 characters of the salt, as they are written, followed by the bytes of the file::

    (printf %s SALT; cat FILE) | sha256sum

The salt has 256 random bits, so that nobody can try files, names or figures against a commitment.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import chain

from sqlmodel import Session, col, func, select

from starbond_site import mail
from starbond_site.documents import audit, changes, database, names, storing, versions
from starbond_site.documents import publish as publication
from starbond_site.documents import storage as storages
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.corrections import category_of, refuse_same_bytes, refuse_without_sheet
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.secret_tokens import hashed, new_token
from starbond_site.documents.storage import chunks_of, digest
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.features.sealed.records import CANCELLED, SEALED, Sealed, subject
from starbond_site.mail import outbox
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
        return storing.store(archive, filing, file.path, lambda session: _write(session, filing, actor))


def _write(session: Session, filing: Sealed, actor: Actor) -> None:
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


FURTHEST = timedelta(days=366)
"""A later release time is mistyped, and nobody would notice for a year."""
SETTLED = timedelta(days=2)
"""Age from which a passkey approves: by then whoever else may approve has read that it is there, or missing."""
ENDED_SHOWN = timedelta(days=7)
"""How long a filing stays among those of the desk after its release or cancellation."""


def checked_release_time(release_at: datetime) -> datetime:
    """Return a release time that can be set.

    Raises:
        Refusal: moment_out_of_range: it is past, or further away than `FURTHEST`.
    """
    now = local_time.now()
    if not now < release_at <= now + FURTHEST:
        raise Refusal("moment_out_of_range", days=FURTHEST.days, field="moment")
    return release_at


def waiting(session: Session) -> list[Sealed]:
    """Return the filings that are sealed, the next to be released first; cancelled ones have no bytes any more."""
    wanted = select(Sealed).where(Sealed.state == SEALED)
    return list(session.exec(wanted.order_by(col(Sealed.release_at), col(Sealed.id))))


def ended(archive: Archive) -> list[Sealed]:
    """Return the filings that were released or cancelled lately, the last one first."""
    since = local_time.now() - ENDED_SHOWN
    ended_at = func.coalesce(col(Sealed.released_at), col(Sealed.cancelled_at))
    wanted = select(Sealed).where(Sealed.state != SEALED, ended_at > since).order_by(ended_at.desc())
    return archive.read(lambda session: list(session.exec(wanted)))


def find(archive: Archive, number: int) -> Sealed | None:
    return archive.read(lambda session: session.get(Sealed, number))


def of_document(session: Session, number: int) -> Sealed | None:
    """Return the filing that a document was until its release."""
    return session.exec(select(Sealed).where(Sealed.document_id == number)).first()


def subjects(session: Session, number: int) -> list[str]:
    """Return the beginnings of subjects in the audit that are about a document while it was sealed."""
    filing = of_document(session, number)
    return [f"{subject(filing.id)}/"] if filing else []


def approve(archive: Archive, number: int, actor: Actor, version: int) -> Sealed:
    """Approve a filing as it is: its file and its release time.

    Raises:
        Refusal: own_approval: the person sealed it, changed it last, or is not named.
        Refusal: passkey_too_new: a link that was made for the approval could have given it to anybody.
    """
    with _changing(archive, number, actor, "approve") as (session, filing):
        if actor.person_id is None or actor.person_id in (filing.author_id, filing.editor_id):
            raise Refusal("own_approval")
        latest = min(filing.sealed_at, local_time.now() - SETTLED)
        if actor.person_id and (actor.enrolled_at is None or actor.enrolled_at >= latest):
            raise Refusal("passkey_too_new", days=SETTLED.days)
        _refuse_unseen(filing, version)
        filing.approver, filing.approver_id, filing.approved_at = actor.name, actor.person_id, local_time.now()
        detail = f"{local_time.typed(filing.release_at)} {filing.commitment}"
        audit.add(session, actor, "approve", subject(number), audit.DONE, detail)
        tell_approvers(session, filing)
    return filing


def reschedule(archive: Archive, number: int, actor: Actor, release_at: datetime, seen: int | None = None) -> Sealed:
    """Give a filing another release time, which voids its approval.

    Raises:
        Refusal: moment_out_of_range: nothing was changed.
    """
    with _changing(archive, number, actor, "reschedule", seen) as (session, filing):
        _set_release_time(filing, actor, checked_release_time(release_at))
        audit.add(session, actor, "reschedule", subject(number), audit.DONE, local_time.typed(release_at))
        tell_approvers(session, filing)
    return filing


def release_now(archive: Archive, number: int, actor: Actor, seen: int | None = None) -> Sealed:
    """Make a filing due now; it is published as soon as nothing is missing (`release`).

    Before the release time this changes it, which voids the approval. After it, a refused release is tried
    again, and an approval stays. Arguments are those of `reschedule`.
    """
    with _changing(archive, number, actor, "release now", seen) as (session, filing):
        now = local_time.now()
        if filing.release_at > now:
            _set_release_time(filing, actor, now)
        filing.problem, filing.problem_values = "", {}
        audit.add(session, actor, "release now", subject(number), audit.DONE)
        tell_approvers(session, filing)
    return filing


def cancel(archive: Archive, number: int, actor: Actor, reason: str, seen: int | None = None) -> Sealed:
    """Cancel a filing, and remove its bytes. Arguments are those of `reschedule`.

    Raises:
        Refusal: reason_missing or reason_too_long: nothing was changed.
    """
    with _changing(archive, number, actor, "cancel", seen) as (session, filing):
        reason = names.checked_reason(reason)
        if not reason:
            raise Refusal("reason_missing", field="reason")
        filing.state, filing.cancelled_at, filing.cancel_reason = CANCELLED, local_time.now(), reason
        filing.editor, filing.editor_id, filing.preview_hash = actor.name, actor.person_id, None
        audit.add(session, actor, "cancel", subject(number), audit.DONE, reason)
    storing.remove(archive, filing.key)
    return filing


def make_preview(archive: Archive, number: int, actor: Actor) -> str:
    """Return the token of a new secret address; the one before becomes invalid, and only a hash is kept."""
    token = new_token()
    with _changing(archive, number, actor, "make preview", is_new_version=False) as (session, filing):
        filing.preview_hash = hashed(token)
        audit.add(session, actor, "make preview", subject(number), audit.DONE)
    return token


def tell_approvers(session: Session, filing: Sealed) -> None:
    """Queue a mail to everybody who may approve, in the transaction of what it tells (`mails`)."""
    mailer = mail.default()
    if filing.needs_approval and mailer.is_configured:
        kind = "approval" if filing.waits_for_approval else "approved"
        outbox.add(session, kind, filing.id, mailer.new_message_id())


def previewed(archive: Archive, token: str) -> Sealed | None:
    """Return the filing of a secret address; None where no such address is, or was, valid."""
    wanted = select(Sealed).where(Sealed.preview_hash == hashed(token))
    return archive.read(lambda session: session.exec(wanted).first())


def _set_release_time(filing: Sealed, actor: Actor, release_at: datetime) -> None:
    filing.release_at, filing.editor, filing.editor_id = release_at, actor.name, actor.person_id
    filing.approver, filing.approver_id, filing.approved_at = "", None, None
    filing.problem, filing.problem_values = "", {}


def lock(session: Session, number: int) -> Sealed | None:
    """Return a filing that is still sealed, locked: its changes and its release come one after the other."""
    filing = session.get(Sealed, number, with_for_update=True)
    return filing if filing and filing.state == SEALED else None


@contextmanager
def _changing(
    archive: Archive,
    number: int,
    actor: Actor,
    action: str,
    seen: int | None = None,
    *,
    is_new_version: bool = True,
) -> Iterator[tuple[Session, Sealed]]:
    """Provide a sealed filing within a transaction that no other change or release of it can interrupt."""
    with (
        audit.recording_refusals(archive, actor, action, subject(number)),
        database.writing(archive.engine) as session,
    ):
        filing = lock(session, number)
        if filing is None:
            raise Refusal("not_sealed")
        _refuse_unseen(filing, seen)
        yield session, filing
        if is_new_version:
            filing.version += 1


def _refuse_unseen(filing: Sealed, seen: int | None) -> None:
    """Refuse to change what nobody has seen: two windows never overrule each other."""
    if seen is not None and filing.version != seen:
        raise Refusal("changed_meanwhile")
