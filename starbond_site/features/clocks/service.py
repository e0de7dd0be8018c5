"""Reads, starts, corrects, attaches and closes disclosure clocks; each entry and correction stands in the audit.

What happened is entered after it happened: a time is never in the future, nobody is notified before the decision. An
unknown number is refused (clock_unknown), and so is every change of a closed clock except reopening it (clock_closed).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Literal

from sqlmodel import Session, col, select

from starbond_site import content
from starbond_site.content.reporting import Duty
from starbond_site.documents import audit, database, names
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.records import IS_PUBLIC, Document
from starbond_site.documents.refusals import Refusal
from starbond_site.features.clocks.records import Clock, Recipient
from starbond_site.features.hooks import Log
from starbond_site.shared import local_time

LABEL = 200
"""Characters of a label, as the record holds."""
MAX_LISTED = 200
"""Clocks that are listed, the newest."""
ASK_WITHIN = timedelta(days=7)
"""How long after a publication the desk asks for its decision; never for a document that was entered later."""
FIRST_YEAR = 2000
"""An earlier moment is mistyped."""
Notified = Literal[Recipient.EXCHANGE, Recipient.REGULATOR]
"""Whose notice is recorded by hand; that to the public is the document."""


def duties() -> tuple[Duty, ...]:
    """Return the duties that set a time after a decision (content ``duties.toml``); each names the list that asks."""
    return tuple(duty for duty in content.read().duties.duties if duty.minutes is not None)


def duty_of(category: str) -> Duty | None:
    """Return the duty that sets a time for the documents of a list; None for a list that asks for no clock."""
    return next((duty for duty in duties() if duty.list == category), None)


def read(archive: Archive, number: int) -> Clock | None:
    return archive.read(lambda session: session.get(Clock, number))


def newest(archive: Archive, limit: int = MAX_LISTED) -> Sequence[Clock]:
    """Return clocks, the latest decision first; blocks."""
    newest_first = select(Clock).order_by(col(Clock.decided_at).desc(), col(Clock.id).desc())
    return archive.read(lambda session: session.exec(newest_first.limit(limit)).all())


def running(archive: Archive) -> list[Clock]:
    """Return the clocks that run, the one that is due first; blocks."""
    open_rows = select(Clock).where(
        col(Clock.closed_at).is_(None),
        col(Clock.exchange_told_at).is_(None)
        | col(Clock.regulator_told_at).is_(None)
        | col(Clock.document_id).is_(None),
    )
    return archive.read(lambda session: sorted(session.exec(open_rows), key=lambda clock: clock.due_at))


def of_document(session: Session, number: int) -> Sequence[Clock]:
    """Return the clocks of a document, the first decision first."""
    own = select(Clock).where(col(Clock.document_id) == number)
    return session.exec(own.order_by(col(Clock.decided_at), col(Clock.id))).all()


def without_clock(archive: Archive, limit: int = 5) -> Sequence[Document]:
    """Return public documents of lists that ask for a clock, published within `ASK_WITHIN` and without one. Blocks."""
    attached = select(Clock.document_id).where(col(Clock.document_id).is_not(None))
    wanted = select(Document).where(
        col(Document.category).in_([duty.list for duty in duties()]),
        col(Document.published_at) >= local_time.now() - ASK_WITHIN,
        *IS_PUBLIC,
        col(Document.filed_at).is_(None),
        col(Document.id).not_in(attached),
    )
    return archive.read(lambda session: session.exec(wanted.order_by(col(Document.id).desc()).limit(limit)).all())


def attachable(archive: Archive, clock: Clock, limit: int = 20) -> Sequence[Document]:
    """Return documents that may disclose a decision: of the list of its duty, published since; newest first. Blocks."""
    lists = [duty.list for duty in duties() if duty.id == clock.duty]
    since = select(Document).where(col(Document.category).in_(lists), col(Document.published_at) >= clock.decided_at)
    return archive.read(lambda session: session.exec(since.order_by(col(Document.id).desc()).limit(limit)).all())


def start(
    archive: Archive, actor: Actor, duty: str, label: str, decided_at: datetime, document: int | None = None
) -> Clock:
    """Start a clock; blocks.

    Raises:
        Refusal: clock_duty_unknown: no such duty sets a time.
        Refusal: clock_label_missing: the label is empty, or nothing of it can be seen.
        Refusal: clock_label_too_long: it has more than `LABEL` characters.
        Refusal: clock_in_future: the decision is still to come.
        Refusal: clock_running: the same clock runs already: the form was sent twice.
        Refusal: as `attach`; the clock is not started.
    """
    rule = next((one for one in duties() if one.id == duty), None)
    if rule is None or rule.minutes is None:
        raise Refusal("clock_duty_unknown")
    label = _cleaned(label)
    _assert_past(decided_at, "decided_at")
    same = select(Clock.id).where(
        Clock.label == label,
        Clock.decided_at == decided_at,
        col(Clock.closed_at).is_(None),
    )
    with database.writing(archive.engine) as session:
        if session.exec(same).first() is not None:
            raise Refusal("clock_running", label=label, field="label")
        row = Clock(
            label=label,
            duty=rule.id,
            minutes=rule.minutes,
            source=rule.source[:300],
            decided_at=decided_at,
            started_at=local_time.now(),
            started_by=actor.person[:200],
        )
        session.add(row)
        session.flush()
        _note(session, actor, "start clock", row, f"decided {_written(decided_at)}, {rule.minutes} minutes")
        return _attach(session, actor, row, document)


def correct(archive: Archive, number: int, actor: Actor, label: str, decided_at: datetime) -> Clock:
    """Correct what was decided, or when; blocks.

    Raises:
        Refusal: as `start` and `record_notice`; clock_after_told: somebody was notified before the new time.
    """
    label = _cleaned(label)
    _assert_past(decided_at, "decided_at")
    with _changing(archive, number) as (session, row):
        if any(moment < decided_at for recipient in Recipient if (moment := row.notified_at(recipient))):
            raise Refusal("clock_after_told", field="decided_at")
        changed = [f"label: {row.label} -> {label}"] if row.label != label else []
        if row.decided_at != decided_at:
            changed.append(f"decided: {_written(row.decided_at)} -> {_written(decided_at)}")
        row.label, row.decided_at = label, decided_at
        if changed:
            _note(session, actor, "correct clock", row, "; ".join(changed))
    return row


def record_notice(archive: Archive, number: int, actor: Actor, recipient: Notified, at: datetime | None) -> Clock:
    """Enter or correct when exchange or regulator was notified; None takes the entry back. Blocks.

    Raises:
        Refusal: clock_in_future: the time is still to come.
        Refusal: clock_before_decision: it lies before the decision.
    """
    if at:
        _assert_past(at, f"{recipient}_at")
    with _changing(archive, number) as (session, row):
        if at and at < row.decided_at:
            raise Refusal("clock_before_decision", field=f"{recipient}_at")
        before = row.notified_at(recipient)
        setattr(row, f"{recipient}_told_at", at)
        if before != at:
            detail = f"{recipient}: {_written(before)} -> {_written(at)}" if before else f"{recipient}: {_written(at)}"
            _note(session, actor, "correct told" if before else "record told", row, detail)
    return row


def attach(archive: Archive, number: int, actor: Actor, document: int | None) -> Clock:
    """Attach the document that discloses the decision, another one, or none; blocks.

    Raises:
        Refusal: clock_document_unknown: there is no such document.
        Refusal: clock_before_decision: it was published before the decision.
    """
    with _changing(archive, number) as (session, row):
        return _attach(session, actor, row, document)


def close(archive: Archive, number: int, actor: Actor, reason: str) -> Clock:
    """Stop a clock before everybody was notified, with a reason; blocks.

    Raises:
        Refusal: clock_reason_missing: no reason is given.
        Refusal: reason_too_long: it has more than `names.MAX_REASON` characters.
    """
    reason = names.checked_reason(reason)
    if not reason:
        raise Refusal("clock_reason_missing", field="reason")
    with _changing(archive, number) as (session, row):
        row.closed_at, row.closed_reason = local_time.now(), reason
        _note(session, actor, "close clock", row, reason)
    return row


def reopen(archive: Archive, number: int, actor: Actor) -> Clock:
    """Let a closed clock run on; one that runs stays as it is. Blocks."""
    with _changing(archive, number, is_open=False) as (session, row):
        if row.closed_at:
            row.closed_at, row.closed_reason = None, ""
            _note(session, actor, "reopen clock", row)
    return row


def _attach(session: Session, actor: Actor, row: Clock, document: int | None) -> Clock:
    found = session.get(Document, document) if document is not None else None
    if document is not None and found is None:
        raise Refusal("clock_document_unknown")
    if found and found.published_at < row.decided_at:
        raise Refusal("clock_before_decision", field="decided_at")
    before, row.document = row.document_id, found
    if before != document:
        detail = f"document {before} -> {document}" if found and before else f"document {document or before}"
        _note(session, actor, "attach clock" if found else "detach clock", row, detail)
    return row


@contextmanager
def _changing(archive: Archive, number: int, *, is_open: bool = True) -> Iterator[tuple[Session, Clock]]:
    """Provide a clock within a transaction, locked so that corrections come one after the other."""
    with database.writing(archive.engine) as session:
        row = session.get(Clock, number, with_for_update=True)
        if row is None:
            raise Refusal("clock_unknown")
        if is_open and row.closed_at:
            raise Refusal("clock_closed")
        yield session, row


def _note(session: Session, actor: Actor, action: str, row: Clock, detail: str = "") -> None:
    audit.add(session, actor, action, f"clock/{row.id}/{row.label}", audit.DONE, detail)


def _assert_past(moment: datetime, field: str) -> None:
    if moment.year < FIRST_YEAR:
        raise Refusal("clock_time_invalid", field=field)
    if moment > local_time.now():
        raise Refusal("clock_in_future", field=field)


def _cleaned(label: str) -> str:
    text = names.one_line(label)
    if not text:
        raise Refusal("clock_label_missing", field="label")
    if len(text) > LABEL:
        raise Refusal("clock_label_too_long", limit=LABEL, field="label")
    return text


def _written(moment: datetime | None) -> str:
    return f"{local_time.in_local_time(moment):%Y-%m-%d %H:%M:%S}" if moment else "none"


def subjects(session: Session, number: int) -> list[str]:
    """Return the prefixes of the subjects of these clocks in the audit."""
    return [f"clock/{clock.id}/" for clock in of_document(session, number)]


LOG = Log(
    file="log/clocks.csv",
    columns=(
        *("id", "label", "duty", "minutes", "source", "decided_at", "due_at"),
        *(f"{recipient}_{name}" for recipient in Recipient for name in ("told_at", "late_seconds")),
        *("started_at", "started_by", "closed_at", "closed_reason"),
    ),
    meaning=lambda site: site.interface.evidence.file_clocks,
    records=lambda session, document, _changes, now: [each.logged(now) for each in of_document(session, document)],
)
