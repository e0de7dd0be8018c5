"""Debian's clamd with one signature of our own: its package brings none, and others come over the network only."""

import hashlib
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from starbond_site.documents import refusals, virus_scan
from tests.faults import servers
from tests.unit.documents import samples
from tests.unit.documents.clamd import EICAR
from tests.unit.documents.publishing import archive_in, publish, rows

LIMIT = 1024 * 1024
INFECTED = samples.zipped({"folder/a.txt": EICAR})
PDF = samples.GOOD["report.pdf"]


@dataclass
class Scanner:
    """A running clamd."""

    address: str
    process: int


@pytest.fixture
def scanner(tmp_path: Path) -> Iterator[Scanner]:
    """Run clamd with a signature of the harmless test file."""
    program = servers.need("/usr/sbin/clamd", "clamav-daemon")
    signatures, place = tmp_path / "signatures", tmp_path / "clamd.ctl"
    signatures.mkdir()
    digest = hashlib.md5(EICAR, usedforsecurity=False).hexdigest()
    (signatures / "local.hdb").write_text(f"{digest}:{len(EICAR)}:Local.Test.EICAR\n")
    settings = {
        "LocalSocket": place,
        "DatabaseDirectory": signatures,
        "Foreground": "yes",
        "TemporaryDirectory": tmp_path,
        "StreamMaxLength": LIMIT,
        "AlertExceedsMax": "yes",
    }
    written = tmp_path / "clamd.conf"
    written.write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    command = [program, "--config-file", str(written)]
    with servers.running(command, lambda: virus_scan.is_answering(str(place)), tmp_path / "clamd.log") as process:
        yield Scanner(str(place), process.pid)


def test_scanned_before_anything_is_stored(scanner: Scanner, tmp_path: Path):
    """Clean files are published; harmful ones, also inside an archive, and those beyond clamd's limit are not."""
    large = samples.zipped({"a": os.urandom(2 * LIMIT)})
    with archive_in(tmp_path / "data", clamav=scanner.address, max_upload_mb=5) as archive:
        for content, refusal in ((INFECTED, refusals.VirusFound), (large, refusals.ScannerLimit)):
            with pytest.raises(refusal):
                publish(archive, "AllNotice", "files.zip", content)
        publish(archive, "AllNotice", "report.pdf", PDF)
        assert len(list(archive.storage.list())) == 1
        assert rows(archive, "SELECT outcome, detail FROM audit ORDER BY id")[:2] == [
            ("virus_found", "Local.Test.EICAR.UNOFFICIAL"),
            ("scanner_limit", "INSTREAM size limit exceeded. ERROR"),
        ]


def test_frozen_and_killed(scanner: Scanner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """While clamd does not answer nothing is published, and once it does again, all is well."""
    monkeypatch.setattr(virus_scan, "SECONDS", 0.5)
    with archive_in(tmp_path / "data", clamav=scanner.address) as archive:
        os.kill(scanner.process, signal.SIGSTOP)
        try:
            with pytest.raises(refusals.ScannerUnavailable):
                publish(archive, "AllNotice", "report.pdf", PDF)
            assert not virus_scan.is_answering(scanner.address)
        finally:
            os.kill(scanner.process, signal.SIGCONT)
        publish(archive, "AllNotice", "report.pdf", PDF)
        os.kill(scanner.process, signal.SIGKILL)
        with pytest.raises(refusals.ScannerUnavailable):
            publish(archive, "BondIssue", "report.pdf", PDF)
        assert len(list(archive.storage.list())) == 1
