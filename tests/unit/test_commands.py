"""Commands of alerts, dealers, translations, evidence, holders, duties and people."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from errno import EPIPE
from functools import partial
from pathlib import Path

import pytest
from typer.testing import Result

from starbond_site import content
from starbond_site.documents.archive import Archive
from starbond_site.features.people import company, invitations, persons, sessions
from starbond_site.features.people.openid import Identity
from starbond_site.features.people.passkeys import Browser
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role
from tests.unit import evidence_verifying as stranger
from tests.unit.alert_desk import add_subscribers
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import execute, publish, raising, rows
from tests.unit.signing_in import somebody

HEADER = "division,district,upazila,name,address,telephone"
LINE = "Dhaka,Gazipur,Sreepur,=Rahman,Mawna Bazar,01711-000000"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_of_commands(tmp_path, URL="https://www.example.com") as made:
        yield made


def ran(*words: object, status: int = 0) -> Result:
    done = run(*words)
    assert done.exit_code == status, done.output
    return done


dealers = partial(ran, "dealers")


def test_alerts_are_counted_listed_and_removed(archive: Archive) -> None:
    first, second = add_subscribers(archive, 2, ("AllNotice", "BondIssue"))
    counted = run("alerts", "count").output.splitlines()
    assert {"2\tconfirmed", "0\tunconfirmed", "2\tBondIssue", "0\tAnnualReport"} <= set(counted)
    listed = run("alerts", "list").output
    assert (f"{first}\ten\t" in listed, listed.count("\tAllNotice,BondIssue\n")) == (True, 2)
    assert run("alerts", "remove", first.upper()).output == f"Removed: {first.upper()}\n"
    assert run("alerts", "remove", first).exit_code == 1
    assert second in run("alerts", "list").output
    assert "1\tBondIssue" in run("alerts", "count").output


def test_one_command_undoes_the_suspensions_since_a_day(archive: Archive) -> None:
    add_subscribers(archive, 3)
    execute(archive, "UPDATE alert_subscriber SET suspended_at = '2026-11-27 12:00:00' WHERE id < 3")
    execute(archive, "UPDATE alert_subscriber SET suspended_at = '2026-11-28 12:00:00' WHERE id = 2")
    assert run("alerts", "list").output.count("suspended 2026-11-2") == 2
    assert ran("alerts", "resume", "--since", "2026-11-28").output == "Resumed: 1\n"
    assert (run("alerts", "list").output.count("suspended"), "1\tsuspended" in run("alerts", "count").output) == (
        1,
        True,
    )


@pytest.mark.usefixtures("archive")
def test_dealers_are_imported_whole_or_not_at_all_and_removed_only_on_request(tmp_path: Path) -> None:
    file, target = tmp_path / "dealers.csv", tmp_path / "export.csv"
    file.write_text(f"{HEADER}\n{LINE}\nDhaka,,Sreepur,Karim,Road,none\n", encoding="utf-8")
    assert dealers("import", str(file), status=1).stderr.splitlines() == [
        "Line 3, district: the cell is empty.",
        "Line 3, telephone: none is not a phone number; write it as +880 1700-000000 / 01700-000000.",
        "Nothing was imported; mistakes: 2.",
    ]
    assert dealers("export").stdout.count("\n") == 1
    file.write_text(f"{HEADER}\n{LINE}\n", encoding="utf-8-sig")
    assert dealers("import", str(file)).stdout == "Added 1, changed 0, removed 0, the same as before 0.\n"
    dealers("export", "--output", str(target))
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    again = dealers("import", str(target), "--replace")
    assert again.stdout == "Added 0, changed 0, removed 0, the same as before 1.\n", "an export is a file to import"
    file.write_text(f"{HEADER}\n", encoding="utf-8")
    assert "--replace" in dealers("import", str(file), status=1).stderr
    assert dealers("import", str(file), "--replace").stdout.startswith("Added 0, changed 0, removed 1")


def test_missing_translations_are_listed_and_end_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "missing_translations", list)
    assert run("translations").exit_code == 0
    monkeypatch.setattr(content, "missing_translations", lambda: ["brands.toml: For wood"])
    done = run("translations")
    assert (done.exit_code, "brands.toml: For wood" in done.stdout) == (1, True)
    mistake, closed = content.ContentError("brands.toml", "name", "is missing"), BrokenPipeError(EPIPE, "Broken pipe")
    for raised, said in ((mistake, "brands.toml: name: is missing\n"), (closed, "")):
        monkeypatch.setattr(content, "missing_translations", raising(raised))
        assert ran("translations", status=1).stderr == said, "a sentence, or nothing where nobody reads any more"


@pytest.fixture
def statement(archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.chdir(tmp_path)
    publish(archive, "FinancialStatement", "Statement.pdf", samples.GOOD["report.pdf"])
    return archive


def test_evidence_is_written_and_verifies_and_never_replaces_a_file(statement: Archive, tmp_path: Path) -> None:
    done = run("evidence", 1)
    assert done.exit_code == 0, done.output
    written = tmp_path / "evidence-1.zip"
    assert done.stdout.startswith("Written: evidence-1.zip, ")
    assert done.stdout.endswith(f" files, {written.stat().st_size} bytes\n")
    assert stranger.verify(written, tmp_path / "stranger").returncode == 0
    refused = run("evidence", 1, "--output", written)
    assert (refused.exit_code, refused.stderr) == (1, f"File exists: {written}\n")
    assert rows(statement, "SELECT person, address FROM audit WHERE action = 'evidence pack'") == [("", "command line")]


def test_no_evidence_leaves_no_file(statement: Archive, tmp_path: Path) -> None:
    unknown = run("evidence", 9)
    assert (unknown.exit_code, unknown.stderr) == (1, "There is no document with this number.\n")
    for stored in statement.storage.list():
        statement.storage.remove(stored.key)
    missing = run("evidence", 1)
    assert missing.exit_code == 1
    assert missing.stderr.startswith("The file of this document is not in the storage")
    assert list(tmp_path.glob("*.zip")) == []


def test_numbers_of_holders_are_imported_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "numbers.txt"
    with archive_of_commands(tmp_path, HOLDERS_KEY="k" * 32) as archive:
        for numbers, said in (
            (b"\xff\xfe1", "This file cannot be read as a table."),
            (b"12\nnobody\n", "Line 2: write the 16 digits"),
            (b"1201 2345 6789 0123\n\nAB-0017\nab17", "Numbers for which a dividend waits: 2."),
        ):
            file.write_bytes(numbers)
            assert said in run("holders", "import", file).output
        assert rows(archive, "SELECT detail FROM audit WHERE outcome = 'done'") == [("2 numbers",)]


def test_duties_are_listed_and_a_document_is_named_for_one(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    number = publish(archive, "AllNotice", "Report.pdf", samples.pdf("report")).id
    monkeypatch.setattr(local_time, "now", lambda: datetime(2027, 12, 1, 6, tzinfo=UTC))
    late = "late\tannual-report\t2027-06-30\tdue on 28 October 2027\tlate by 34 days\n"
    shown = run("duties")
    assert (shown.exit_code, late in shown.stdout, "Late: " in shown.stderr) == (1, True, True)
    one = ("duty=annual-report", "period=2027-06-30")
    assert run("desk", "duties/name", *one, f"document={number}").exit_code == 0
    assert "annual-report" not in run("duties").stdout
    fulfilled = run("duties", "--all").stdout.partition("fulfilled\tannual-report\t2027-06-30\t")[2]
    assert f"\t{number} Report" in fulfilled.splitlines()[0]
    # The page offers no form for a period that is fulfilled.
    assert run("desk", "duties/name", *one, f"document={number}").exit_code == 0
    assert run("desk", "duties/forget", *one).exit_code == 0
    assert late in run("duties").stdout
    monkeypatch.setattr(local_time, "now", lambda: datetime(2027, 10, 29, 6, tzinfo=UTC))
    assert "\tlate by 1 day\n" in run("duties").stdout


def people(*words: str) -> tuple[int, str]:
    done = run("people", *words)
    return done.exit_code, done.output


def test_link_is_the_last_word(archive: Archive) -> None:
    status, said = people("invite", "Rahima Khatun", "Rahima@example.com", "--role", "administer", "--role", "prepare")
    assert status == 0
    token = said.split()[-1].removeprefix("https://www.example.com/desk/invitation?token=")
    assert invitations.invited(archive, token).role_set == {Role.ADMINISTER, Role.PREPARE}
    assert people("invite", "Karim Uddin", "karim@example.com")[0] == 0
    identity = Identity(issuer="https://login.example.com", subject="2", email="karim@example.com", is_verified=True)
    company.sign_in(archive, Browser(address="192.0.2.1"), identity)
    listed = people("list")[1]
    assert "rahima@example.com\tRahima Khatun\tadminister prepare\tlink valid until " in listed
    assert re.search(r"karim@example.com\tKarim Uddin\tprepare\tlink valid until [^\t]*, company account\n", listed)
    assert rows(archive, "SELECT DISTINCT address FROM audit WHERE action = 'invite person'") == [("command line",)]


@pytest.mark.parametrize(("words", "sentence"), [
    (("invite", "", "no"), "Please enter your name. Please enter a complete email address"),
    (("invite", "R", "WHO"), "There is already a person with the address"),
    (("invite", "R", "r@example.com", "--role", "king"), "king"),
    (("recover", "nobody@example.com"), "There is no person with the address nobody@example.com."),
    (("end-sessions",), "Name one person"),
    (("end-sessions", "WHO", "--everyone"), "Name one person"),
])  # fmt: skip
def test_what_cannot_be_done_is_one_sentence(archive: Archive, words: tuple[str, ...], sentence: str) -> None:
    who = somebody(archive)
    status, said = people(*(who.person.email if word == "WHO" else word for word in words))
    assert status in (1, 2)
    assert sentence in said


def test_person_who_lost_all_passkeys_comes_back(archive: Archive) -> None:
    somebody(archive)
    who = somebody(archive, "Karim Uddin", [Role.PREPARE])
    person = ("desk", "people", "number=2")
    assert run(*person, "operation=roles", "role-prepare=", "role-approve=1").exit_code == 0
    assert run(*person, "operation=disable").exit_code == 0
    assert "\tdisabled\n" in people("list")[1]
    assert (people("recover", who.person.email)[0], run(*person, "operation=enable").exit_code) == (1, 0)
    link = people("recover", who.person.email)[1].split()[-1]
    assert sessions.principal(archive, who.accept(link.partition("token=")[2]))
    assert "\tapprove\t1 passkeys, 1 sessions\n" in people("list")[1]


def test_sessions_are_listed_and_ended(archive: Archive) -> None:
    first, second = somebody(archive), somebody(archive, "Karim Uddin")
    first.sign_in()
    assert people("sessions")[1].count("rahima@example.com\tChrome, Linux\t192.0.2.7\tsince ") == 2
    assert people("end-sessions", first.person.email) == (0, "2 sessions ended\n")
    assert sessions.principal(archive, second.session)
    assert people("end-sessions", "--everyone") == (0, "1 sessions ended\n")
    assert persons.everyone(archive)[0].sessions == 0
