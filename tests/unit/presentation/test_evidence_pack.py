"""Evidence packs: what is in them, what is not, and that a stranger can verify them with the commands inside."""

import csv
import hashlib
import io
import json
import os
import re
import tracemalloc
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile

import pytest

from starbond_site.documents import checkpoints, signing, witnesses
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.corrections import withdraw
from starbond_site.documents.look import Look
from starbond_site.documents.records import Document
from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Recipient
from starbond_site.features.evidence import pack, pack_files, readme
from starbond_site.shared import local_time
from tests import verifier
from tests.refused import refuses
from tests.unit import evidence_verifying as stranger
from tests.unit.documents import preflight_samples, samples
from tests.unit.documents.authority import Authority
from tests.unit.documents.publishing import archive_in, execute, existing, publish, rows
from tests.unit.evidence_verifying import SAME, SIGNED

pytestmark = pytest.mark.features("clocks", "evidence")

RINA = Actor("192.0.2.7", "people", "Rina Begum")
PSI = "PriceSensitiveInformation"


class Pack(NamedTuple):
    path: Path
    made: pack.FinishedPack

    def read(self, name: str) -> bytes:
        with ZipFile(self.path) as file:
            return file.read(f"{self.path.stem}/{name}")

    def table(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.read(name).decode())))


def packed(archive: Archive, number: int, folder: Path) -> Pack:
    path = folder / f"evidence-{number}.zip"
    with path.open("x+b") as file:
        made = pack.write(archive, number, RINA, file)
    assert made.name == path.name
    return Pack(path, made)


def dividend(archive: Archive, name: str = "লভ্যাংশ $(rm -rf) 'Dividend'.pdf") -> Document:
    """Publish price sensitive information with a clock whose exchange was told too late."""
    decided = local_time.now() - timedelta(minutes=50)
    clock = service.start(archive, RINA, "price-sensitive-information", "=Dividend", decided)
    published = publish(archive, PSI, name, samples.GOOD["report.pdf"])
    service.record_notice(archive, clock.id, RINA, Recipient.EXCHANGE, clock.decided_at + timedelta(minutes=31))
    service.attach(archive, clock.id, RINA, published.id)
    return published


def test_stranger_verifies_it_with_the_commands_inside(archive: Archive, tmp_path: Path) -> None:
    made = packed(archive, dividend(archive).id, tmp_path)
    for language in ("en", "bn"):
        done = stranger.verify(made.path, tmp_path / language, language)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert done.stdout.count(SIGNED) == 2
        assert SAME in done.stdout
        assert ": FAILED" not in done.stdout
        assert '"FileName":"লভ্যাংশ' in done.stdout
    # Every file is listed, and the list is signed.
    pairs = (line.split("  ") for line in made.read(pack_files.SUMS).decode().splitlines())
    listed = {name: value for value, name in pairs}
    with ZipFile(made.path) as file:
        assert file.testzip() is None
        names = {name.removeprefix(made.path.stem + "/") for name in file.namelist()}
        assert all(name.startswith(made.path.stem + "/") and name.isascii() for name in file.namelist())
        assert file.getinfo(f"{made.path.stem}/document.pdf").compress_type == ZIP_STORED
    assert names - set(listed) == {pack_files.SUMS, pack_files.SIGNATURE}
    assert {name: hashlib.sha256(made.read(name)).hexdigest() for name in listed} == listed
    assert made.made.sums == hashlib.sha256(made.read(pack_files.SUMS)).hexdigest()
    assert made.read("document.pdf") == samples.GOOD["report.pdf"]


def test_stranger_verifies_the_time_stamp_of_the_log(tmp_path: Path) -> None:
    authority = Authority(tmp_path / "authority")
    with (
        authority.serving() as address,
        archive_in(tmp_path / "data", timestamps=address, timestamp_roots=authority.roots) as archive,
    ):
        number = publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"]).id
        assert checkpoints.sign_due(archive)
        witnesses.ask(archive)
        made = packed(archive, number, tmp_path)
    for language in ("en", "bn"):
        done = stranger.verify(made.path, tmp_path / language, language)
        assert (done.returncode, readme.STAMPED in done.stdout) == (0, True), done.stderr
    other = tmp_path / "en/place" / made.path.stem / f"receipts/{number}/checkpoint.txt"
    other.write_text(other.read_text().replace("1", "2", 1))
    (command,) = (each for each in stranger.commands(stranger.readme(made.path)) if " ts " in each)
    assert stranger.run([command], other.parents[2], tmp_path / "en/bin").returncode != 0


