"""Signed receipts of published documents, and the Ed25519 keys (RFC 8032) that sign them.

A receipt is a compact JWS (RFC 7515), which anyone can check with the public key. The same state of a document always
has the same receipt: Ed25519 signatures are deterministic, and ``iat`` is the moment of the document's newest change,
not the present one.

Without a setting the database holds the key: all workers and instances share it, and backups and moves carry it. Who
can read the database can therefore sign in the name of the site; ``STARBOND_SIGNING_KEY`` keeps the key in a file
instead. Public keys stay in the database in either case, so that receipts of earlier keys verify (docs/operating.md).
"""

import json
import warnings
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from joserfc import jws
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import OKPKey
from sqlmodel import Session, col, func, select

from starbond_site.documents import audit, changes, database, entries, versions
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.database import DatabaseProblem
from starbond_site.documents.records import Change, Document, SigningKey
from starbond_site.documents.refusals import Refusal
from starbond_site.shared import local_time

CURVE = "Ed25519"
ALGORITHM = "EdDSA"
"""Name of the algorithm in receipts. RFC 9864 prefers ``Ed25519``, which most verifiers do not know yet."""
MEDIA_TYPE = "application/jose"
"""Of a receipt."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is used: with its private half where it signs."""

    id: str
    jwk: OKPKey

    def public_jwk(self) -> dict[str, Any]:
        """Return the public key as ``jwks.json`` lists it (RFC 7517)."""
        return {**self.jwk.as_dict(private=False), "kid": self.id, "use": "sig", "alg": ALGORITHM}

    @property
    def public_bytes(self) -> bytes:
        return urlsafe_b64decode(f"{self.jwk.as_dict(private=False)['x']}=")

    def public_pem(self) -> str:
        return self.jwk.as_pem(private=False).decode()

    def sign(self, data: bytes) -> bytes:
        """Return the 64 bytes of a plain Ed25519 signature, as ``openssl pkeyutl -rawin`` verifies them.

        Args:
            data: never anything that could be read as a JWS, which this key signs too (`receipt`).

        Raises:
            TypeError: the key has no private half.
        """
        private = self.jwk.private_key
        if not isinstance(private, Ed25519PrivateKey):
            raise TypeError("an earlier key cannot sign: its private half is erased")
        return private.sign(data)


def current(archive: Archive) -> Key:
    """Return the key that signs; the first call on an archive makes it.

    Raises:
        DatabaseProblem: the file of the setting holds no such key.
    """
    given = _key_of_file(archive.settings.signing_key) if archive.settings.signing_key else None
    key = archive.read(lambda session: _known(session, given))
    if key is None:
        with database.writing(archive.engine) as session:
            _lock(session)
            key = _known(session, given) or _add(
                session, given or OKPKey.generate_key(CURVE), keep_private=given is None
            )
    return key


def listed(archive: Archive) -> list[Key]:
    """Return the keys whose receipts count: the one that signs, then earlier ones, newest first."""
    signing = current(archive)
    newest = select(SigningKey).where(col(SigningKey.is_listed)).order_by(col(SigningKey.created_at).desc())
    return [signing, *archive.read(lambda session: [_key(row) for row in session.exec(newest) if row.id != signing.id])]


def rotate(archive: Archive, actor: Actor, *, revoke: bool = False) -> Key:
    """Replace the key of the database by a fresh one, and forget the private half of the old one.

    Args:
        revoke: stop listing the old key, so that its receipts no longer verify: it got into other hands.

    Raises:
        Refusal: key_in_file: the key stands in a file.
    """
    if archive.settings.signing_key:
        raise Refusal("key_in_file")
    with database.writing(archive.engine) as session:
        _lock(session)
        for old in session.exec(select(SigningKey).where(SigningKey.private != "")):
            old.private, old.is_listed = "", not revoke
            audit.add(session, actor, "revoke key" if revoke else "retire key", old.id, audit.DONE)
        session.flush()
        key = _add(session, OKPKey.generate_key(CURVE), keep_private=True)
        audit.add(session, actor, "add key", key.id, audit.DONE)
    return key


