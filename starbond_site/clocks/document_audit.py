"""Entries of the audit about the clocks of a document."""

from sqlmodel import Session

from starbond_site.clocks import reading


def subjects(session: Session, number: int) -> list[str]:
    """Return what their subjects begin with."""
    return [f"clock/{clock.id}/" for clock in reading.of_document(session, number)]