def test_a_stamp_has_a_command_only_where_it_verifies_under_the_roots_of_today(tmp_path: Path) -> None:
    old, new = (Authority(tmp_path / name) for name in ("old", "new"))
    with old.serving() as address:
        with archive_in(tmp_path / "data", timestamps=address, timestamp_roots=old.roots) as archive:
            number = publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"]).id
            assert checkpoints.sign_due(archive)
            witnesses.ask(archive)
        for appended in (False, True):
            if appended:
                new.roots.write_text(new.roots.read_text() + old.roots.read_text())
            with archive_in(tmp_path / "data", timestamps=address, timestamp_roots=new.roots) as archive:
                (tmp_path / str(appended)).mkdir()
                made = packed(archive, number, tmp_path / str(appended))
            done = stranger.verify(made.path, tmp_path / f"stranger-{appended}")
            assert (done.returncode, readme.STAMPED in done.stdout) == (0, appended), done.stderr


def test_confirmations_that_come_while_a_pack_is_made_are_in_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, receipt = Authority(tmp_path / "authority"), signing.receipt
    with (
        authority.serving() as address,
        archive_in(tmp_path / "data", timestamps=address, timestamp_roots=authority.roots) as archive,
    ):

        def confirmed_first(archive: Archive, number: int) -> str | None:
            witnesses.ask(archive)
            execute(archive, "INSERT INTO log_witness VALUES (7, 'w+1a2b3c4d+BA', '2026-11-29 00:00:00', 0, 0, '')")
            return receipt(archive, number)

        number = publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"]).id
        assert checkpoints.sign_due(archive)
        monkeypatch.setattr(signing, "receipt", confirmed_first)
        made = packed(archive, number, tmp_path)
    assert b"w+1a2b3c4d+BA" in made.read(pack_files.WITNESSES)
    done = stranger.verify(made.path, tmp_path / "stranger")
    assert (done.returncode, readme.STAMPED in done.stdout) == (0, True), done.stderr


def test_it_says_what_a_program_found_in_the_document(archive: Archive, tmp_path: Path) -> None:
    number = publish(archive, PSI, "Pictures.pdf", preflight_samples.tagged("Figure")).id
    made = packed(archive, number, tmp_path)
    found = json.loads(made.read(pack_files.PROPERTIES))
    assert pack_files.PROPERTIES in made.read(pack_files.README).decode()
    assert (found["title"], found["untold_pictures"], found["is_scan"]) == ("Dividend", 1, False)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("report.pdf", {"properties": {"title": "Dividend"}}),
        ("report.pdf", {"sample": {"is_scan": False}}),
        ("report.pdf", {"properties": {"comments": -1}, "sample": {"is_scan": False}}),
        ("plan.png", {}),
    ],
)
def test_it_neither_states_nor_lists_what_no_program_found(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: dict[str, dict[str, object]]
) -> None:
    number = publish(archive, "AllNotice", name, samples.GOOD[name]).id
    monkeypatch.setattr(Look, "said", lambda _, stage, _patience=None: said.get(stage))
    made = packed(archive, number, tmp_path)
    assert pack_files.PROPERTIES not in made.read(pack_files.SUMS).decode() + made.read(pack_files.README).decode()


def test_changed_bytes_fail_by_the_name_of_their_file(archive: Archive, tmp_path: Path) -> None:
    published = dividend(archive)
    made = packed(archive, published.id, tmp_path)
    assert stranger.verify(made.path, tmp_path / "right").returncode == 0
    commands, programs = stranger.commands(stranger.readme(made.path)), tmp_path / "right" / "bin"
    receipt = f"receipts/{published.id}/statement.json"
    for name in ("document.pdf", receipt, "log/audit.csv", "log/clocks.csv", "README.txt", "key.pem"):
        forged = tmp_path / name.replace("/", "-") / made.path.name
        forged.parent.mkdir()
        with ZipFile(made.path) as source, ZipFile(forged, "w") as target:
            for info in source.infolist():
                data = source.read(info)
                if info.filename == f"{made.path.stem}/{name}":
                    data = data[:40] + bytes([data[40] ^ 1]) + data[41:]
                target.writestr(info, data)
        failed = stranger.run(commands, forged.parent, programs)
        assert failed.returncode != 0, name
        assert f"{name}: FAILED" in failed.stdout


def test_a_list_that_was_forged_with_its_file_fails_by_its_signature(archive: Archive, tmp_path: Path) -> None:
    published = dividend(archive)
    made = packed(archive, published.id, tmp_path)
    assert stranger.verify(made.path, tmp_path / "right").returncode == 0
    place = tmp_path / "right/place" / made.path.stem
    (place / "document.pdf").write_bytes(b"forged")
    sums = (place / pack_files.SUMS).read_text()
    sums = sums.replace(published.sha256, hashlib.sha256(b"forged").hexdigest())
    (place / pack_files.SUMS).write_text(sums)
    checked, listed, receipt, *rest = stranger.commands(stranger.readme(made.path))[3:]
    programs = tmp_path / "right" / "bin"
    assert stranger.run([checked], place, programs).returncode == 0
    assert stranger.run([listed], place, programs).returncode != 0
    assert stranger.run([receipt], place, programs).returncode == 0
    assert SAME not in stranger.run(rest, place, programs).stdout


