"""Attempts to upload, as their pages name them: a page that lost its connection asks what became of its attempt.

Each attempt has at most one row, and its outcome is written once: in the transaction that publishes, or with the entry
of the audit that refuses. A page that heard no answer asks for the same again: it is told what is known, and only where
nobody is at work with its file (`uploaded_file`) is that published now (an idempotency key:
draft-ietf-httpapi-idempotency-key-header). A file that was sent again meanwhile, to another machine, may be at work
there too: the first commit settles the attempt. What another release refused, for a reason that this one does not know,
is not settled.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, get_args

from sqlalchemy import delete
from sqlmodel import Session, col

from starbond_site.content.interface import Code
from starbond_site.documents import database, public_view
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Attempt
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time

KEPT = timedelta(days=7)
"""How long the outcome of an attempt is remembered."""
PASSING = ("machine_busy", "scanner_unavailable", "storage_full", "storage_unreachable")
"""Temporary refusals, which say nothing of the file; others of that kind could not be recorded at all."""
RUNNING = "running"
PUBLISHED = "published"
OUTCOMES = (RUNNING, PUBLISHED, *get_args(Code))
NAME = re.compile(r"[A-Za-z0-9-]{16,64}")
"""Long enough that nobody guesses the attempt of another page."""


def remembered(name: str) -> str:
    """Return the name of an attempt; empty for one that could be guessed, and so is not remembered."""
    return name if NAME.fullmatch(name) else ""


def begin(archive: Archive, name: str) -> Attempt | None:
    """Write down that an attempt is at work.

    Returns:
        None; or the attempt, where it is settled.
    """
    with database.writing(archive.engine) as session:
        is_unknown = (col(Attempt.name) == name) & col(Attempt.outcome).not_in(OUTCOMES)
        session.execute(delete(Attempt).where((col(Attempt.at) < local_time.now() - KEPT) | is_unknown))
        _add(session, name)
        found = _found(session, name)
    return found if found and found.outcome != RUNNING else None


def unsettled(session: Session, name: str) -> Attempt:
    """Return an attempt for the transaction that publishes its document, locked.

    Raises:
        Refusal: outcome_unknown: another request has settled it meanwhile.
    """
    found = _locked(session, name)
    if found.outcome != RUNNING:
        raise Refusal("outcome_unknown")
    return found


def refuse(session: Session, name: str, code: str, values: Mapping[str, Any]) -> None:
    """Settle an attempt with a refusal, unless it is settled.

    A refusal for a reason outside the file settles nothing: the same attempt may be made again at once.

    Raises:
        Refusal: outcome_unknown: another request has published it meanwhile, or the commit that was in doubt has.
    """
    found = _locked(session, name)
    if found.outcome == PUBLISHED:
        raise Refusal("outcome_unknown")
    if found.outcome == RUNNING and code in PASSING:
        session.delete(found)
    elif found.outcome == RUNNING:
        found.outcome, found.details = code, dict(values)


def known(archive: Archive, name: str) -> Attempt | None:
    return archive.read(lambda session: _found(session, name))


def _add(session: Session, name: str) -> None:
    """Add an attempt where there is none."""
    now = local_time.now()
    new = {"name": name, "at": now, "outcome": RUNNING, "details": {}, "holder": "", "alive_until": now}
    session.execute(database.insert(session, Attempt).values(new).on_conflict_do_nothing())


def _locked(session: Session, name: str) -> Attempt:
    _add(session, name)
    return session.get_one(Attempt, name, with_for_update=True)


def _found(session: Session, name: str) -> Attempt | None:
    found = session.get(Attempt, name)
    if found and found.document:
        public_view.shown(session, [found.document])
    return found if found and found.outcome in OUTCOMES else None
