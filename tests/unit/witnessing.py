"""A witness that runs beside a test, and the work of a site's thread that asks witnesses, done at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from starbond_site.documents import checkpoints, witnesses
from starbond_site.documents.archive import Archive
from starbond_site.operations import witness
from starbond_site.operations.witness import Witness
from tests.unit.documents.publishing import existing

NAME = "auditor.example.com/w1"


@contextmanager
def serving(served: Witness) -> Iterator[tuple[str, list[str]]]:
    """Run a witness; give what a setting names it with, and what it says."""
    said: list[str] = []
    with witness.server(served, "127.0.0.1", 0, said.append) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"{served.key} http://127.0.0.1:{server.server_port}/", said
        server.shutdown()


def confirm(archive: Archive) -> None:
    checkpoints.sign_due(archive)
    witnesses.ask(archive)


def given_out(archive: Archive) -> str:
    return existing(archive.read(checkpoints.given_out))
