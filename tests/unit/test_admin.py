"""The administrator's command line: what it says, what it does, and how it ends."""

import csv
import io
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from starbond_site import content
from starbond_site.documents import archive as archives
from starbond_site.documents import checkpoints, database, look, public_view, signing, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.storage import fresh_key
from starbond_site.features.alerts.service import AlertService
from starbond_site.mail import Mailer
from starbond_site.mail.contact import ContactMessage
from starbond_site.shared import local_time, settings
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.made_pdfs import plain, scan
from tests.unit.documents.publishing import execute, existing, publish, rows


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path, MAX_UPLOAD_MB="1") as made:
        yield made


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "Report.pdf"
    path.write_bytes(samples.GOOD["report.pdf"])
    return path


def test_publish_list_and_withdraw(archive: Archive, report: Path):
    done = run("documents", "publish", "AllNotice", report)
    assert done.exit_code == 0
    assert "in AllNotice, id 1, at http://localhost:3000/files/1/Report%20-" in done.stdout
    assert report.exists()
    assert "\tAllNotice\t" in run("documents", "list").stdout
    assert run("documents", "list", "BondIssue").stdout == ""
    assert run("documents", "withdraw", 1).stdout.startswith("Withdrawn: Report -")
    assert public_view.page(archive, "AllNotice").total == 0
    assert run("documents", "list").stdout == ""
    assert "\twithdrawn\t" in run("documents", "list", "--withdrawn").stdout
    assert rows(archive, "SELECT DISTINCT address, right FROM audit") == [("command line", "administrator")]
    done = run("documents", "publish", "AllNotice", report, "--date", "2007-03-12", "--name", "Vetted.pdf")
    assert (done.exit_code, "Vetted%20-12-03-2007.pdf, dated 12-03-2007" in done.stdout) == (0, True)
    assert run("documents", "list").stdout.endswith("\tVetted -12-03-2007.pdf\tdated 12-03-2007\n")
    first, second = (publish(archive, "Prospectus", f"{name}.pdf", samples.pdf(name)).id for name in ("One", "Two"))
    done = run("documents", "withdraw", second, "--reason", "Wrong\nfile").stdout.splitlines()
    assert done[1].startswith("Public in Prospectus: One -")
    assert done[1].endswith(f", id {first}")
    assert ("Wrong file",) in rows(archive, "SELECT withdrawn_reason FROM document")
    assert run("documents", "withdraw", first).stdout.count("\n") == 1


@pytest.mark.usefixtures("processes")
def test_publishing_a_scan_warns(archive: Archive, report: Path, monkeypatch: pytest.MonkeyPatch):
    del archive
    monkeypatch.setattr(look, "SCAN_SECONDS", 60.0)
    warning = content.read("en").interface.upload.scan
    for made, is_warned in ((scan(1), True), (plain("Notice of a meeting"), False)):
        report.write_bytes(made)
        done = run("documents", "publish", "AllNotice", report)
        assert done.exit_code == 0
        assert (warning in done.output) is is_warned


def test_two_languages_of_one_filing(archive: Archive, tmp_path: Path):
    for name in ("Notice", "Notice Bangla"):
        (tmp_path / f"{name}.pdf").write_bytes(samples.pdf(name))
        run("documents", "publish", "AllNotice", tmp_path / f"{name}.pdf")
    assert "(English) and Notice Bangla -" in run("documents", "pair", 1, 2).stdout
    assert rows(archive, "SELECT english, bangla FROM language_pair") == [(1, 2)]
    again = run("documents", "pair", 1, 2)
    assert (again.exit_code, "already has its version" in again.stderr) == (1, True)
    assert run("documents", "unpair", 2).stdout == "No longer paired: 1 and 2\n"
    assert public_view.page(archive, "AllNotice").total == 2


