"""Receipts and keys over HTTP, and the recipe of docs/verify.md as a stranger runs it."""

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from asgi_client import Answer, ask
from factories import PDF, store_document
from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette

from starbond_site.documents import signing, withdraw
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.web import receipts
from starbond_site.web.verification import Verification

RECIPE = Path(__file__).parents[3] / "docs" / "verify.md"
COMMANDS = re.findall(r"```sh\n(.*?)```", RECIPE.read_text("utf-8"), re.DOTALL)
FILE_STEPS, RECEIPT_STEPS = COMMANDS[:2], COMMANDS[2:]


def app(archive: Archive) -> Starlette:
    """Return the routes alone."""
    return Starlette(routes=[*receipts.routes(lambda: archive), Verification(lambda: archive).route])


def get(archive: Archive, path: str, **headers: str) -> Answer:
    return ask(app(archive), path, headers={name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def served(archive: Archive) -> Iterator[str]:
    """Serve the routes over HTTP, for programs that are not Python; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, _, query = self.path.partition("?")
            answer = ask(app(archive), path, query=query)
            self.send_response(answer.status)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def run(steps: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run commands of the recipe in one POSIX shell, as somebody who pastes them one after the other."""
    return subprocess.run(
        ["sh", "-eu", "-c", "\n".join(steps)],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_receipt_is_a_compact_jws_that_caches_revalidate(archive: Archive):
    document = store_document(archive)
    answer = get(archive, f"/documents/{document.id}.receipt")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/jose")
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", answer.text)
    assert answer.headers["cache-control"] == "no-cache"
    again = get(archive, f"/documents/{document.id}.receipt", if_none_match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    withdraw.withdraw(archive, document.id or 0, COMMAND_LINE)
    gone = get(archive, f"/documents/{document.id}.receipt", if_none_match=answer.headers["etag"])
    assert gone.status == 200
    assert gone.body != answer.body


@pytest.mark.parametrize("number", ["1", "0", "-1", "1e3", "০", "99999999999", "a%00b", "1.5"])
def test_no_receipt_of_what_never_was(archive: Archive, number: str):
    answer = get(archive, f"/documents/{number}.receipt")
    assert answer.status == 404
    assert json.loads(answer.body)["error"] == "document_unknown"


def test_keys_are_listed_as_jwks_and_as_pem(archive: Archive):
    signing.current(archive)
    signing.rotate(archive, COMMAND_LINE)
    listed = json.loads(get(archive, receipts.JWKS_PATH).body)["keys"]
    assert [key["kid"] for key in listed] == [key.id for key in signing.listed(archive)]
    assert all("d" not in key for key in listed)
    assert get(archive, receipts.PEM_PATH).text == signing.current(archive).public_pem()
    assert [get(archive, f"/.well-known/starbond-receipts/{key['kid']}.pem").text for key in listed] == [
        key.public_pem() for key in signing.listed(archive)
    ]
    unknown = get(archive, "/.well-known/starbond-receipts/none.pem")
    assert (unknown.status, json.loads(unknown.body)["error"]) == (404, "key_unknown")


@pytest.mark.parametrize("path", ["/documents/1.receipt", receipts.JWKS_PATH, receipts.PEM_PATH])
def test_a_database_that_is_away_is_said(archive: Archive, path: str, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OperationalError(None, None, Exception("gone"))

    monkeypatch.setattr("starbond_site.documents.database.reading", fail)
    answer = get(archive, path)
    assert (answer.status, answer.headers["retry-after"]) == (503, "60")
    assert json.loads(answer.body)["error"] == "database_unavailable"


def test_the_recipe_verifies_a_document(archive: Archive, tmp_path: Path):
    """With sh, curl, sha256sum and openssl alone."""
    document = store_document(archive, "ৱ \" quoted' Report.pdf")
    file = tmp_path / "my file.pdf"
    file.write_bytes(PDF)
    with served(archive) as site:
        found = run(FILE_STEPS, tmp_path, SITE=site, FILE=file.name)
        done = run(RECEIPT_STEPS, tmp_path, SITE=site, FILE=file.name, ID=str(document.id))
    assert document.sha256 in found.stdout
    assert '"state":"current"' in found.stdout
    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    assert done.stdout.endswith("The file is the one of the receipt\n")
    assert json.loads((tmp_path / "statement.json").read_text())["FileName"] == document.file_name


@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_recipe_notices_a_receipt_that_was_changed(archive: Archive, tmp_path: Path, part: int):
    document = store_document(archive)
    (tmp_path / "file.pdf").write_bytes(PDF)
    with served(archive) as site:
        assert run(RECEIPT_STEPS[:1], tmp_path, SITE=site, ID=str(document.id)).returncode == 0
    receipt = tmp_path / "document.receipt"
    parts = receipt.read_text().split(".")
    parts[part] = ("A" if parts[part][5] != "A" else "B").join((parts[part][:5], parts[part][6:]))
    receipt.write_text(".".join(parts))
    done = run(RECEIPT_STEPS[1:], tmp_path, FILE="file.pdf")
    assert done.returncode != 0
    assert "Successfully" not in done.stdout


def test_the_recipe_notices_another_file(archive: Archive, tmp_path: Path):
    document = store_document(archive)
    (tmp_path / "file.pdf").write_bytes(PDF[:-1] + bytes([PDF[-1] ^ 1]))
    with served(archive) as site:
        done = run(RECEIPT_STEPS, tmp_path, SITE=site, FILE="file.pdf", ID=str(document.id))
    assert "Signature Verified Successfully" in done.stdout
    assert "The file is the one" not in done.stdout
    assert done.returncode != 0
