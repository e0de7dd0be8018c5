"""Has witnesses confirm the public log (https://c2sp.org/tlog-witness), beside publications (docs/log.md).

Each is asked to sign the newest checkpoint, with the proof that the log has only grown since the one that it signed
before; a time stamp authority (RFC 3161) for the time of one checkpoint a day. They are asked one after another: who is
away is asked again after growing pauses, and each time those behind it wait up to 40 seconds, filings never.
"""

import asyncio
import base64
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import cast

import httpx2
from cryptography.x509 import load_pem_x509_certificates
from rfc3161_client import (
    HashAlgorithm,
    TimestampRequestBuilder,
    VerificationError,
    VerifierBuilder,
    decode_timestamp_response,
)
from sqlmodel import Session, col, func, select

from starbond_site.documents import checkpoints, database, entries, merkle, versions
from starbond_site.documents.archive import Archive
from starbond_site.documents.jobs import JobThread, Queue, pause
from starbond_site.documents.records import LogCheckpoint, LogConfirmation, LogWitness
from starbond_site.shared import local_time, logs, note_keys

POLL_SECONDS = 10
SECONDS = 20
"""Longest time of an answer."""
LARGEST = 64 * 1024
"""Bytes that are read of one."""
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=1)
QUEUE = Queue(LogWitness, timedelta(seconds=3 * SECONDS))
CONFLICT = 409
_SIZE = re.compile(r"(0|[1-9][0-9]{0,17})\n?")
_PROBLEMS = {
    403: "it does not know the key that signs this log",
    404: "it does not know this log",
    CONFLICT: "it has confirmed another past of this log",
    422: "it does not find what it confirmed before in this log",
}
_log = logs.get_logger(__name__)


class NotConfirmed(Exception):  # noqa: N818  an expected answer: its text is for the operator
    """A witness has not confirmed a checkpoint."""


def job(archive: Archive) -> JobThread:
    return JobThread("witnesses", partial(ask, archive), every=POLL_SECONDS)


def ask(archive: Archive) -> None:
    """Ask all witnesses that are due and have not confirmed the newest checkpoint; blocks."""
    named = _named(archive)
    if not named or archive.read(checkpoints.newest) is None:
        return
    if archive.read(partial(_unknown, named)):
        with database.writing(archive.engine) as session:
            versions.lock(session, checkpoints.VERSION)
            session.add_all(LogWitness(key=key, due_at=local_time.now()) for key in _unknown(named, session))
    # Looked up for each claim: meanwhile others sign and ask.
    newest = select(func.max(LogCheckpoint.number)).scalar_subquery()
    present = select(LogConfirmation.at).where(LogConfirmation.witness_id == LogWitness.id)
    wanted = col(LogWitness.key).in_(named), ~present.where(col(LogConfirmation.checkpoint) >= newest).exists()
    while QUEUE.is_due(archive.engine, *wanted) and (claimed := QUEUE.claim(archive.engine, *wanted)):
        try:
            own = _stamped if claimed.is_authority else partial(_cosigned, address=named[claimed.key])
            confirmation = own(archive, claimed)
        except (NotConfirmed, httpx2.HTTPError, httpx2.InvalidURL, OSError) as problem:
            _retry_later(archive, claimed, str(problem) if isinstance(problem, NotConfirmed) else "it does not answer")
            continue
        due_at = local_time.now() + (checkpoints.LONGEST if claimed.is_authority else timedelta())
        with database.writing(archive.engine) as session:
            session.merge(confirmation)
            QUEUE.settle(session, claimed, failures=0, problem="", due_at=due_at)
        if claimed.failures:
            _log.warning("witness_confirms_again", witness=claimed.name, failed_attempts=claimed.failures)


def _named(archive: Archive) -> dict[str, str]:
    """Return the addresses of all who are asked, by their keys."""
    authority = archive.settings.timestamps
    return {**archive.settings.witnesses, **({authority: authority} if authority else {})}


def _unknown(named: dict[str, str], session: Session) -> set[str]:
    return named.keys() - {*session.exec(select(LogWitness.key))}


def _retry_later(archive: Archive, claimed: LogWitness, problem: str) -> None:
    failures = claimed.failures + 1
    due_at = local_time.now() + pause(FIRST_PAUSE, LONGEST_PAUSE, failures)
    with database.writing(archive.engine) as session:
        QUEUE.settle(session, claimed, failures=failures, problem=problem, due_at=due_at)
    if problem != claimed.problem:
        _log.error("witness_does_not_confirm", witness=claimed.name, problem=problem)


def _newest(archive: Archive) -> LogCheckpoint:
    """Return the newest checkpoint, which others may have signed since the last look; there is one."""
    return cast("LogCheckpoint", archive.read(checkpoints.newest))


def _cosigned(archive: Archive, witness: LogWitness, address: str) -> LogConfirmation:
    """Return the line of a witness below the newest checkpoint, and the time in it.

    Raises:
        NotConfirmed: it refuses, or its answer is of no use.
    """
    sizes = select(func.max(LogCheckpoint.size)).join(LogConfirmation).where(LogConfirmation.witness_id == witness.id)
    seen = archive.read(lambda session: session.exec(sizes).one()) or 0
    last = _newest(archive)
    status, text = _asked(archive, last, seen, address)
    if status == CONFLICT and (said := _SIZE.fullmatch(text)) and int(said[1]) != seen:
        # It has seen less than is known here, or more: of a checkpoint since, or before a backup was restored.
        seen, last = int(said[1]), _newest(archive)
        if seen > last.size:
            raise NotConfirmed(
                f"it has confirmed {seen} entries, and the log has {last.size}, as after a backup was restored"
            )
        status, text = _asked(archive, last, seen, address)
    if status != httpx2.codes.OK:
        raise NotConfirmed(_PROBLEMS.get(status, f"it answers with status {status}"))
    signed = _line_of(last, witness, text)
    if not signed:
        raise NotConfirmed("its answer is not signed by its key")
    line, at = signed
    return LogConfirmation(checkpoint=last.number, witness_id=witness.id, at=at, said=line)


