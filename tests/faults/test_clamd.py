"""Debian's clamd with one signature of our own: its package brings none, and others come over the network only."""

import hashlib
import os
from pathlib import Path

import pytest

from starbond_site.documents import refusals, virus_scan
from tests.faults import servers
from tests.unit.documents import samples
from tests.unit.documents.clamd import EICAR
from tests.unit.documents.publishing import archive_in, publish, rows

LIMIT = 1024 * 1024
PDF = samples.GOOD["report.pdf"]


def test_scanned_before_anything_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Only clean files are published, and nothing while clamd is frozen or gone."""
    signatures, place, written = tmp_path / "signatures", tmp_path / "clamd.ctl", tmp_path / "clamd.conf"
    signatures.mkdir()
    digest = hashlib.md5(EICAR, usedforsecurity=False).hexdigest()
    (signatures / "local.hdb").write_text(f"{digest}:{len(EICAR)}:Local.Test.EICAR\n")
    written.write_text(
        f"LocalSocket {place}\nDatabaseDirectory {signatures}\nForeground yes\nTemporaryDirectory {tmp_path}\n"
        f"StreamMaxLength {LIMIT}\nAlertExceedsMax yes\n"
    )
    command = [servers.need("/usr/sbin/clamd", "clamav-daemon"), "--config-file", str(written)]
    monkeypatch.setattr(virus_scan, "SECONDS", 5.0)
    with (
        servers.running(command, lambda: virus_scan.is_answering(str(place)), tmp_path / "clamd.log") as clamd,
        archive_in(tmp_path / "data", clamav=str(place), max_upload_mb=5) as archive,
    ):
        # Harmful, also inside of an archive; and beyond the limit of clamd.
        for inside, refusal in ((EICAR, refusals.VirusFound), (os.urandom(2 * LIMIT), refusals.ScannerLimit)):
            with pytest.raises(refusal):
                publish(archive, "AllNotice", "files.zip", samples.zipped({"folder/a.txt": inside}))
        assert rows(archive, "SELECT outcome, detail FROM audit ORDER BY id") == [
            ("virus_found", "Local.Test.EICAR.UNOFFICIAL"),
            ("scanner_limit", "INSTREAM size limit exceeded. ERROR"),
        ]
        monkeypatch.setattr(virus_scan, "SECONDS", 0.5)
        clamd.freeze()
        with pytest.raises(refusals.ScannerUnavailable):
            publish(archive, "AllNotice", "report.pdf", PDF)
        assert not virus_scan.is_answering(str(place))
        clamd.thaw()
        monkeypatch.setattr(virus_scan, "SECONDS", 5.0)
        publish(archive, "AllNotice", "report.pdf", PDF)
        clamd.stop()
        with pytest.raises(refusals.ScannerUnavailable):
            publish(archive, "BondIssue", "report.pdf", PDF)
        assert len(list(archive.storage.list())) == 1