@pytest.mark.parametrize(("words", "code", "sentence"), [
    (("documents", "pair", 1, 2), 1, "No public document with this number"),
    (("documents", "unpair", 1), 1, "in no pair"),
    (("documents", "publish", "Nothing", "FILE"), 2, "Invalid value"),
    (("documents", "publish", "AllNotice", "missing.pdf"), 2, "does not exist"),
    (("documents", "publish", "AllNotice", "FILE", "--name", "report.exe"), 1, "are not accepted"),
    (("documents", "publish", "AllNotice", "FILE", "--date", "2999-01-01"), 1, "between 1 January 1900 and today"),
    (("documents", "publish", "AllNotice", "FILE", "--date", "1899-12-31"), 1, "between 1 January 1900 and today"),
    (("documents", "publish", "AllNotice", "FILE", "--date", "12.03.2007"), 2, "Invalid value"),
    (("documents", "withdraw", 7), 1, "There is no document with this number"),
    (("nodes", "set", "Prospectus", "{}"), 2, "Invalid value"),
    (("nodes", "set", "Financial", "words"), 1, "not JSON"),
    (("messages", "export", "--output", "/nowhere/messages.csv"), 1, "No such file or directory"),
])  # fmt: skip
def test_refusals(archive: Archive, report: Path, words: tuple[object, ...], code: int, sentence: str):
    done = run(*(report if word == "FILE" else word for word in words))
    assert (done.exit_code, sentence in done.stderr) == (code, True)
    assert rows(archive, "SELECT count(*) FROM document") == [(0,)]


