"""Sealed filings among the records whose bytes the storage has to have."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from starbond_site.sealed.records import SEALED, Sealed

NAME = "sealed"


def records(session: Session) -> Sequence[Sealed]:
    """Return all filings that are sealed; one that was cancelled has no bytes any more."""
    return session.exec(select(Sealed).where(Sealed.state == SEALED).order_by(col(Sealed.id))).all()
