"""Uploads as the upload pages make them, and the same bytes for a bare endpoint, by one client that streams."""

import http.client
import json
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from starbond_site.state.upload import HANDLERS
from tests.serving import Server

PIECE = 256 * 1024
SECONDS = 600
BOUNDARY = "----starbond-benchmark"


@dataclass(frozen=True)
class Upload:
    """One file on its way to a list."""

    file: Path
    category: str
    token: str
    """Of the page that waits for the result: a connected websocket has it."""

    def head(self) -> bytes:
        """Return what stands before the file in the body: the handler's arguments, as the page sends them."""
        size = self.file.stat().st_size
        arguments = {"category": self.category, "name": self.file.name, "size": size, "attempt": self.token}
        return (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="__reflex_event_args"\r\n\r\n'
            f"{json.dumps(arguments | {'language': 'en'})}\r\n"
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="upload"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        ).encode()


def publish(server: Server, upload: Upload) -> None:
    """Send a file to the site; returns when every byte was taken.

    Raises:
        RuntimeError: the site refused it.
    """
    head, tail = upload.head(), f"\r\n--{BOUNDARY}--\r\n".encode()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Content-Length": str(len(head) + upload.file.stat().st_size + len(tail)),
        "Reflex-Client-Token": upload.token,
        "Reflex-Event-Handler": HANDLERS[0],
        "X-Upload-Attempt": upload.token,
    }
    status, answer = _send(server.port, "POST", "/_upload", headers, _body(upload.file, head, tail))
    if status != 202:
        message = f"the upload was answered with {status}: {answer[:300]}"
        raise RuntimeError(message)


def put(port: int, file: Path) -> None:
    """Send a file to the bare endpoint.

    Raises:
        RuntimeError: it did not take it whole.
    """
    size = str(file.stat().st_size)
    status, answer = _send(port, "PUT", "/", {"Content-Length": size}, _body(file))
    if (status, answer) != (200, size):
        message = f"the bare endpoint answered {status}: {answer[:300]}"
        raise RuntimeError(message)


def archive_of(folder: Path, megabytes: float) -> Path:
    """Make a ZIP with one stored member that no two calls share, and return it."""
    name = uuid.uuid4().hex
    path = folder / f"{name}.zip"
    piece = uuid.uuid4().bytes * 62_500
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive, archive.open(f"{name}.dat", "w") as member:
        left = int(megabytes * 1_000_000)
        while left > 0:
            left -= member.write(piece[:left])
    return path


def _body(file: Path, head: bytes = b"", tail: bytes = b"") -> Iterator[bytes]:
    yield head
    with file.open("rb") as content:
        while piece := content.read(PIECE):
            yield piece
    yield tail


def _send(port: int, method: str, path: str, headers: dict[str, str], body: Iterator[bytes]) -> tuple[int, str]:
    connection = http.client.HTTPConnection("localhost", port, timeout=SECONDS)
    try:
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode(errors="replace")
    finally:
        connection.close()