def test_nodes_and_a_wrong_setting(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    assert "shown in the header" in run("nodes", "set", "Financial", '{"text": "বছর"}').stdout
    assert "not shown" in run("nodes", "set", "Dividend", "[1, 2]").stdout
    listed = json.loads(run("nodes", "list").stdout)
    assert (listed["Financial"], listed["Dividend"], listed["Prospectus"]) == ({"text": "বছর"}, [1, 2], None)
    assert run("nodes", "clear", "Financial").stdout == "Financial is cleared\n"
    assert snapshot.node_views(archive)["Financial"].value is None
    line = '{"text": "Dividend"}'
    assert "That moment is past" in run("nodes", "set", "Dividend", line, "--until", "2020-01-01").output
    done = run("nodes", "set", "Dividend", line, "--until", "2099-12-03T18:00")
    assert done.stdout.endswith(", until 03-12-2099 18:00 in Dhaka\n")
    assert snapshot.node_views(archive)["Dividend"].ends_at
    monkeypatch.setenv("STARBOND_STORAGE", "ftp://files")
    settings.settings.cache_clear()
    archives.default.cache_clear()
    done = run("check")
    assert (done.exit_code, "STARBOND_STORAGE must be local or s3://bucket/prefix" in done.output) == (1, True)
    monkeypatch.delenv("STARBOND_STORAGE")
    settings.settings.cache_clear()


def test_check(archive: Archive, report: Path):
    run("documents", "publish", "AllNotice", report)
    assert run("check", "--bytes").stdout == "Records: 1, without their bytes: 0, altered: 0, left over: 0\n"
    existing(archive.storage.path(fresh_key("AllNotice"))).write_bytes(b"left over")
    found = run("check")
    assert (found.exit_code, "Left over from an interrupted upload: AllNotice/" in found.stdout) == (1, True)
    assert "check --repair" in found.stderr
    repaired = run("check", "--repair")
    assert (repaired.exit_code, "left over: 1, removed" in repaired.stdout) == (0, True)
    assert run("check").exit_code == 0
    archive.storage.remove(next(iter(archive.storage.list())).key)
    missing = run("check", "--repair")
    assert (missing.exit_code, "backup" in missing.stderr) == (1, True)
    assert "Missing: the bytes of Report -" in missing.stdout


def test_reindex(archive: Archive, report: Path):
    report.write_bytes(plain("the accounts"))
    run("documents", "publish", "AllNotice", report)
    first = run("reindex")
    assert (first.exit_code, first.stdout[:24]) == (0, "1\tAllNotice\ttext\tReport ")
    assert first.stdout.strip().endswith("1 pages, 12 characters")
    assert run("reindex").stdout == ""
    assert "text" in run("reindex", "1").stdout
    assert "text" in run("reindex", "--all").stdout
    assert "There is no public document with the id 7." in run("reindex", "7").output
    archive.storage.remove(str(rows(archive, "SELECT key FROM document")[0][0]))
    missing = run("reindex", "1")
    assert (missing.exit_code, "its bytes are missing" in missing.stdout) == (1, True)
    assert rows(archive, "SELECT state FROM extraction") == [("failed",)]


@pytest.mark.features("alerts")
def test_exports(archive: Archive, tmp_path: Path):
    moment = local_time.now()
    message = ContactMessage(
        reference="R-1", received_at=moment, consent_at=moment, language="en", name="=HYPERLINK(1)", email="@sum",
        phone="+880 1700-000000", message="-1+cmd|' /C'!A0\nবাংলা",
    )  # fmt: skip
    with database.writing(archive.engine) as session:
        session.add(message)
    service = AlertService(archive, Mailer("", ""))
    typed = {"email": "a@example.com", "consent": "on"}
    assert service.subscribe(typed, "203.0.113.9", "bn", is_newsletter=True).accepted
    execute(archive, "UPDATE alert_subscriber SET requested_at = '2020-01-01 00:00:00'")  # Whoever asked again.
    target = tmp_path / "messages.csv"
    assert run("messages", "export", "--output", target).exit_code == 0
    row = next(csv.DictReader(target.open(newline="", encoding="utf-8")))
    assert [row[name] for name in ("name", "email", "phone")] == ["'=HYPERLINK(1)", "'@sum", "+880 1700-000000"]
    assert (row["reference"], row["message"]) == ("R-1", "'-1+cmd|' /C'!A0\nবাংলা")
    subscriber = next(csv.DictReader(io.StringIO(run("subscribers", "export").stdout)))
    link = urlsplit(subscriber["unsubscribe"])
    assert (subscriber["email"], link.path) == ("a@example.com", "/newsletter/unsubscribe")
    assert (subscriber["subscribed_at"][:10], subscriber["confirmed_at"]) == (f"{moment:%Y-%m-%d}", "")
    assert service.unsubscribe(parse_qs(link.query)["token"][0]), "the link works"


def test_keys_of_receipts(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    """Listed, replaced and revoked; what cannot be done is said. One id in 64 begins with a hyphen (base64url)."""
    made = iter(partial(signing.OKPKey.generate_key, signing.CURVE), None)
    ids = (key for key in made if key.thumbprint().startswith("-"))
    monkeypatch.setattr(signing.OKPKey, "generate_key", lambda _curve: next(ids))
    first = run("key", "list").stdout.split()[0]
    assert run("key", "list").stdout == f"{first}  signs\n"
    monkeypatch.undo()
    second = run("key", "rotate").stdout.split()[0]
    assert run("key", "list").stdout == f"{second}  signs\n{first}  earlier\n"
    refused = run("key", "revoke", second)
    assert (refused.exit_code, "signs at present" in refused.stderr) == (1, True)
    assert (run("key", "revoke", first).exit_code, run("key", "revoke", first).exit_code) == (0, 1)
    third = run("key", "rotate", "--revoke").stdout.split()[0]
    assert run("key", "list").stdout == f"{third}  signs\n"
    assert rows(archive, "SELECT count(*) FROM audit") == [(5,)]


def test_a_restored_log_goes_on_and_says_which_caches_to_empty(archive: Archive, tmp_path: Path) -> None:
    publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
    assert checkpoints.sign_due(archive)
    (tmp_path / "kept").write_bytes(b"\xff\xfe")
    assert f"{tmp_path / 'kept'} is no checkpoint" in run("log", "verify", "--checkpoint", tmp_path / "kept").stdout
    execute(archive, "DELETE FROM log_checkpoint")
    execute(archive, "UPDATE log_entry SET leaf = ''")
    accepted = run("log", "accept").stdout
    assert "/var/cache/starbond-pages" in accepted
    assert "CDN" in accepted
