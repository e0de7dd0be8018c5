"""What is checked when a file is sealed, what is kept of it, and what nobody else sees of it."""

import hashlib
import subprocess
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import ORMExecuteState

from starbond_site import content
from starbond_site.documents import database, storing
from starbond_site.documents.archive import COMMAND_LINE, Actor, Archive
from starbond_site.features.people import persons
from starbond_site.features.sealed import service
from starbond_site.features.sealed.mails import sources
from starbond_site.features.sealed.release import release
from starbond_site.mail import Mailer
from starbond_site.shared import local_time
from starbond_site.shared.roles import Role
from tests.refused import refuses
from tests.unit.documents import publishing, samples
from tests.unit.documents.publishing import assert_nothing_happened, execute, existing, outcome, pass_time, rows
from tests.unit.sealed.sealed_filings import LIST, NOBODY, RUNA, SHILA, TOMAL, in_seconds, seal

pytestmark = pytest.mark.features("sealed")

PDF = samples.pdf("results of the year")


def test_the_audit_names_the_number_alone(archive: Archive):
    named: dict[str, Any] = {"name": "Profit of the year.pdf", "title": "Loss of the year"}
    assert LIST not in seal(archive, content=PDF, **named).key
    assert outcome(seal, archive, content=PDF, **named) == "already_sealed"
    assert outcome(seal, archive, **named | {"title": "Loss\ufff9 of the year"}) == "title_unreadable"
    assert outcome(seal, archive, content=PDF, name="Profit of the year.exe") == "type_not_accepted"
    written = str(rows(archive, "SELECT * FROM audit"))
    assert all(word in written for word in ("seal", "Runa Akter", "sealed/1"))
    secrets = ("Profit", "Loss", LIST, hashlib.sha256(PDF).hexdigest())
    assert [secret for secret in secrets if secret in written] == []


def test_the_same_bytes_are_refused_in_the_same_list(archive: Archive):
    publishing.publish(archive, LIST, "Old.pdf", PDF)
    assert outcome(seal, archive, content=PDF) == "already_published"
    other = seal(archive, content=PDF, category="AllNotice")
    with refuses("already_sealed") as refused:
        seal(archive, content=PDF, category="AllNotice")
    assert refused.value.values == {"number": other.id}
    assert publishing.publish(archive, "AllNotice", "Mine.pdf", PDF).id == 2, "a visitor is told nothing"


