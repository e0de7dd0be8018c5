"""Makes an evidence pack. The document is copied in chunks, so that its size does not count in memory."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from cryptography.x509 import load_pem_x509_certificates
from joserfc.util import urlsafe_b64decode
from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response
from sqlmodel import Session, col, or_, select

from starbond_site import content, features
from starbond_site.content.addresses import LANGUAGES
from starbond_site.documents import audit, database, signing
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.corrections import subject
from starbond_site.documents.extractor import KIND_OF, Extractor
from starbond_site.documents.look import Look
from starbond_site.documents.preflight.report import whole_properties
from starbond_site.documents.records import Audit, Change, Document, ListVersion, LogWitness
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import local
from starbond_site.features.evidence import pack_files, readme
from starbond_site.features.evidence.readme import PackFacts
from starbond_site.shared import local_time
from starbond_site.shared.categories import Category

ACTION = "evidence pack"
"""Of the audit."""
ZIP64_BYTES = 2**31
"""From this size on a file is written with the fields of large ones."""


@dataclass(frozen=True, slots=True)
class DocumentRecords:
    """One document and everything that is recorded of it."""

    document: Document
    receipts: tuple[int, ...]
    """Ids of the documents whose receipts belong here: see `_related`."""
    audit: Sequence[Audit]
    """In the order in which it was written."""
    changes: Sequence[Change]
    """In their order."""
    versions: Sequence[ListVersion]
    """Of the list and of the log of changes, at this moment."""


@dataclass(frozen=True, slots=True)
class FinishedPack:
    """A finished pack."""

    name: str
    """Of the ZIP."""
    files: int
    sums: str
    """SHA-256 of its ``SHA256SUMS``, by which the audit recognises it."""


def write(archive: Archive, number: int, actor: Actor, target: BinaryIO) -> FinishedPack:
    """Write the pack of a document, also of one that was replaced or withdrawn, and an entry of the audit; blocks.

    Raises:
        Refusal: document_unknown: there is no document with this id.
        Refusal: evidence_missing: the storage has no such object.
        Refusal: evidence_altered: its bytes are not those of the record.
        Refusal: storage_unreachable: the storage does not answer.
        Refusal: storage_full: there is no space left for the pack.
    """
    found = find(archive, number)
    with audit.recording_refusals(archive, actor, ACTION, subject(found.document)):
        made = _written(archive, found, actor, target)
    with database.writing(archive.engine) as session:
        detail = f"{made.files} files, {pack_files.SUMS} {made.sums}"
        audit.add(session, actor, ACTION, subject(found.document), audit.DONE, detail)
    return made


def find(archive: Archive, number: int) -> DocumentRecords:
    """Return the records of a document, in one snapshot; an unknown id is refused. Blocks."""
    with database.reading(archive.engine) as session:
        document = session.get(Document, number)
        if document is None:
            raise Refusal("document_unknown")
        named = select(ListVersion).where(col(ListVersion.name).in_((document.category, "changes")))
        return DocumentRecords(
            document=document,
            receipts=tuple(_related(session, document)),
            audit=_audit(session, number),
            changes=session.exec(select(Change).where(Change.document_id == number).order_by(col(Change.number))).all(),
            versions=session.exec(named.order_by(col(ListVersion.name))).all(),
        )


def _stamp(receipt: str) -> tuple[bytes, bytes] | None:
    """Return the checkpoint of a receipt that an authority stamped, and the stamp; None without one."""
    logged = json.loads(urlsafe_b64decode(receipt.split(".")[1].encode())).get("log", {})
    if "timestamp" not in logged:
        return None
    # What was stamped ends with the signature of the log; those of witnesses came later.
    note, _, signatures = logged["proof"].partition("\n\n")[2].rpartition("\n\n")
    return f"{note}\n\n{signatures.splitlines()[0]}\n".encode(), base64.b64decode(logged["timestamp"])


def _stamped_at(receipt: str, roots: bytes) -> datetime | None:
    """Return when the checkpoint of a receipt was stamped; None without a stamp that verifies under some roots."""
    stamp = _stamp(receipt)
    if stamp is None:
        return None
    try:
        answer = decode_timestamp_response(stamp[1])
        VerifierBuilder(roots=load_pem_x509_certificates(roots)).build().verify_message(answer, stamp[0])
    except (VerificationError, ValueError):
        return None
    return answer.tst_info.gen_time


def _of_confirmations(archive: Archive) -> dict[str, bytes]:
    """Return keys of all witnesses that ever were asked, and roots of the time stamp authority, if there are some."""
    roots = archive.settings.timestamp_roots
    keys = archive.read(lambda session: [one.key for one in session.exec(select(LogWitness)) if not one.is_authority])
    files = {
        pack_files.WITNESSES: "".join(f"{key}\n" for key in keys).encode(),
        pack_files.ROOTS: roots.read_bytes() if roots and roots.is_file() else b"",
    }
    return {name: data for name, data in files.items() if data}


def _written(archive: Archive, found: DocumentRecords, actor: Actor, target: BinaryIO) -> FinishedPack:
    number, now, key = found.document.id, local_time.now(), signing.current(archive)
    receipts = {one: signing.receipt(archive, one) or "" for one in found.receipts}
    with local.translating_errors(), ZipFile(target, "w") as file:
        pack = _PackWriter(file, pack_files.folder(number), now)
        _add_document(pack, archive, found.document)
        # Read after the receipts, so that nobody is missing who confirmed them.
        further = _of_confirmations(archive) | _properties(archive, found.document)
        stamped_at = _stamped_at(receipts[number], further.get(pack_files.ROOTS, b""))
        facts = PackFacts(found.document, now, actor.person, archive.settings.public_url, [*further], stamped_at)
        sites = [content.read(language) for language in LANGUAGES]
        pack.add(pack_files.README, readme.as_text(sites, facts))
        pack.add(pack_files.README_HTML, readme.as_html(sites, facts))
        pack.add(pack_files.VERIFY, readme.verifier(sites, facts))
        _add_keys(pack, archive, key)
        for name, data in further.items():
            pack.add(name, data)
        for one, receipt in receipts.items():
            _add_receipt(pack, one, receipt)
        _add_log(pack, archive, found, now)
        listed = pack_files.sums(pack.hashes)
        pack.add(pack_files.SUMS, listed)
        pack.add(pack_files.SIGNATURE, key.sign(listed))
    return FinishedPack(f"{pack_files.folder(number)}.zip", len(pack.hashes), hashlib.sha256(listed).hexdigest())


class _PackWriter:
    """A ZIP that is being written, and the SHA-256 of what is in it."""

    def __init__(self, file: ZipFile, folder: str, now: datetime) -> None:
        self.hashes: dict[str, str] = {}
        self._file = file
        self._folder = folder
        self._moment = now.astimezone(UTC).timetuple()[:6]

    def add(self, name: str, data: bytes) -> None:
        self.copy(name, [data], len(data), ZIP_DEFLATED)

    def copy(self, name: str, chunks: Iterable[bytes], size: int, method: int = ZIP_STORED) -> str:
        info = ZipInfo(f"{self._folder}/{name}", self._moment)
        info.compress_type, info.external_attr = method, 0o644 << 16
        total = hashlib.sha256()
        with self._file.open(info, "w", force_zip64=size >= ZIP64_BYTES) as member:
            for chunk in chunks:
                total.update(chunk)
                member.write(chunk)
        self.hashes[name] = total.hexdigest()
        return self.hashes[name]


def _add_document(pack: _PackWriter, archive: Archive, document: Document) -> None:
    name = pack_files.document_name(document.file_name)
    try:
        sha256 = pack.copy(name, archive.storage.read(document.key), document.size)
    except FileNotFoundError as missing:
        raise Refusal("evidence_missing", detail=document.key) from missing
    if sha256 != document.sha256:
        raise Refusal("evidence_altered", detail=document.key)


def _properties(archive: Archive, document: Document) -> dict[str, bytes]:
    """Return what the look before publication would find; nothing where the look cannot find all."""
    kind = KIND_OF.get(document.media_type)
    if kind is None:
        return {}
    with Extractor(archive).file(document) as path:
        look = Look(path)
        look.read(kind, "properties")
        found = whole_properties(look)
        look.end()
    return {pack_files.PROPERTIES: found.model_dump_json(indent=2).encode()} if found else {}


def _add_keys(pack: _PackWriter, archive: Archive, current: signing.Key) -> None:
    pack.add(pack_files.KEY, current.public_pem().encode())
    listed = signing.listed(archive)
    for key in listed:
        pack.add(f"{pack_files.KEYS}/{key.id}.pem", key.public_pem().encode())
    pack.add(pack_files.JWKS, json.dumps({"keys": [key.public_jwk() for key in listed]}, indent=2).encode())


def _add_receipt(pack: _PackWriter, number: int, receipt: str) -> None:
    signed, _, signature = receipt.rpartition(".")
    own = f"{pack_files.RECEIPTS}/{number}"
    pack.add(f"{own}/{pack_files.RECEIPT}", receipt.encode())
    pack.add(f"{own}/{pack_files.SIGNED}", signed.encode())
    pack.add(f"{own}/{pack_files.SIGNED_BY}", urlsafe_b64decode(signature.encode()))
    pack.add(f"{own}/{pack_files.STATEMENT}", urlsafe_b64decode(signed.rpartition(".")[2].encode()))
    if stamp := _stamp(receipt):
        pack.add(f"{own}/{pack_files.CHECKPOINT}", stamp[0])
        pack.add(f"{own}/{pack_files.TIMESTAMP}", stamp[1])


def _add_log(pack: _PackWriter, archive: Archive, found: DocumentRecords, now: datetime) -> None:
    for name, records in (
        (pack_files.AUDIT, found.audit),
        (pack_files.CHANGES, found.changes),
        (pack_files.VERSIONS, found.versions),
    ):
        pack.add(name, pack_files.table(pack_files.COLUMNS[name], records))
    numbers = [change.number for change in found.changes]
    with database.reading(archive.engine) as session:
        for log in pack_files.logs():
            records = log.records(session, found.document.id, numbers, now)
            pack.add(log.file, pack_files.table(log.columns, records))


def _related(session: Session, document: Document) -> Iterator[int]:
    """Yield the document, all with the same bytes, what it replaced and what replaced it, in the order of their ids."""
    same = (
        col(Document.id) == document.id,
        col(Document.sha256) == document.sha256,
        col(Document.replaced_by) == document.id,
        col(Document.id) == document.replaced_by,
    )
    yield from session.exec(select(Document.id).where(or_(*same)).order_by(col(Document.id)))


def _audit(session: Session, number: int) -> Sequence[Audit]:
    """Return the entries about a document, whatever list it stood in then, and about what features had of it."""
    subjects = [f"{owner}/{number}/" for owner in (*Category, "figures")]
    for hooks in features.hooks():
        subjects += hooks.subjects(session, number)
    # The name of a document follows its number; others have none.
    about = [(col(Audit.subject) + "/").startswith(subject, autoescape=True) for subject in subjects]
    duties = (col(Audit.action) == "name document of duty") & col(Audit.subject).endswith(f"/{number}")
    return session.exec(select(Audit).where(or_(*about, duties)).order_by(col(Audit.id))).all()
