"""A time stamp authority of a test's own (RFC 3161), by the program openssl."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.answering import Request, listening

CONFIGURATION = """
[ tsa ]
default_tsa = own
[ own ]
serial = serial
signer_cert = authority.pem
signer_key = authority.key
signer_digest = sha256
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256
ess_cert_id_alg = sha256
[ authority ]
extendedKeyUsage = critical,timeStamping
"""
KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"


class Authority:
    """A root, and an authority under it, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        (folder / "openssl.cnf").write_text(CONFIGURATION)
        self.run(f"req -x509 {KEY} -keyout root.key -out roots.pem -subj /CN=Root -days 3650")
        self.run(f"req -new {KEY} -keyout authority.key -out authority.csr -subj /CN=Authority")
        self.run(
            "x509 -req -in authority.csr -CA roots.pem -CAkey root.key -out authority.pem -days 3650 "
            "-extfile openssl.cnf -extensions authority"
        )
        self.roots = folder / "roots.pem"

    def run(self, command: str) -> str:
        done = subprocess.run(
            ["openssl", *command.split()], cwd=self._folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def answer(self, query: bytes) -> bytes:
        (self._folder / "query").write_bytes(query)
        self.run("ts -reply -config openssl.cnf -queryfile query -out answer")
        return (self._folder / "answer").read_bytes()

    def verifies(self, data: bytes, stamp: bytes) -> bool:
        """Return whether openssl takes a stamp for one of some bytes."""
        (self._folder / "data").write_bytes(data)
        (self._folder / "stamp").write_bytes(stamp)
        command = ["ts", "-verify", "-data", "data", "-in", "stamp", "-CAfile", "roots.pem"]
        return subprocess.run(["openssl", *command], cwd=self._folder, capture_output=True, check=False).returncode == 0

    @contextmanager
    def serving(self) -> Iterator[str]:
        def respond(request: Request) -> None:
            assert request.headers["Content-Type"] == "application/timestamp-query"
            request.answer(200, {"Content-Type": "application/timestamp-reply"}, self.answer(request.read()))

        with listening(respond) as port:
            yield f"http://127.0.0.1:{port}/"
