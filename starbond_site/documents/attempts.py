"""Attempts to upload, as their pages name them: a page that lost its connection asks what became of its attempt.

Each attempt has at most one row, and its outcome is written once: in the transaction that publishes, or with the entry
of the audit that refuses. Whoever publishes holds a lease, which is renewed while the file is checked and stored. A
page that heard no answer asks for the same again: it is told what is known, and only where nobody holds the attempt is
its file published now (an idempotency key: draft-ietf-httpapi-idempotency-key-header).
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import Session, col

from starbond_site.documents import database, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import Published
from starbond_site.documents.records import Attempt, Document
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time

KEPT = timedelta(days=7)
"""How long the outcome of an attempt is remembered."""
LEASE = timedelta(seconds=10)
"""After this time without a renewal, whoever held an attempt is taken to have ended."""
RENEW_SECONDS = 3
PASSING = ("machine_busy", "scanner_unavailable", "storage_unreachable")
"""Temporary refusals, which say nothing of the file; others of that kind could not be recorded at all."""
RUNNING = "running"
PUBLISHED = "published"
NAME = re.compile(r"[A-Za-z0-9-]{16,64}")
"""Long enough that nobody guesses the attempt of another page."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One try to settle an attempt; a second request for the same attempt has another holder."""

    name: str
    holder: str = field(default_factory=lambda: secrets.token_hex(8))


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The outcome of an attempt, as far as it is known."""

    code: str
    """`RUNNING`, `PUBLISHED`, or the code of a refusal; empty where nothing is known."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """For the sentence of a refusal."""
    document: Published | None = None


def claim(name: str) -> Claim | None:
    """Return a claim on the attempt of that name; None where the name could be guessed, and so is not remembered."""
    return Claim(name) if NAME.fullmatch(name) else None


def begin(archive: Archive, held: Claim) -> AttemptOutcome | None:
    """Take the lease of an attempt.

    Returns:
        None; or what is known of the attempt, which is settled or held by another request.
    """
    now = local_time.now()
    with database.writing(archive.engine) as session:
        session.execute(delete(Attempt).where(col(Attempt.at) < now - KEPT))
        if _insert(session, held.name, held.holder, RUNNING, {}):
            return None
        # A request whose process ended left its lease: the next one takes it over. One too far ahead was written
        # before the clock was set back.
        has_ended = (col(Attempt.alive_until) < now) | (col(Attempt.alive_until) > now + 2 * LEASE)
        if _changed(session, held.name, has_ended, holder=held.holder, alive_until=now + LEASE):
            return None
        return _outcome(session, held.name)


def renew(archive: Archive, held: Claim) -> None:
    with database.writing(archive.engine) as session:
        own = col(Attempt.holder) == held.holder
        _changed(session, held.name, own, alive_until=local_time.now() + LEASE)


def publish(session: Session, held: Claim, document: int) -> None:
    """Settle an attempt in the transaction that publishes its document.

    Raises:
        Refusal: outcome_unknown: it was so slow that another request has taken it over.
    """
    own = col(Attempt.holder) == held.holder
    if not _changed(session, held.name, own, outcome=PUBLISHED, document_id=document):
        raise Refusal("outcome_unknown")


def refuse(session: Session, held: Claim, code: str, values: Mapping[str, Any]) -> None:
    """Settle an attempt with a refusal, unless it is settled or held by another request.

    A refusal for a reason outside the file settles nothing: the same attempt may be made again at once.
    """
    own = col(Attempt.holder) == held.holder
    if code in PASSING:
        session.execute(delete(Attempt).where(col(Attempt.name) == held.name, col(Attempt.outcome) == RUNNING, own))
        return
    if not _changed(session, held.name, own, outcome=code, details=dict(values)):
        _insert(session, held.name, held.holder, code, values)


def known(archive: Archive, name: str) -> AttemptOutcome:
    return archive.read(lambda session: _outcome(session, name))


def _insert(session: Session, name: str, holder: str, outcome: str, details: Mapping[str, Any]) -> bool:
    """Add an attempt; return False where there is one."""
    now = local_time.now()
    values = {
        "name": name, "holder": holder, "at": now, "alive_until": now + LEASE, "outcome": outcome,
        "details": dict(details),
    }  # fmt: skip
    added = database.insert(session, Attempt).values(values).on_conflict_do_nothing().returning(col(Attempt.name))
    return session.execute(added).first() is not None


def _changed(session: Session, name: str, condition: Any, **values: Any) -> bool:  # noqa: ANN401
    """Change an attempt that is not settled and fulfils a condition; return whether there was one."""
    running = update(Attempt).where(col(Attempt.name) == name, col(Attempt.outcome) == RUNNING, condition)
    changed = running.values(**values).returning(col(Attempt.name))
    return session.execute(changed, execution_options={"synchronize_session": False}).first() is not None


def _outcome(session: Session, name: str) -> AttemptOutcome:
    found = session.get(Attempt, name, populate_existing=True)
    if found is None:
        return AttemptOutcome("")
    document = session.get_one(Document, found.document_id) if found.document_id else None
    return AttemptOutcome(found.outcome, found.details, public_view.shown(session, [document])[0] if document else None)
