"""The clocks of a document in its evidence pack, with the seconds by which a notice was too late."""

from datetime import datetime
from types import SimpleNamespace

from sqlmodel import Session

from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Recipient
from starbond_site.features.hooks import Log

_OWN = ("id", "label", "duty", "minutes", "source", "decided_at", "due_at")
_REST = ("started_at", "started_by", "closed_at", "closed_reason")
COLUMNS = (*_OWN, *(f"{recipient}_{name}" for recipient in Recipient for name in ("told_at", "late_seconds")), *_REST)


def of_document(session: Session, number: int, now: datetime) -> list[SimpleNamespace]:
    """Return a record with `COLUMNS` for each clock."""
    found = []
    for clock in service.of_document(session, number):
        record = SimpleNamespace(**{name: getattr(clock, name) for name in (*_OWN, *_REST)})
        for recipient in Recipient:
            setattr(record, f"{recipient}_told_at", clock.notified_at(recipient))
            setattr(record, f"{recipient}_late_seconds", int(clock.late_by(recipient, now).total_seconds()))
        found.append(record)
    return found


def subjects(session: Session, number: int) -> list[str]:
    """Return the prefixes of the subjects of these clocks in the audit."""
    return [f"clock/{clock.id}/" for clock in service.of_document(session, number)]


LOG = Log(
    file="log/clocks.csv",
    columns=COLUMNS,
    meaning=lambda site: site.interface.evidence.file_clocks,
    records=lambda session, document, _changes, now: of_document(session, document, now),
)
