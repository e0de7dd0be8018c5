"""Signed receipts of published documents: compact JWS (RFC 7515) that anyone can check with the public key.

The same state of a document always has the same receipt: Ed25519 signatures are deterministic, and ``iat`` is the
moment of the document's newest change, not the present one.
"""

import json
import warnings
from typing import Any

from joserfc import jws
from joserfc.errors import SecurityWarning
from sqlmodel import col, func, select

from starbond_site import local_time
from starbond_site.documents import database, signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.reading import own_day, withdrawal_record
from starbond_site.documents.records import Change, Document

MEDIA_TYPE = "application/jose"


def receipt(archive: Archive, number: int) -> str | None:
    """Return the receipt of a document, also of one that was replaced or withdrawn; None for an unknown id."""
    payload = statement(archive, number)
    if payload is None:
        return None
    key = signing.current(archive)
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    header = {"alg": signing.ALGORITHM, "kid": key.id}
    with warnings.catch_warnings():
        # See `signing.ALGORITHM`.
        warnings.simplefilter("ignore", SecurityWarning)
        return jws.serialize_compact(header, body, key.jwk, algorithms=[signing.ALGORITHM])


def statement(archive: Archive, number: int) -> dict[str, Any] | None:
    """Return what a receipt says; None for an unknown id."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        if document is None:
            return None
        before = select(func.max(Document.id)).where(Document.replaced_by == number)
        newest = select(func.max(col(Change.at))).where(Change.document_id == number)
        replaces, changed = session.exec(before).one(), session.exec(newest).one()
    moment = changed or document.withdrawn_at or document.replaced_at or document.published_at
    payload: dict[str, Any] = {
        "iss": archive.settings.public_url,
        "id": document.id,
        "category": document.category,
        "FileName": document.file_name,
        "size": document.size,
        "sha256": document.sha256,
        "published_at": local_time.in_utc(document.published_at),
        "filed_at": own_day(document.filed_at),
        "replaces": replaces,
        "replaced_by": document.replaced_by,
        "withdrawn": withdrawal_record(document.withdrawn_at, document.withdrawn_reason),
        "iat": int(moment.timestamp()),
    }
    # Only where there is one, so that receipts of documents without a title stay the same to the byte.
    return payload | {"title": document.title} if document.title else payload
