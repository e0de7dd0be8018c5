"""Entries of the audit about a document while it was sealed."""

from sqlmodel import Session

from starbond_site.sealed import service
from starbond_site.sealed.records import subject


def subjects(session: Session, number: int) -> list[str]:
    """Return what their subjects begin with."""
    filing = service.of_document(session, number)
    return [f"{subject(filing.id)}/"] if filing else []