def test_a_moment_past_far_away_or_passing_meanwhile_is_refused(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    for seconds in (0, 367 * 86_400):
        assert outcome(seal, archive, in_seconds(seconds), content=PDF) == "moment_out_of_range"
    verify = storing.verify
    late = lambda *given: (pass_time(monkeypatch, timedelta(seconds=61)), verify(*given))  # noqa: E731
    monkeypatch.setattr(storing, "verify", late)
    assert outcome(seal, archive, in_seconds(60), content=PDF) == "moment_out_of_range"
    assert_nothing_happened(archive)


def test_the_commitment_is_verified_with_sha256sum_alone(archive: Archive, tmp_path: Path):
    filing, other = seal(archive, content=PDF), seal(archive, content=PDF, category="AllNotice")
    assert filing.salt != other.salt
    assert filing.commitment != other.commitment
    (tmp_path / "results.pdf").write_bytes(PDF)
    for program in ("sha256sum", "openssl dgst -sha256 -r"):
        command = f"(printf %s {filing.salt}; cat results.pdf) | {program}"
        found = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        assert found.split()[0] == filing.commitment, program


def test_a_commit_whose_answer_was_lost_stands(archive: Archive):
    publishing.lose_commit(archive)
    filing = seal(archive, content=PDF)
    assert service.find(archive, filing.id)
    assert b"".join(archive.storage.read(filing.key)) == PDF


def test_an_error_of_the_database_does_not_tell_the_name(archive: Archive):
    """It is logged, and logs are read by more people than those who prepare a filing."""
    execute(archive, "ALTER TABLE sealed DROP COLUMN salt")
    with refuses("database_unavailable") as refused:
        seal(archive, name="Secret results.pdf")
    assert "INSERT INTO sealed" in str(refused.value.__cause__)
    assert "Secret" not in str(refused.value.__cause__)


@pytest.mark.parametrize(("author", "editor", "approver"), [
    (RUNA, None, RUNA), (RUNA, TOMAL, TOMAL), (RUNA, TOMAL, RUNA), (RUNA, None, NOBODY), (NOBODY, None, NOBODY),
    (COMMAND_LINE, None, COMMAND_LINE),
])  # fmt: skip
def test_nobody_approves_their_own(strict: Archive, author: Actor, editor: Actor | None, approver: Actor):
    filing = seal(strict, person=author)
    if editor:
        filing = service.reschedule(strict, filing.id, editor, in_seconds(600))
    assert outcome(service.approve, strict, filing.id, approver, filing.version) == "own_approval"
    assert all(filing.waits_for_approval for filing in strict.read(service.waiting))


def test_approval_counts_from_a_passkey_that_is_older_than_the_sealing_and_two_days(
    strict: Archive, monkeypatch: pytest.MonkeyPatch
):
    """Whoever administers alone could otherwise invite two people and open both links."""
    now = local_time.now()
    filing = seal(strict)
    for moment in (None, now, now - timedelta(days=1)):
        approver = replace(SHILA, enrolled_at=moment)
        assert outcome(service.approve, strict, filing.id, approver, filing.version) == "passkey_too_new"
    later = now + timedelta(days=3)
    monkeypatch.setattr(local_time, "now", lambda: later)
    since = replace(SHILA, enrolled_at=now + timedelta(seconds=5))
    assert outcome(service.approve, strict, filing.id, since, 1) == "passkey_too_new", "it is younger than the sealing"
    assert service.approve(strict, filing.id, replace(SHILA, enrolled_at=now - timedelta(days=1)), 1).approver


def test_everybody_who_may_approve_is_told_of_each_filing_and_of_each_approval(
    strict: Archive, monkeypatch: pytest.MonkeyPatch
):
    mailer = Mailer("smtp://localhost", "site@example.com", "office@example.com", "")
    monkeypatch.setattr("starbond_site.mail.default", lambda: mailer)
    for name, role in (("Shila", Role.APPROVE), ("Tomal", Role.APPROVE), ("Runa", Role.PREPARE)):
        persons.invite(strict, COMMAND_LINE, name, f"{name.lower()}@bücher.com", [role])
    own, said = sources(strict, mailer), list[tuple[str, str]]()

    def tell() -> None:
        ((kind,),) = rows(strict, f"SELECT kind FROM outgoing_mail WHERE about = {filing.id} AND kind LIKE 'appro%'")  # noqa: S608
        told = existing(own[str(kind)].compose(filing.id))
        said.append((told["To"], told["Subject"]))
        assert [part for part in ("Results", LIST) if part in str(told)] == [], "it is sealed"
        assert [mails.compose(filing.id) for other, mails in own.items() if other != kind] == [None]
        execute(strict, "DELETE FROM outgoing_mail")

    filing = seal(strict)
    tell()
    service.approve(strict, filing.id, TOMAL, filing.version)
    tell()
    filing = service.reschedule(strict, filing.id, RUNA, in_seconds(600))
    tell()
    words, both = content.read().interface.sealed.mails, "shila@xn--bcher-kva.com, tomal@xn--bcher-kva.com"
    told = [(both, sentence.format(number=1)) for sentence in (words["waits"], words["approved"], words["waits"])]
    assert said == told
    service.cancel(strict, filing.id, RUNA, "The board meets again.")
    assert [mails.compose(filing.id) for mails in own.values()] == [None, None]


def test_the_mail_names_who_changed_the_filing_last(strict: Archive, monkeypatch: pytest.MonkeyPatch):
    mailer = Mailer("smtp://localhost", "site@example.com", "office@example.com", "")
    monkeypatch.setattr("starbond_site.mail.default", lambda: mailer)
    persons.invite(strict, COMMAND_LINE, "Tomal", "tomal@example.com", [Role.APPROVE])
    filing = service.reschedule(strict, seal(strict, person=RUNA).id, SHILA, in_seconds(600))
    told = existing(sources(strict, mailer)["approval"].compose(filing.id)).get_content()
    assert [who.name for who in (RUNA, SHILA) if who.name in told] == [SHILA.name]


def test_an_approval_is_told_where_mail_waited_until_after_the_release(
    strict: Archive, monkeypatch: pytest.MonkeyPatch
):
    mailer = Mailer("smtp://localhost", "site@example.com", "office@example.com", "")
    monkeypatch.setattr("starbond_site.mail.default", lambda: mailer)
    persons.invite(strict, COMMAND_LINE, "Shila", "shila@example.com", [Role.APPROVE])
    filing = seal(strict, in_seconds(600))
    service.approve(strict, filing.id, TOMAL, filing.version)
    pass_time(monkeypatch, timedelta(seconds=601))
    assert release(strict, filing.id)
    queued = rows(strict, "SELECT kind FROM outgoing_mail WHERE kind LIKE 'appro%' ORDER BY id")
    told = [sources(strict, mailer)[str(kind)].compose(filing.id) for (kind,) in queued]
    assert [mail and mail["Subject"] for mail in told] == [
        None, content.read().interface.sealed.mails["approved"].format(number=filing.id),
    ]  # fmt: skip


def test_another_moment_voids_the_approval(strict: Archive):
    filing = seal(strict)
    number = filing.id
    service.approve(strict, number, TOMAL, filing.version)
    service.make_preview(strict, number, RUNA)
    assert not strict.read(service.waiting)[0].waits_for_approval, "a secret address does not void it"
    service.reschedule(strict, number, SHILA, in_seconds(600))
    assert strict.read(service.waiting)[0].waits_for_approval
    assert outcome(service.approve, strict, number, TOMAL, filing.version) == "changed_meanwhile", "since it was seen"
    filing = strict.read(service.waiting)[0]
    service.approve(strict, number, TOMAL, filing.version)
    service.release_now(strict, number, RUNA)
    assert strict.read(service.waiting)[0].waits_for_approval
    assert release(strict, number) is None


def test_a_change_waits_for_the_release_of_the_same_filing(archive: Archive):
    """On PostgreSQL by a lock of the row; SQLite has one writer at a time anyway."""
    filing, executed = seal(archive), list[ORMExecuteState]()
    with database.writing(archive.engine) as session:
        event.listen(session, "do_orm_execute", executed.append)
        assert service.lock(session, filing.id)
    (found,) = executed
    assert isinstance(found.statement, Select)
    assert str(found.statement.compile(dialect=postgresql.dialect())).endswith(" FOR UPDATE")


def test_what_is_not_sealed_is_not_changed(archive: Archive):
    cancelled, released = seal(archive).id, seal(archive).id
    service.cancel(archive, cancelled, RUNA, "No.")
    service.release_now(archive, released, RUNA)
    assert release(archive, released)
    for number in (cancelled, released, 99):
        outcomes = [
            outcome(service.approve, archive, number, TOMAL, 1),
            outcome(service.reschedule, archive, number, RUNA, in_seconds(60)),
            outcome(service.cancel, archive, number, RUNA, "No."),
            outcome(service.release_now, archive, number, RUNA),
            outcome(service.make_preview, archive, number, RUNA),
        ]
        assert outcomes == ["not_sealed"] * 5, number
    assert len(list(archive.storage.list())) == 1


def test_only_the_hash_of_a_secret_address_is_kept(archive: Archive):
    number = seal(archive).id
    first, second = (service.make_preview(archive, number, RUNA) for _ in range(2))
    assert len(second) == 43
    assert existing(service.previewed(archive, second)).id == number
    for strange in (first, "", "x" * 43, second[:-1], "\udcff"):
        assert service.previewed(archive, strange) is None
    everything = str(rows(archive, "SELECT * FROM sealed")) + str(rows(archive, "SELECT * FROM audit"))
    assert second not in everything
    assert hashlib.sha256(second.encode()).hexdigest() in everything
    service.cancel(archive, number, RUNA, "No.")
    assert service.previewed(archive, second) is None


def test_every_change_is_audited_with_its_person(archive: Archive):
    number = seal(archive).id
    service.reschedule(archive, number, TOMAL, in_seconds(600))
    service.approve(archive, number, SHILA, 2)
    service.cancel(archive, number, RUNA, "Not yet.")
    assert rows(archive, "SELECT action, person, subject, outcome FROM audit ORDER BY id") == [
        ("seal", "Runa Akter", "sealed/1", "done"),
        ("reschedule", "Tomal Das", "sealed/1", "done"),
        ("approve", "Shila Roy", "sealed/1", "done"),
        ("cancel", "Runa Akter", "sealed/1", "done"),
    ]
