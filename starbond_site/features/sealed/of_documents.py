"""Filings as others see them: a document that was sealed until its release, and bytes that the storage has to have."""

from collections.abc import Callable, Sequence
from functools import partial

import htpy as h
from htpy import Node
from sqlmodel import Session, col, select

from starbond_site.content import Site
from starbond_site.features.sealed.records import SEALED, Sealed, subject


def stored(session: Session) -> Sequence[Sealed]:
    """Return all filings that are sealed; one that was cancelled has no bytes any more."""
    return session.exec(select(Sealed).where(Sealed.state == SEALED).order_by(col(Sealed.id))).all()


def read(session: Session, number: int) -> Sealed | None:
    """Return the filing that a document was until its release."""
    return session.exec(select(Sealed).where(Sealed.document_id == number)).first()


def facts(session: Session, number: int) -> Callable[[Site], list[tuple[str, Node]]] | None:
    """Read the commitment of a document and its salt: it may have been shown before the publication."""
    filing = read(session, number)
    return partial(_facts, filing) if filing else None


def _facts(filing: Sealed, site: Site) -> list[tuple[str, Node]]:
    words = site.interface.sealed
    commitment = [h.code[filing.commitment], h.br, h.small(".muted")[words.opened_note]]
    return [(words.commitment, commitment), (words.salt, h.code[filing.salt])]


def subjects(session: Session, number: int) -> list[str]:
    """Return the beginnings of subjects in the audit that are about a document while it was sealed."""
    filing = read(session, number)
    return [f"{subject(filing.id)}/"] if filing else []