def revoke(archive: Archive, key_id: str, actor: Actor) -> bool:
    """Stop listing an earlier key; return whether it was listed.

    Raises:
        Refusal: key_in_use: it is the key that signs.
    """
    if key_id == current(archive).id:
        raise Refusal("key_in_use")
    with database.writing(archive.engine) as session:
        _lock(session)
        row = session.get(SigningKey, key_id)
        if row is None or not row.is_listed:
            return False
        row.is_listed = False
        audit.add(session, actor, "revoke key", key_id, audit.DONE)
    return True


def _lock(session: Session) -> None:
    """Let one process at a time change keys: locks a row that every database has, for one short transaction."""
    versions.lock(session, changes.VERSION)


def _known(session: Session, given: OKPKey | None) -> Key | None:
    """Return the key that signs, if the database knows it."""
    if given is None:
        row = session.exec(select(SigningKey).where(SigningKey.private != "")).first()
        return _key(row) if row else None
    row = session.get(SigningKey, given.thumbprint())
    if row and not row.is_listed:
        raise DatabaseProblem("The key in the file of STARBOND_SIGNING_KEY was revoked: put another key there.")
    return Key(row.id, given) if row else None


def _add(session: Session, jwk: OKPKey, *, keep_private: bool) -> Key:
    both = jwk.as_dict(private=True)
    row = SigningKey(
        id=jwk.thumbprint(),
        public=str(both["x"]),
        private=str(both["d"]) if keep_private else "",
        created_at=local_time.now(),
    )
    session.add(row)
    session.flush()
    return Key(row.id, jwk)


def _key(row: SigningKey) -> Key:
    parts: dict[str, str | list[str]] = {"kty": "OKP", "crv": CURVE, "x": row.public}
    if row.private:
        parts["d"] = row.private
    return Key(row.id, OKPKey.import_key(parts))


@cache
def _key_of_file(file: Path) -> OKPKey:
    """Return the private key in a file, PEM (PKCS #8) or JWK; read once in a process.

    Raises:
        DatabaseProblem: there is none; the message is a sentence for the operator, without the content.
    """
    try:
        text = file.read_text("utf-8").strip()
        key = OKPKey.import_key(json.loads(text) if text.startswith("{") else text)
        if key.is_private and key.curve_name == CURVE:
            return key
        reason = "it is no private Ed25519 key"
    except OSError as error:
        reason = str(error.strerror)
    except (JoseError, ValueError, TypeError, KeyError, AttributeError):
        reason = "it is no private Ed25519 key as PEM or JWK"
    raise DatabaseProblem(f"STARBOND_SIGNING_KEY cannot be used ({file}): {reason}.")


def receipt(archive: Archive, number: int) -> str | None:
    """Return the receipt of a document, also of one that was replaced or withdrawn; None for an unknown id."""
    payload = statement(archive, number)
    if payload is None:
        return None
    key = current(archive)
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    header = {"alg": ALGORITHM, "kid": key.id}
    with warnings.catch_warnings():
        # See `ALGORITHM`.
        warnings.simplefilter("ignore", SecurityWarning)
        return jws.serialize_compact(header, body, key.jwk, algorithms=[ALGORITHM])


def statement(archive: Archive, number: int) -> dict[str, Any] | None:
    """Return the payload of a receipt; None for an unknown id."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        if document is None:
            return None
        before = select(func.max(Document.id)).where(Document.replaced_by == number)
        newest = select(func.max(col(Change.at))).where(Change.document_id == number)
        replaces, changed = session.exec(before).one(), session.exec(newest).one()
        logged = entries.proof_of(session, number)
    record = document.as_record()
    moment = changed or document.withdrawn_at or document.replaced_at or document.published_at
    payload: dict[str, Any] = {
        "iss": archive.settings.public_url,
        "id": document.id,
        "category": document.category,
        **{name: record[name] for name in ("FileName", "size", "sha256", "published_at", "filed_at")},
        "replaces": replaces,
        "replaced_by": document.replaced_by,
        "withdrawn": document.withdrawal_record,
        "iat": int(moment.timestamp()),
    }
    # Only where there is one, so that receipts of documents without a title stay the same to the byte.
    if document.title:
        payload["title"] = document.title
    return payload | {"log": logged} if logged else payload
