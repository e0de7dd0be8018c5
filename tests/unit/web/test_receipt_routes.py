"""Receipts and keys over HTTP, and the recipe of docs/verify.md as a stranger runs it."""

import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from factories import PDF, store_document
from whole_site import Site

from starbond_site.documents import signing
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.corrections import withdraw
from starbond_site.web import receipts

RECIPE = Path(__file__).parents[3] / "docs" / "verify.md"
COMMANDS = re.findall(r"```sh\n(.*?)```", RECIPE.read_text("utf-8"), re.DOTALL)
FILE_STEPS, RECEIPT_STEPS = COMMANDS[:2], COMMANDS[2:]


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Serve the routes over HTTP, for programs that are not Python; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, _, query = self.path.partition("?")
            answer = site.get(path, query)
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


def test_a_receipt_is_a_compact_jws_that_caches_revalidate(site: Site, archive: Archive):
    document = store_document(archive)
    answer = site.get(f"/documents/{document.id}.receipt")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/jose")
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+", answer.text)
    assert answer.headers["cache-control"] == "no-cache"
    again = site.get(f"/documents/{document.id}.receipt", if_none_match=answer.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    withdraw(archive, document.id or 0, COMMAND_LINE)
    gone = site.get(f"/documents/{document.id}.receipt", if_none_match=answer.headers["etag"])
    assert gone.status == 200
    assert gone.body != answer.body


def test_no_receipt_of_what_never_was_and_a_database_that_is_away(site: Site, take_away: Callable[..., None]):
    for number in ("1", "0", "-1", "1e3", "০", "99999999999", "a%00b", "1.5"):
        answer = site.get(f"/documents/{number}.receipt")
        assert (answer.status, answer.json["error"]) == (404, "document_unknown"), number
    take_away("reading")
    for path in ("/documents/1.receipt", receipts.JWKS_PATH, receipts.PEM_PATH):
        answer = site.get(path)
        assert (answer.status, answer.headers["retry-after"]) == (503, "60"), path
        assert answer.json["error"] == "database_unavailable"


def test_keys_are_listed_as_jwks_and_as_pem(site: Site, archive: Archive):
    signing.current(archive)
    signing.rotate(archive, COMMAND_LINE)
    listed = site.get(receipts.JWKS_PATH).json["keys"]
    assert [key["kid"] for key in listed] == [key.id for key in signing.listed(archive)]
    assert all("d" not in key for key in listed)
    assert site.get(receipts.PEM_PATH).text == signing.current(archive).public_pem()
    assert [site.get(f"/.well-known/starbond-receipts/{key['kid']}.pem").text for key in listed] == [
        key.public_pem() for key in signing.listed(archive)
    ]
    unknown = site.get("/.well-known/starbond-receipts/none.pem")
    assert (unknown.status, unknown.json["error"]) == (404, "key_unknown")


def test_the_recipe_verifies_a_document(site: Site, archive: Archive, tmp_path: Path):
    """With sh, curl, sha256sum and openssl alone."""
    document = store_document(archive, "ৱ \" quoted' Report.pdf")
    file = tmp_path / "my file.pdf"
    file.write_bytes(PDF)
    with served(site) as url:
        found = run(FILE_STEPS, tmp_path, SITE=url, FILE=file.name)
        done = run(RECEIPT_STEPS, tmp_path, SITE=url, FILE=file.name, ID=str(document.id))
    assert (document.sha256 in found.stdout, '"state":"current"' in found.stdout) == (True, True)
    assert done.returncode == 0, done.stderr
    assert "Signature Verified Successfully" in done.stdout
    assert done.stdout.endswith("The file is the one of the receipt\n")
    assert json.loads((tmp_path / "statement.json").read_text())["FileName"] == document.file_name
