"""A process that publishes one file after another until it is killed, and prints the receipts."""

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from starbond_site.documents import archive as archives
from starbond_site.documents.audit import Actor
from starbond_site.documents.upload import Upload
from starbond_site.settings import Settings
from tests.unit.documents import samples

PIECE = 50_000
READY = "ready"


def publish_for_ever(folder: Path, start: int, line: Connection) -> None:
    """Print `READY`, then id and SHA-256 of every receipt; the files differ."""
    archive = archives.connect(Settings(data_dir=folder))
    line.send(READY)
    for number in range(start, sys.maxsize):
        report = samples.pdf(f"report {number}")
        packed = samples.zipped({"number": str(number), "noise": os.urandom(500_000)})
        name, content = (f"{number}.pdf", report) if number % 2 else (f"{number}.zip", packed)
        with Upload(archive, "AllNotice", name, Actor("192.0.2.1", "open"), len(content)) as upload:
            for place in range(0, len(content), PIECE):
                upload.write(content[place : place + PIECE])
            document = upload.publish()
        line.send((document.id, document.sha256))
