"""A small witness of public logs (https://c2sp.org/tlog-witness), for an auditor, a registrar or a newspaper.

It keeps the newest checkpoint that it signed of each log, and signs another one only where that has all entries of the
one before. Its one file has all that it knows: its name, its private key, the keys of the logs and their checkpoints.
"""

import base64
import json
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import time
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from starbond_site.documents import merkle
from starbond_site.documents.merkle import Checkpoint
from starbond_site.documents.storage import locks
from starbond_site.operations import OperationError
from starbond_site.shared import note_keys
from starbond_site.shared.note_keys import NoteKey

SECONDS, AT_ONCE, WAITING = 3, 16, 64
"""Longest time until a request has arrived, how many connections are worked on at one time, and how many may wait."""
LARGEST = 64 * 1024
"""Bytes of a request."""
LONGEST_NAME = 100
"""Characters of a name that are repeated."""
MOST_HASHES = 63
"""Of a proof."""
_OLD = re.compile(r"old (0|[1-9][0-9]{0,17})")


class WitnessAnswer(NamedTuple):
    """An answer; where it refuses, ``said`` tells the witness's operator why."""

    status: HTTPStatus
    body: str
    said: str


class Witness:
    """A witness with its file."""

    def __init__(self, file: Path, name: str = "", logs: Iterable[str] = ()) -> None:
        """Read the file, or begin it for a new witness of a name, and add keys of logs; `keep` writes it.

        Raises:
            OperationError: the file is missing without a name, damaged, or of another name; or a name or key is none.
        """
        self._file, self._lock = file, threading.Lock()
        if not file.exists() and not name:
            raise OperationError(f"{file} does not exist: name a new witness with --name, such as auditor.example/w1.")
        private = Ed25519PrivateKey.generate().private_bytes_raw()
        self._state: dict[str, Any] = {"name": name, "private": base64.b64encode(private).decode(), "logs": {}}
        try:
            if file.exists():
                self._state = json.loads(file.read_text("utf-8"))
            own, _ = self._state["name"], {**self._state["logs"]}
            self._private = Ed25519PrivateKey.from_private_bytes(base64.b64decode(self._state["private"]))
        except (ValueError, KeyError, TypeError):
            raise OperationError(f"{file} is damaged, or no file of a witness.") from None
        if name not in ("", own):
            raise OperationError(f"{file} is of the witness {own}: a witness keeps its name.")
        if not note_keys.is_name(own):
            raise OperationError(f'{own} is no name of a witness: it has no blanks, no "+" and no "://".')
        self.key = NoteKey(own, self._private.public_key().public_bytes_raw(), note_keys.WITNESS)
        for text in logs:
            try:
                origin = note_keys.read(text, note_keys.LOG).name
            except ValueError:
                raise OperationError(f"{text} is no key of a log: it should be a line of its /log/keys.") from None
            log = self._state["logs"].setdefault(origin, {"keys": [], "newest": ""})
            log["keys"] += [] if text in log["keys"] else [text]

    @property
    def origins(self) -> list[str]:
        return [*self._state["logs"]]

    def add_checkpoint(self, request: bytes) -> WitnessAnswer:
        """Answer what somebody posts to ``add-checkpoint``."""
        try:
            head, _, note = request.decode().partition("\n\n")
            first, *lines = head.split("\n")
            proof = [base64.b64decode(each, validate=True) for each in lines]
            asked = _OLD.fullmatch(first)
        except ValueError:
            asked, note, proof = None, "", []
        log = self._state["logs"].get(origin := note.partition("\n")[0])
        if asked is None or len(proof) > MOST_HASHES:
            return _refused(HTTPStatus.BAD_REQUEST, "what was sent is no request of tlog-witness")
        if log is None:
            return _refused(HTTPStatus.NOT_FOUND, f"{origin[:LONGEST_NAME]!r} is not watched")
        read = merkle.opened(note, [note_keys.read(key, note_keys.LOG).public for key in log["keys"]])
        if read is None or read.signer is None:
            return _refused(HTTPStatus.FORBIDDEN, f"no known key of {origin} signed the checkpoint")
        with self._lock:
            try:
                return self._grown(log, int(asked[1]), read, note, proof)
            except OSError as error:
                said = f"{self._file.name} cannot be written ({error.strerror})"
                return _refused(HTTPStatus.INTERNAL_SERVER_ERROR, said)

    def _grown(self, log: dict[str, Any], old: int, given: Checkpoint, note: str, proof: list[bytes]) -> WitnessAnswer:
        """Sign a checkpoint where the log has only grown, and keep it first."""
        known = merkle.opened(log["newest"]) or Checkpoint(given.origin, 0, merkle.EMPTY)
        shown = f"{given.origin} shows {given.size} entries, and {known.size} were confirmed before"
        if old > given.size:
            return _refused(HTTPStatus.BAD_REQUEST, f"the proof is from {old} entries to {given.size}")
        if old != known.size:
            back = f"{shown}: it went back" if given.size < known.size else f"{shown}; the proof is from {old} on"
            return WitnessAnswer(HTTPStatus.CONFLICT, f"{known.size}\n", back)
        if given.size == known.size and given.root != known.root:
            other = f"{shown}, which were others: it has another past: {note!r}"
            return WitnessAnswer(HTTPStatus.CONFLICT, f"{known.size}\n", other)
        has_grown = merkle.is_consistent(old, known.root, given.size, given.root, proof) if old else not proof
        if not has_grown:
            return _refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"{shown}: nothing proves that they are among them")
        self.keep({given.origin: {**log, "newest": note}})
        log["newest"] = note
        line = merkle.cosignature(given, self.key, int(time()), self._private.sign)
        return WitnessAnswer(HTTPStatus.OK, line, f"{given.origin}: {given.size} entries confirmed")

    def keep(self, changed: dict[str, Any] | None = None) -> None:
        """Write the file in one step that a loss of power does not undo."""
        logs = self._state["logs"] | (changed or {})
        part = self._file.with_name(f"{self._file.name}.part")
        part.touch(0o600)
        part.write_text(json.dumps(self._state | {"logs": logs}, indent=2), "utf-8")
        locks.sync(part)
        part.replace(self._file)
        locks.sync(self._file.absolute().parent)


