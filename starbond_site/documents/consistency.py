"""Compares records with stored objects: every record has its bytes, and every object has a record."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from sqlmodel import Session, col, select

from starbond_site import features
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.records import Document, Extraction, StoredRecord
from starbond_site.documents.storage import StoredObject, digest, locks

SOUND, MISSING, ALTERED = "sound", "missing", "altered"


@dataclass
class Findings:
    """Result of the check. Only leftovers can be repaired: missing bytes have to come from a backup."""

    documents: int = 0
    """Documents checked, withdrawn and replaced ones included."""
    of_features: dict[str, int] = field(default_factory=dict)
    """Further records checked, by the name of their kind."""
    missing: list[StoredRecord] = field(default_factory=list)
    """Records without their bytes."""
    altered: list[StoredRecord] = field(default_factory=list)
    """Records whose bytes differ from those that were stored."""
    leftover: list[str] = field(default_factory=list)
    """Objects and files without a record, from uploads that have ended; removed on request."""
    in_progress: int = 0
    """Objects and files that a running upload may use."""

    @property
    def is_sound(self) -> bool:
        return not (self.missing or self.altered)


def check(archive: Archive, *, repair: bool = False, read_bytes: bool = False) -> Findings:
    """Compare records with stored objects, both ways.

    Args:
        repair: remove what interrupted uploads left; never what a record names.
        read_bytes: read every object and compare its SHA-256, beside its size.

    Raises:
        Refusal: storage_unreachable: the storage does not answer.
    """
    findings = Findings()
    # Objects before records: a document published in between has a record then, and is no leftover.
    stored = {found.key: found for found in archive.storage.list()}
    with database.reading(archive.engine) as session:
        documents = session.exec(select(Document).order_by(col(Document.id))).all()
        pictures = set(session.exec(select(Extraction.picture_key)))
        others = of_features(session)
    findings.documents, findings.of_features = len(documents), {name: len(found) for name, found in others.items()}
    for record in (*documents, *chain(*others.values())):
        state = _state(archive, record, stored.pop(record.key, None), read_bytes=read_bytes)
        # One that was cancelled since the records were read has no bytes any more.
        if state != SOUND and is_named(archive, record.key):
            (findings.missing if state == MISSING else findings.altered).append(record)
    for found in (found for found in stored.values() if found.key not in pictures):
        with archive.storage.claim(found) as is_unused:
            if not is_unused:
                findings.in_progress += 1
            elif not is_named(archive, found.key):
                findings.leftover.append(found.key)
                if repair:
                    archive.storage.remove(found.key)
    findings.leftover.extend(archive.storage.unfinished(remove=repair))
    _check_incoming(archive, findings, repair=repair)
    return findings


def _state(archive: Archive, record: StoredRecord, listed: StoredObject | None, *, read_bytes: bool) -> str:
    """Compare a record with its object: `SOUND`, `MISSING` or `ALTERED`."""
    if listed and listed.size == record.size and not read_bytes:
        return SOUND
    try:
        found = digest(archive.storage.read(record.key))
    except FileNotFoundError:
        return MISSING
    return SOUND if found == (record.size, record.sha256) else ALTERED


def of_features(session: Session) -> dict[str, Sequence[StoredRecord]]:
    """Return the records of features that name objects of the storage, by the name of their kind."""
    return {feature.name: read(session) for feature in features.FEATURES if (read := feature.hooks.stored)}


def is_named(archive: Archive, key: str) -> bool:
    with Session(archive.engine) as session:
        document = session.exec(select(Document.id).where(Document.key == key)).first()
        picture = session.exec(select(Extraction.document_id).where(Extraction.picture_key == key)).first()
        others = {record.key for record in chain(*of_features(session).values())}
        return document is not None or picture is not None or key in others


def _check_incoming(archive: Archive, findings: Findings, *, repair: bool) -> None:
    for path in sorted(archive.incoming.glob("*.part")):
        with locks.claimed(path) as is_unused:
            if is_unused:
                findings.leftover.append(path.name)
                if repair:
                    path.unlink(missing_ok=True)
            elif path.exists():
                findings.in_progress += 1