def _asked(archive: Archive, last: LogCheckpoint, seen: int, address: str) -> tuple[int, str]:
    """Send a checkpoint, with the proof that the log has grown from a size; return status and text of the answer."""
    with database.reading(archive.engine) as session:
        proof = merkle.consistency(seen, last.size, entries.Tree(session).hash_of) if seen else []
    lines = [f"old {seen}", *(base64.b64encode(each).decode() for each in proof), "", last.note]
    status, answer = _posted(f"{address.rstrip('/')}/add-checkpoint", "\n".join(lines).encode(), "text/plain")
    return status, answer.decode("utf-8", "replace")


def _stamped(archive: Archive, authority: LogWitness) -> LogConfirmation:
    """Return the answer of an authority about the newest checkpoint, in base64, and the time in it.

    Raises:
        NotConfirmed: it refuses, or its answer is of no use.
    """
    last, roots = _newest(archive), archive.settings.timestamp_roots
    note = last.note.encode()
    asked = TimestampRequestBuilder().data(note).hash_algorithm(HashAlgorithm.SHA256).build()
    status, answer = _posted(authority.key, asked.as_bytes(), "application/timestamp-query")
    if status != httpx2.codes.OK:
        raise NotConfirmed(f"it answers with status {status}")
    try:
        verifier = VerifierBuilder.from_request(asked)
        for root in load_pem_x509_certificates(roots.read_bytes() if roots else b""):
            verifier = verifier.add_root_certificate(root)
        response = decode_timestamp_response(answer)
        verifier.build().verify_message(response, note)
    except (VerificationError, ValueError, OSError) as error:
        raise NotConfirmed(f"its answer is no time stamp under STARBOND_TIMESTAMP_ROOTS: {error}"[:200]) from error
    said, at = base64.b64encode(answer).decode(), response.tst_info.gen_time
    return LogConfirmation(checkpoint=last.number, witness_id=authority.id, at=at, said=said)


def _posted(address: str, body: bytes, media_type: str) -> tuple[int, bytes]:
    """Post a body; return status and body of the answer.

    Blocks for `SECONDS` at the most; longer only where the resolver of this machine is slow to give up on a name.
    """

    async def post() -> tuple[int, bytes]:
        answer = b""
        # The limits of httpx2 are for single reads.
        async with asyncio.timeout(SECONDS), httpx2.AsyncClient(timeout=SECONDS, trust_env=False) as client:
            headers = {"Content-Type": media_type, "User-Agent": "starbond"}
            async with client.stream("POST", address, content=body, headers=headers) as response:
                async for chunk in response.aiter_bytes():
                    answer += chunk
                    if len(answer) > LARGEST:
                        break
            return response.status_code, answer

    return asyncio.run(post())


def silent(archive: Archive) -> Iterator[str]:
    """Give a sentence for each witness that is asked and does not confirm."""
    newest = select(func.max(LogConfirmation.at)).where(LogConfirmation.witness_id == LogWitness.id).scalar_subquery()
    failing = select(LogWitness, newest).where(LogWitness.failures > 0)
    with database.reading(archive.engine) as session:
        for witness, at in session.exec(failing.order_by(col(LogWitness.id))):
            if witness.key in _named(archive):
                since = f"since {local_time.written(at)}" if at else "yet"
                who = "time stamp authority" if witness.is_authority else "witness"
                yield f"The {who} {witness.name} has confirmed nothing {since}: {witness.problem}."


def mistakes(archive: Archive) -> Iterator[str]:
    """Give a sentence for each confirmation that is not of its checkpoint, or not of its witness."""
    every = select(LogWitness, LogConfirmation, LogCheckpoint).select_from(LogConfirmation)
    every = every.join(LogWitness).join(LogCheckpoint)
    with database.reading(archive.engine) as session:
        for witness, said, checkpoint in session.exec(every.order_by(col(LogCheckpoint.number), col(LogWitness.id))):
            if not (_is_stamp_of if witness.is_authority else _line_of)(checkpoint, witness, said.said):
                yield f"Altered: {witness.name} did not say what is kept of it about checkpoint {checkpoint.number}."


def _line_of(checkpoint: LogCheckpoint, witness: LogWitness, lines: str) -> tuple[str, datetime] | None:
    read = merkle.opened(checkpoint.note)
    return read and merkle.cosignature_of(read, lines, note_keys.read(witness.key, note_keys.WITNESS))


def _is_stamp_of(checkpoint: LogCheckpoint, _authority: LogWitness, answer: str) -> bool:
    """Return whether a stamp has the SHA-256 of a checkpoint; its signature openssl checks."""
    try:
        stamped = decode_timestamp_response(base64.b64decode(answer)).tst_info.message_imprint.message
    except ValueError:
        return False
    return stamped == sha256(checkpoint.note.encode()).digest()
