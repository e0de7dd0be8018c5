"""The commitment of a document that was sealed, on its public page: it may have been shown before the publication."""

import htpy as h
from htpy import Node
from sqlmodel import Session

from starbond_site.content import Site
from starbond_site.sealed import service
from starbond_site.sealed.records import Sealed


def read(session: Session, number: int) -> Sealed | None:
    """Return the filing that a document was until its release."""
    return service.of_document(session, number)


def facts(site: Site, filing: Sealed | None) -> list[tuple[str, Node]]:
    """Return label and value of each fact."""
    if filing is None:
        return []
    words = site.interface.sealed
    commitment = [h.code[filing.commitment], h.br, h.small(".muted")[words.opened_note]]
    return [(words.commitment, commitment), (words.salt, h.code[filing.salt])]
