"""Uploads a file by the two steps that programs use (docs/publishing.md), or to the baseline endpoint."""

import base64
import http.client
import json
import secrets
import threading
import time
import uuid
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from starbond_site.web.resumable import PATH
from starbond_site.web.upload_steps import StepResult
from tests.serving import Server
from tests.unit.documents import samples

PIECE = 2 * 1024 * 1024
ANSWER_SECONDS, RESULT_SECONDS = 10, 150
PASSING = ("database_unavailable", "machine_busy", "scanner_unavailable", "storage_unreachable")
"""Refusals of the moment: another attempt needs no second transfer."""
PAUSES = (0.25, 0.5, 1)
"""Seconds between tries of a line that is lost; the last one again and again."""
CHUNK = 256 * 1024
SECONDS = 600
Connect = Callable[[float], http.client.HTTPConnection]
"""Returns a connection to the site whose answers may take so many seconds."""


@dataclass
class Upload:
    """A file that is sent in pieces by tus 1.0.0, through lost lines and restarted servers."""

    connect: Connect
    origin: str
    category: str
    name: str
    content: bytes
    piece: int = PIECE
    """Bytes of a request; a program sends all of them with one, as ``docs/publishing.md`` says."""
    lost: int = 0
    """Requests without an answer."""
    _attempt: str = ""
    _address: str = ""
    """Where the site takes the pieces; empty until it does, and when the file was refused for good."""
    _offset: int | None = None
    """How much the site has; None while that must be asked."""
    _pause: threading.Event = field(default_factory=threading.Event)

    def send(self, seconds: float) -> StepResult:
        """Send what the site has not got; return its result, or nothing where none is known in time."""
        deadline, failures = time.monotonic() + seconds, 0
        while time.monotonic() < deadline:
            try:
                if result := self.step():
                    return result
                failures = 0
            except (OSError, http.client.HTTPException):
                self.lost += 1
                self._offset = None
                self._pause.wait(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
        return {}

    def step(self) -> StepResult | None:
        """Begin, ask how far it has come, send the next piece, or publish; return the result once it is known.

        Raises:
            OSError, http.client.HTTPException: there is no answer, or none of the site.
        """
        if not self._address:
            described = f"filename {base64.b64encode(self.name.encode()).decode()}"
            headers = {"Upload-Length": str(len(self.content)), "Upload-Metadata": described}
            status, head, body = self._ask("POST", PATH, headers)
            if status == 201:
                self._address, self._offset, self._attempt = head["Location"], 0, secrets.token_hex(16)
                return None
        elif self._offset == len(self.content):
            status, head, body = self._take("publish")
        elif self._offset is None:
            status, head, body = self._ask("HEAD", self._address)
        else:
            headers = {"Upload-Offset": str(self._offset), "Content-Type": "application/offset+octet-stream"}
            piece = self.content[self._offset : self._offset + self.piece]
            status, head, body = self._ask("PATCH", self._address, headers, piece)
        if status in (200, 204) and not body:
            self._offset = int(head["Upload-Offset"])
            return None
        return self._result(status, body)

    def look(self) -> None:
        """Let the site look at what has arrived."""
        self._take("try")

    def _take(self, action: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        fields = {"action": action, "category": self.category, "attempt": self._attempt}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", self._address, headers, urlencode(fields).encode())

    def _result(self, status: int, body: bytes) -> StepResult | None:
        if status == 404 and self._offset is None:
            # Published while nobody heard of it, or gone: a step with the same attempt says which.
            self._offset = len(self.content)
            return None
        try:
            answer = json.loads(body)
        except ValueError:
            # 409, another request is still writing; or what a proxy says while the site is away.
            raise ConnectionError from None
        result = {"outcome": "refused", "code": answer["error"]} if "error" in answer else answer
        if result["outcome"] in ("ended", "incomplete"):
            self._address = "" if result["outcome"] == "ended" else self._address
            self._offset = None
            return None
        if result["outcome"] == "running":
            raise ConnectionError
        if code_of(result) in PASSING:
            self._attempt = secrets.token_hex(16)
        elif result["outcome"] == "published" or code_of(result) == "storage_full":
            self._address = ""
        return result

    def _ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = self.connect(ANSWER_SECONDS if method == "HEAD" or path == PATH else RESULT_SECONDS)
        own = {"Origin": self.origin, "Tus-Resumable": "1.0.0", "Accept": "application/json"}
        try:
            connection.request(method, path, body, own | dict(headers or {}))
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()


def code_of(result: StepResult) -> str:
    """Return ``published``, the code of a refusal, or nothing."""
    return result.get("code", "") if result.get("outcome") == "refused" else result.get("outcome", "")


def publish(server: Server, file: Path, category: str, *, is_looked_at: bool = False) -> tuple[float, float]:
    """Publish a file on the site; return the seconds until it had arrived, and from the step to its result.

    Args:
        server: the site.
        file: what is sent.
        category: its list.
        is_looked_at: whether the site is let look at it before, as the form does; that time is not counted.

    Raises:
        RuntimeError: the site refused it.
    """

    def connect(seconds: float) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", server.port, timeout=seconds)

    content = file.read_bytes()
    upload = Upload(connect, server.url, category, file.name, content, len(content))
    began = time.monotonic()
    results = [upload.step(), upload.step()]
    arrived = time.monotonic() - began
    if is_looked_at:
        upload.look()
    began = time.monotonic()
    if code_of(result := upload.send(SECONDS)) != "published":
        message = f"the upload was answered with {[*results, result]}"
        raise RuntimeError(message)
    return arrived, time.monotonic() - began


def put(port: int, file: Path) -> None:
    """Send a file to the baseline endpoint.

    Raises:
        RuntimeError: it did not accept the whole file.
    """
    connection, size = http.client.HTTPConnection("localhost", port, timeout=SECONDS), str(file.stat().st_size)
    try:
        with file.open("rb") as content:
            chunks = iter(lambda: content.read(CHUNK), b"")
            connection.request("PUT", "/", chunks, {"Content-Length": size})
            response = connection.getresponse()
            answer = response.status, response.read().decode(errors="replace")
    finally:
        connection.close()
    if answer != (200, size):
        message = f"the baseline endpoint answered {answer}"
        raise RuntimeError(message)


def report_of(folder: Path) -> Path:
    """Create a small PDF of its own name and content, of the kind that lists are filled with; return its path."""
    name = uuid.uuid4().hex
    (path := folder / f"{name}.pdf").write_bytes(samples.pdf(name))
    return path


def archive_of(folder: Path, megabytes: float) -> Path:
    """Create a ZIP file with one uncompressed member of unique content; return its path."""
    name = uuid.uuid4().hex
    path = folder / f"{name}.zip"
    block = uuid.uuid4().bytes * 62_500
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive, archive.open(f"{name}.dat", "w") as member:
        left = int(megabytes * 1_000_000)
        while left > 0:
            left -= member.write(block[:left])
    return path