def _refused(status: HTTPStatus, said: str) -> WitnessAnswer:
    return WitnessAnswer(status, f"Not confirmed: {said}.\n", said)


class _BoundedServer(ThreadingHTTPServer):
    """Works on `AT_ONCE` connections, and reads of each for `SECONDS` at the most, however slowly somebody sends."""

    request_queue_size = WAITING

    def __init__(self, say: Callable[[str], object], *given: Any) -> None:  # noqa: ANN401  as `HTTPServer` takes them
        super().__init__(*given)
        self._say, self._free = say, threading.Semaphore(AT_ONCE)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  as `ThreadingMixIn` does
        self._free.acquire()
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no thread could be started
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def finish_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        timer = threading.Timer(SECONDS, _end, [request])
        timer.daemon = True
        timer.start()
        try:
            super().finish_request(request, client_address)
        finally:
            timer.cancel()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Say a sentence of whoever left, who is no fault, and print what is one."""
        if isinstance(sys.exc_info()[1], OSError):
            self._say("somebody left before the answer")
        else:
            super().handle_error(request, client_address)


def _end(connection: socket.socket) -> None:
    """Read no more; what came can still be answered."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RD)


def server(witness: Witness, host: str, port: int, say: Callable[[str], object]) -> ThreadingHTTPServer:
    """Return a server that answers for a witness, and says of each request what became of it.

    Raises:
        OperationError: it cannot listen there.
    """

    class WitnessHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not self.path.endswith("/add-checkpoint"):
                return self.send_error(HTTPStatus.NOT_FOUND)
            if not re.fullmatch("[0-9]{1,5}", length) or int(length) > LARGEST:
                return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            sent = self.rfile.read(int(length))
            if len(sent) < int(length):
                say("a request was not sent to its end")
                return None
            answer = witness.add_checkpoint(sent)
            say(answer.said)
            body = answer.body.encode()
            is_size = answer.status == HTTPStatus.CONFLICT
            self.send_response(answer.status)
            self.send_header("Content-Type", "text/x.tlog.size" if is_size else "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return None

        def log_message(self, format: str, *_given: object) -> None:
            """Leave the terminal to what became of requests."""

    try:
        return _BoundedServer(say, (host, port), WitnessHandler)
    except OSError as error:
        raise OperationError(f"{host}:{port}: {error.strerror}.") from None
