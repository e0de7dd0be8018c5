"""A large file over a line that is cut at random moments, to a server that is killed: it arrives whole and cheaply."""

import base64
import hashlib
import http.client
import json
import os
import random
import secrets
import signal
import time
from collections.abc import Mapping
from pathlib import Path

from starbond_site.web.resumable import PATH
from tests.line import Line, line_to
from tests.serving import build, serving
from tests.unit.documents import samples
from tests.unit.documents.publishing import archive_in, rows

MEGABYTES = int(os.environ.get("CUT_LINE_MB", "10"))
SIZE = MEGABYTES * 1_000_000
KILLS = max(1, MEGABYTES // 15)
CUTS = max(3, MEGABYTES * 4 // 9)
MOST = 1.1
"""Bytes on the line, as a multiple of the size of the file."""
PIECE = 2 * 1024 * 1024
"""As `send.jsx`."""
SECONDS = 60


class Client:
    """Sends a file as the upload form does (`send.jsx`): in pieces, from where the server has it, until it knows."""

    def __init__(self, line: Line, content: bytes) -> None:
        self.line = line
        self.content = content
        self.lost = 0
        self._attempt = secrets.token_hex(16)

    def publish(self) -> dict[str, str]:
        """Send the file; return the result."""
        deadline, path = time.monotonic() + 10 * SECONDS, ""
        while time.monotonic() < deadline:
            try:
                path = path or self._begin()
                offset = int(self._ask("HEAD", path).headers["Upload-Offset"])
                while True:
                    answer = self._append(path, offset)
                    if answer.status == 200:
                        return json.loads(answer.text)
                    assert answer.status in (204, 409), (answer.status, answer.text)
                    offset = int(answer.headers["Upload-Offset"])
            except (OSError, http.client.HTTPException):
                self.lost += 1
                time.sleep(0.1)
        message = "the file did not arrive"
        raise AssertionError(message)

    def _begin(self) -> str:
        fields = {"filename": "Accounts.zip", "category": "AnnualReport"}
        described = ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in fields.items())
        headers = {"Upload-Length": str(len(self.content)), "Upload-Metadata": described}
        return self._ask("POST", PATH, headers=headers).headers["Location"]

    def _append(self, path: str, offset: int) -> "_Answer":
        headers = {"Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
        return self._ask("PATCH", path, self.content[offset : offset + PIECE], headers)

    def _ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> "_Answer":
        connection = http.client.HTTPConnection("localhost", self.line.port, timeout=SECONDS)
        own = {"Origin": f"http://localhost:{self.line.port}", "Tus-Resumable": "1.0.0", "Accept": "application/json"}
        try:
            connection.request(method, path, body, own | {"X-Upload-Attempt": self._attempt} | dict(headers or {}))
            return _Answer(connection.getresponse())
        finally:
            connection.close()


class _Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.text = response.status, response.headers, response.read().decode()


def test_file_arrives_whole_over_a_line_that_is_cut(tmp_path: Path):
    """Cut several times and the server killed, at random bytes: at most 10 % more than its size on the line."""
    build()
    moments = random.Random(23_11_2026)
    content = samples.zipped({"noise": moments.randbytes(SIZE)})
    faults = sorted((moments.randrange(len(content)), number < KILLS) for number in range(CUTS + KILLS))
    with serving(tmp_path) as server, line_to(server.port) as line:

        def watch(sent: int) -> None:
            if faults and sent >= faults[0][0]:
                _, is_kill = faults.pop(0)
                if is_kill:
                    server.stop(signal.SIGKILL)
                    server.start()
                else:
                    line.drop()

        line.watch = watch
        client, began = Client(line, content), time.monotonic()
        result = client.publish()
        seconds = time.monotonic() - began
        assert result["outcome"] == "published", result
        assert faults == []
        assert client.lost >= CUTS
        print(
            f"\n{len(content)} bytes, {line.sent} on the line: {line.sent / len(content) - 1:.2%} more; {seconds:.0f} s"
        )
        assert line.sent <= MOST * len(content)
        with archive_in(server.data) as archive:
            assert rows(archive, "SELECT sha256, size FROM document") == [
                (hashlib.sha256(content).hexdigest(), len(content))
            ]
            assert rows(archive, "SELECT count(*) FROM unfinished_upload") == [(0,)]
        assert "left over: 0" in server.admin("check", "--bytes")
