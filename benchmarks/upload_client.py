"""Uploads a file as the upload pages do, or to the baseline endpoint, with one streaming client."""

import http.client
import json
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from starbond_site.state.upload import HANDLERS
from tests.serving import Server

CHUNK = 256 * 1024
SECONDS = 600
BOUNDARY = "----starbond-benchmark"


@dataclass(frozen=True)
class Upload:
    """One file to upload to a list."""

    file: Path
    category: str
    token: str
    """Client token of the connected websocket that gets the result."""
    attempt: str = field(default_factory=lambda: uuid.uuid4().hex)
    """Name of the attempt; the site publishes one name once."""

    def head(self) -> bytes:
        """Return the part of the body before the file: the arguments of the event handler, as the page sends them."""
        size = self.file.stat().st_size
        arguments = {"category": self.category, "name": self.file.name, "size": size, "attempt": self.attempt}
        return (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="__reflex_event_args"\r\n\r\n'
            f"{json.dumps(arguments | {'language': 'en'})}\r\n"
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="upload"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        ).encode()


def publish(server: Server, upload: Upload) -> None:
    """Send a file to the site; return when the whole body is accepted.

    Raises:
        RuntimeError: the site refused it.
    """
    head, tail = upload.head(), f"\r\n--{BOUNDARY}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Content-Length": str(len(head) + upload.file.stat().st_size + len(tail)),
        "Reflex-Client-Token": upload.token,
        "Reflex-Event-Handler": HANDLERS[0],
        "X-Upload-Attempt": upload.attempt,
    }
    status, answer = _send(server.port, "POST", "/_upload", headers, _body(upload.file, head, tail))
    if status != 202:
        message = f"the upload was answered with {status}: {answer[:300]}"
        raise RuntimeError(message)


def put(port: int, file: Path) -> None:
    """Send a file to the baseline endpoint.

    Raises:
        RuntimeError: it did not accept the whole file.
    """
    size = str(file.stat().st_size)
    status, answer = _send(port, "PUT", "/", {"Content-Length": size}, _body(file))
    if (status, answer) != (200, size):
        message = f"the baseline endpoint answered {status}: {answer[:300]}"
        raise RuntimeError(message)


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


def _body(file: Path, head: bytes = b"", tail: bytes = b"") -> Iterator[bytes]:
    yield head
    with file.open("rb") as content:
        while chunk := content.read(CHUNK):
            yield chunk
    yield tail


def _send(port: int, method: str, path: str, headers: dict[str, str], body: Iterator[bytes]) -> tuple[int, str]:
    connection = http.client.HTTPConnection("localhost", port, timeout=SECONDS)
    try:
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode(errors="replace")
    finally:
        connection.close()