@pytest.mark.features("alerts", "webhooks")
def test_logs_name_who_acted_and_nobody_who_received(archive: Archive, tmp_path: Path) -> None:
    published = dividend(archive)
    other = publish(archive, PSI, "Other.pdf", samples.pdf("other"))
    made = packed(archive, published.id, tmp_path)
    audit = made.table(pack_files.AUDIT)
    assert [(line["action"], line["person"]) for line in audit] == [
        ("start clock", "Rina Begum"), ("publish", ""), ("record told", "Rina Begum"), ("attach clock", "Rina Begum"),
    ]  # fmt: skip
    assert not any(f"/{other.id}/" in line["subject"] for line in audit if not line["subject"].startswith("clock/"))
    (clock,) = made.table("log/clocks.csv")
    assert clock["label"] == "'=Dividend"
    assert (clock["minutes"], clock["exchange_late_seconds"]) == ("30", "60")
    assert int(clock["public_late_seconds"]) >= 20 * 60
    assert clock["regulator_told_at"] == ""
    assert [line["kind"] for line in made.table(pack_files.CHANGES)] == ["published"]
    assert [line["name"] for line in made.table(pack_files.VERSIONS)] == [PSI, "changes"]
    assert made.table("log/mail.csv") == made.table("log/webhooks.csv") == []


def test_pack_has_the_receipts_of_what_a_document_replaced_and_what_replaced_it(
    archive: Archive, tmp_path: Path
) -> None:
    old, new = (publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name)).id for name in ("old", "new"))
    for number in (old, new):
        with ZipFile(packed(archive, number, tmp_path).path) as file:
            receipts = {name.split("/")[2] for name in file.namelist() if "/receipts/" in name}
        assert receipts == {str(old), str(new)}


def test_replaced_and_withdrawn_documents_have_their_evidence(archive: Archive, tmp_path: Path) -> None:
    old = publish(archive, "Prospectus", "Draft.docx", samples.GOOD["letter.docx"])
    new = publish(archive, "Prospectus", "Vetted.pdf", samples.pdf("new"))
    again = publish(archive, "AllNotice", "Same.docx", samples.GOOD["letter.docx"])
    withdraw(archive, new.id, RINA, "Wrong page 3")
    for number, state in ((old.id, "Current"), (new.id, "Withdrawn"), (again.id, "Current")):
        made = packed(archive, number, tmp_path)
        assert f"Status: {state}" in made.read("README.txt").decode()
        done = stranger.verify(made.path, tmp_path / f"stranger-{number}")
        assert done.returncode == 0, done.stderr
    with ZipFile(tmp_path / f"evidence-{old.id}.zip") as file:
        receipts = {name.split("/")[2] for name in file.namelist() if "/receipts/" in name}
    assert receipts == {str(old.id), str(again.id)}
    of_new = Pack(tmp_path / f"evidence-{new.id}.zip", made.made)
    statement = json.loads(of_new.read(f"receipts/{new.id}/statement.json"))
    assert statement["withdrawn"]["reason"] == "Wrong page 3"


def test_the_script_that_verifies_is_made_from_its_sources() -> None:
    assert readme.SCRIPT.read_text("utf-8").endswith(verifier.mark()), "run `make verifier`"


def test_certificates_are_no_keys_of_the_log() -> None:
    for script in (readme.SCRIPT, readme.SCRIPT.with_name("verify.js")):
        (keys,) = re.findall(r"/(\^keys\\/.*?)/\.test", script.read_text("utf-8"))
        named = (f"{pack_files.KEYS}/1.pem", pack_files.ROOTS, pack_files.WITNESSES)
        assert [bool(re.search(keys, name)) for name in named] == [True, False, False], script.name


def test_names_in_it_are_safe() -> None:
    names = {"Report -20-11-2026.pdf": "document.pdf", "বই.DOCX": "document.docx"}
    names |= dict.fromkeys(("no extension", "a.b c", "x.প", "x.toolongext"), "document")
    assert {name: pack_files.document_name(name) for name in names} == names


def test_altered_bytes_are_refused_and_recorded(archive: Archive, tmp_path: Path) -> None:
    published = publish(archive, "AllNotice", "Notice.pdf", samples.GOOD["report.pdf"])
    ((key,),) = rows(archive, "SELECT key FROM document")
    existing(archive.storage.path(str(key))).write_bytes(samples.pdf("other"))
    with (tmp_path / "one.zip").open("w+b") as file, refuses("evidence_altered"):
        pack.write(archive, published.id, RINA, file)
    assert rows(archive, "SELECT outcome FROM audit WHERE action = 'evidence pack'") == [("evidence_altered",)]


@pytest.mark.usefixtures("processes")
def test_large_document_is_not_read_into_memory(tmp_path: Path) -> None:
    """A pack of 10 MB needs less than 4 MB."""
    large = samples.pdf(change=lambda made: setattr(made.Root, "Far", made.make_stream(os.urandom(10_000_000))))
    with archive_in(tmp_path / "large", max_upload_mb=16) as archive:
        published = publish(archive, "AllNotice", "Notice.pdf", large)
        tracemalloc.start()
        packed(archive, published.id, tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
        tracemalloc.stop()
