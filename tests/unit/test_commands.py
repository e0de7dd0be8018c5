"""Commands of alerts, dealers, translations, sealed filings, duties and people."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
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
from starbond_site.features.sealed import service
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role
from tests.unit.alert_desk import add_subscribers
from tests.unit.command_line import archive_of_commands, run
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish, raising, rows
from tests.unit.sealed.sealed_filings import RUNA, seal
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


dealers, sealed = partial(ran, "dealers"), partial(ran, "sealed")


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


@pytest.mark.usefixtures("archive")
def test_dealers_are_imported_whole_or_not_at_all_and_removed_only_on_request(tmp_path: Path) -> None:
    file, target = tmp_path / "dealers.csv", tmp_path / "export.csv"
    file.write_text(f"{HEADER}\n{LINE}\nDhaka,,Sreepur,Karim,Road,none\n", encoding="utf-8")
    assert dealers("import", str(file), status=1).stderr.splitlines() == [
        "Line 3, district: the cell is empty.",
        "Line 3, telephone: none is not a phone number; write it as +880 1700-000000 / 01700-000000.",
        "Nothing was imported; mistakes: 2.",
    ]
    assert dealers("list").stdout == ""
    file.write_text(f"{HEADER}\n{LINE}\n", encoding="utf-8-sig")
    assert dealers("import", str(file)).stdout == "Added 1, changed 0, removed 0, the same as before 0.\n"
    assert dealers("list").stdout == "Dhaka / Gazipur / Sreepur\t=Rahman\t+8801711000000\tno position\n"
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


LIST = "PriceSensitiveInformation"
PDF = samples.pdf("results of the year")


@pytest.fixture
def two_persons(tmp_path: Path) -> Iterator[Archive]:
    """Give the two_persons that the command line works on, which asks for two persons."""
    with archive_of_commands(tmp_path, UPLOADS="people", TWO_PERSON_RELEASE="yes") as made:
        yield made


@pytest.mark.features("people", "sealed")
def test_from_sealing_to_the_release(two_persons: Archive, tmp_path: Path):
    file = tmp_path / "Results.pdf"
    file.write_bytes(PDF)
    for past in ("18:00", "2020-01-01 18:00"):
        sealed("add", LIST, file, "--at", past, status=1)
    at = local_time.typed(local_time.now() + timedelta(hours=1)).replace("T", " ")
    assert "title" in sealed("add", LIST, file, "--at", at, "--title", "x" * 201, status=1).output
    added = sealed("add", LIST, file, "--at", at, "--title", "Interim dividend 2026")
    assert "Results.pdf\ttitle: Interim dividend 2026\n" in sealed("list").output
    (filing,) = service.waiting(two_persons)
    assert f"Sealed as 1 until {at} (Dhaka): Results.pdf in {LIST}" in added.output
    assert f"Commitment: {filing.commitment}" in added.output
    assert "waits for an approval" in sealed("list").output
    assert "You cannot approve" in sealed("approve", "1", status=1).output
    later = local_time.typed(local_time.now() + timedelta(hours=2)).replace("T", " ")
    assert later in sealed("reschedule", "1", "--at", later).output
    assert "/desk/sealed/preview/" in sealed("preview", "1").output
    assert "waits until another person" in sealed("release", "1").output
    service.approve(two_persons, 1, RUNA, service.waiting(two_persons)[0].version)
    assert "Published Results -" in sealed("release", "1").output
    assert "released as 1" in sealed("list").output
    assert rows(two_persons, "SELECT title FROM document") == [("Interim dividend 2026",)]
    assert "no longer sealed" in sealed("cancel", "1", "--reason", "No.", status=1).output


@pytest.mark.features("people", "sealed")
def test_the_command_line_approves_what_a_person_sealed(two_persons: Archive):
    seal(two_persons)
    assert "Approved: 1" in sealed("approve", "1").output
    assert "cancelled: The board meets again." not in sealed("list").output
    sealed("cancel", "1", "--reason", "The board meets again.")
    assert "cancelled: The board meets again." in sealed("list").output
    assert rows(two_persons, "SELECT count(*) FROM document") == [(0,)]


@pytest.mark.features("people", "sealed")
def test_a_refused_release_says_why(two_persons: Archive, monkeypatch: pytest.MonkeyPatch):
    filing = seal(two_persons, content=PDF)
    sealed("approve", "1")
    published = publish(two_persons, LIST, "Other.pdf", PDF)
    monkeypatch.setattr(local_time, "now", lambda: filing.release_at)
    assert published.file_name in sealed("release", "1", status=1).output
    assert f"refused: This file is already published as {published.file_name}" in sealed("list").output


def test_duties_are_listed_and_a_document_is_named_for_one(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    number = publish(archive, "AllNotice", "Report.pdf", samples.pdf("report")).id
    monkeypatch.setattr(local_time, "now", lambda: datetime(2027, 12, 1, 6, tzinfo=UTC))
    one = ("annual-report", "2027-06-30")
    late = "late\tannual-report\t2027-06-30\tdue on 28 October 2027\tlate by 34 days\n"
    shown = run("duties")
    assert (shown.exit_code, late in shown.stdout, "Late: " in shown.stderr) == (1, True, True)
    done = run("duties", "fulfil", *one, number)
    assert done.stdout == f"annual-report, 2027-06-30: fulfilled by document {number}\n"
    assert "annual-report" not in run("duties").stdout
    fulfilled = run("duties", "--all").stdout.partition("fulfilled\tannual-report\t2027-06-30\t")[2]
    assert f"\t{number} Report" in fulfilled.splitlines()[0]
    assert run("duties", "forget", *one).exit_code == 0
    assert late in run("duties").stdout
    refused = run("duties", "fulfil", *one, 99)
    assert (refused.exit_code, refused.stderr) == (1, "There is no public document with the id 99.\n")


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


def test_what_cannot_be_done_is_one_sentence(archive: Archive) -> None:
    who = somebody(archive)
    for words, sentence in (
        (("invite", "", "no"), "Please enter your name. Please enter a complete email address"),
        (("invite", "R", who.person.email), "There is already a person with the address"),
        (("invite", "R", "r@example.com", "--role", "king"), "king"),
        (("recover", "nobody@example.com"), "There is no person with the address nobody@example.com."),
        (("disable", who.person.email), "This is the only administrator who can sign in."),
        (("roles", who.person.email, "--role", "prepare"), "This is the only administrator who can sign in."),
        (("end-sessions",), "Name one person"),
        (("end-sessions", who.person.email, "--everyone"), "Name one person"),
    ):
        status, said = people(*words)
        assert status in (1, 2), words
        assert sentence in said


def test_person_is_changed_and_comes_back(archive: Archive) -> None:
    somebody(archive)
    who = somebody(archive, "Karim Uddin", [Role.PREPARE])
    assert people("roles", who.person.email, "--role", "approve") == (0, "Karim Uddin: approve\n")
    assert people("disable", who.person.email)[0] == 0
    assert "\tdisabled\n" in people("list")[1]
    assert (people("recover", who.person.email)[0], people("enable", who.person.email)[0]) == (1, 0)
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
