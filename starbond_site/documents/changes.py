"""The log of changes of what is public: every publication, replacement, withdrawal and restoration.

A change is written in the transaction of the deed. Its number is the version ``changes``, whose row stays locked until
that transaction ends: numbers have no gaps, and a lower number is never committed after a higher one. Readers can
therefore resume after the last number that they saw.
"""

from typing import Literal

from sqlmodel import Session

from starbond_site import local_time
from starbond_site.documents import versions
from starbond_site.documents.records import Change

Kind = Literal["published", "replaced", "withdrawn", "restored"]
VERSION = "changes"
"""Name of the version that numbers changes."""


def record(session: Session, kind: Kind, document_id: int) -> int:
    """Write a change within a transaction, and return its number."""
    number = versions.raise_version(session, VERSION)
    session.add(Change(number=number, kind=kind, document_id=document_id, at=local_time.now()))
    session.flush()
    return number
