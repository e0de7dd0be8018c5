"""The site asks witnesses of the public log: cosignatures of others, and what becomes of those that are away."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from starbond_site.documents import checkpoints, database, entries, merkle, signing, witnesses
from starbond_site.documents.archive import Archive
from starbond_site.documents.corrections import retitle
from starbond_site.documents.merkle import Checkpoint
from starbond_site.documents.records import LogCheckpoint, LogConfirmation, LogWitness
from starbond_site.operations.witness import Witness
from starbond_site.shared import local_time, note_keys
from tests.answering import Request, listening
from tests.unit.documents import samples
from tests.unit.documents.publishing import (
    PUBLIC_URL,
    WHO,
    archive_in,
    at_once,
    execute,
    existing,
    pass_time,
    publish,
    raising,
    rows,
)
from tests.unit.witnessing import NAME, confirm, given_out, serving

REAL = """\
arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
"""  # noqa: E501  as it was given out
"""A checkpoint of a log of certificates, which four witnesses of others confirmed."""
LOG_KEY = "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f"
REAL_KEYS = (
    "transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM",
    "witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO",
    "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
    "witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv",
)


def test_cosignatures_of_witnesses_of_others_are_read() -> None:
    checkpoint = existing(merkle.opened(REAL, [note_keys.read(LOG_KEY, note_keys.LOG).public]))
    assert checkpoint.signer is not None
    for text in REAL_KEYS:
        key = note_keys.read(text, note_keys.WITNESS)
        line, at = existing(merkle.cosignature_of(checkpoint, REAL, key))
        assert (line in REAL, at) == (True, datetime(2026, 5, 23, 21, 50, 24, tzinfo=UTC))
        other = Checkpoint(checkpoint.origin, checkpoint.size + 1, checkpoint.root)
        assert merkle.cosignature_of(other, REAL, key) is None
        with pytest.raises(ValueError, match="no such key"):
            note_keys.read(text.replace("+", "+0", 1), note_keys.WITNESS)


@pytest.mark.parametrize("name", ["https://auditor.example.com/w1", "The auditor", "auditor\u00a0w1", ""])
def test_a_name_with_blanks_or_the_scheme_of_an_address_is_none_of_a_key(name: str) -> None:
    key = note_keys.NoteKey(name, bytes(note_keys.BYTES), note_keys.WITNESS)
    with pytest.raises(ValueError, match="no such key"):
        note_keys.read(str(key), note_keys.WITNESS)


@pytest.mark.parametrize(("signed", "chosen"), [
    ([(0, "12", True), (400, "123", True)], 1),
    ([(0, "12", True), (1, "123", True), (1, "123", True)], 2),
    ([(0, "", True), (1, "1", False), (2, "1", True)], 3),
    ([(0, "", True), (9, "1", True), (400, "12", True)], 2),
    ([(0, "", True), (1, "", True)], 1),
])  # fmt: skip
def test_the_checkpoint_of_a_receipt_is_settled_two_days_after_somebody_confirmed_one(
    tmp_path: Path, signed: list[tuple[int, str, bool]], chosen: int
) -> None:
    """A checkpoint is its day, the witnesses that confirmed it, and whether its key is listed."""
    with archive_in(tmp_path, url=PUBLIC_URL) as archive:
        number = publish(archive, "AllNotice", "One.pdf", samples.pdf("one")).id
        listed, now = signing.current(archive).id, local_time.now()
        with database.writing(archive.engine) as session:
            session.add_all(LogWitness(id=each, key=str(each), due_at=now) for each in (1, 2, 3))
            for place, (day, who, is_listed) in enumerate(signed, 1):
                at, key = now + timedelta(days=day), listed if is_listed else "revoked"
                session.add(LogCheckpoint(number=place, size=place, key_id=key, at=at, note=""))
                session.flush()
                session.add_all(LogConfirmation(checkpoint=place, witness_id=int(each), at=at, said="") for each in who)
        _, checkpoint = existing(archive.read(lambda session: entries.confirmed(session, number)))
        assert checkpoint.number == chosen


@pytest.mark.parametrize(("minutes", "last"), [((0, 1), "2"), ((1, 0), "1"), ((0, 0), "1")])
def test_of_two_witnesses_of_one_checkpoint_the_later_one_was_the_last(
    tmp_path: Path, minutes: tuple[int, int], last: str
) -> None:
    with archive_in(tmp_path, url=PUBLIC_URL) as archive:
        checkpoints.sign_due(archive)
        now = local_time.now()
        with database.writing(archive.engine) as session:
            session.add_all(LogWitness(id=each, key=str(each), due_at=now) for each in (1, 2))
            session.flush()
            for number, minute in enumerate(minutes, 1):
                at = now + timedelta(minutes=minute)
                session.add(LogConfirmation(checkpoint=1, witness_id=number, at=at, said=""))
        assert existing(archive.read(entries.last_confirmation))[0] == last


class Site:
    """A site with a witness, which runs or does not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with archive_in(folder / "data", url=PUBLIC_URL) as archive:
            self.log_key = str(note_keys.NoteKey("www.example.com/log", signing.current(archive).public_bytes))
        self.witness = Witness(folder / "witness.json", NAME, [self.log_key])

    @contextmanager
    def opened(self, setting: str) -> Iterator[Archive]:
        with archive_in(self.folder / "data", url=PUBLIC_URL, witnesses=setting) as archive:
            yield archive


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_a_witness_confirms_that_the_log_has_grown_and_its_word_is_given_out(site: Site) -> None:
    with serving(site.witness) as (setting, said), site.opened(setting) as archive:
        for name in ("one", "two", "three"):
            publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
            confirm(archive)
            note = given_out(archive)
            checkpoint = existing(merkle.opened(note, checkpoints.public_keys(archive)))
            line, at = existing(merkle.cosignature_of(checkpoint, note, site.witness.key))
            assert (checkpoint.signer is not None, note.endswith(line)) == (True, True)
            assert abs(at - datetime.now(UTC)) < timedelta(minutes=1)
        witnesses.ask(archive)
        assert said == [f"www.example.com/log: {size} entries confirmed" for size in (1, 2, 3)], "asked once for each"
        # The receipt of the first has the first checkpoint, and keeps it.
        proof = existing(signing.statement(archive, 1))["log"]["proof"]
        first = existing(merkle.opened(proof.partition("\n\n")[2]))
        assert (first.size, merkle.cosignature_of(first, proof, site.witness.key) is not None) == (1, True)
        assert [*checkpoints.mistakes(archive), *witnesses.silent(archive), *witnesses.mistakes(archive)] == []
        execute(archive, "UPDATE log_confirmation SET said = (SELECT said FROM log_confirmation WHERE checkpoint = 2)")
        assert list(witnesses.mistakes(archive)) == [
            f"Altered: {NAME} did not say what is kept of it about checkpoint {number}." for number in (1, 3)
        ]


def test_a_witness_that_was_away_for_a_week_holds_up_nothing_and_confirms_all_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(site.witness) as (setting, said), site.opened(setting) as archive:
        publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
        confirm(archive)
        with monkeypatch.context() as away:
            away.setattr(site.witness, "add_checkpoint", raising(TimeoutError()))
            for number in range(7):
                publish(archive, "AllNotice", f"{number}.pdf", samples.pdf(str(number)))
                confirm(archive)
                pass_time(monkeypatch, timedelta(days=1))
            assert len(given_out(archive).split("\n\n")[1].splitlines()) == 1, "signed by the log alone"
            assert "log" in existing(signing.statement(archive, 8))
            ((failures,),) = rows(archive, "SELECT failures FROM log_witness")
            assert failures == 7
            (sentence,) = witnesses.silent(archive)
            assert sentence.startswith(f"The witness {NAME} has confirmed nothing since ")
            assert sentence.endswith(": it does not answer.")
            assert caplog.text.count("witness_does_not_confirm") == 1
            witnesses.ask(archive)
            assert rows(archive, "SELECT failures FROM log_witness") == [(8,)]
            witnesses.ask(archive)
            assert rows(archive, "SELECT failures FROM log_witness") == [(8,)], "not before the pause has ended"
        pass_time(monkeypatch, witnesses.LONGEST_PAUSE)
        confirm(archive)
        assert said == [f"www.example.com/log: {size} entries confirmed" for size in (1, 8)]
        assert list(witnesses.silent(archive)) == []


def test_two_instances_ask_once(site: Site) -> None:
    with serving(site.witness) as (setting, said), site.opened(setting) as one, site.opened(setting) as other:
        publish(one, "AllNotice", "One.pdf", samples.pdf("one"))
        checkpoints.sign_due(one)
        at_once(2, lambda number: witnesses.ask((one, other)[number]))
        assert said == ["www.example.com/log: 1 entries confirmed"]


def test_what_another_worker_signs_and_has_confirmed_meanwhile_is_not_asked_for_again(site: Site) -> None:
    requests: list[Request] = []

    def hang(request: Request) -> None:
        requests.append(request)
        publish(archive, "AllNotice", "Two.pdf", samples.pdf("two"))
        confirm(archive)
        request.answer(503)

    with listening(hang) as port, serving(site.witness) as (setting, said):
        with site.opened(f"{REAL_KEYS[2]} http://127.0.0.1:{port} {setting}") as archive:
            publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
            with database.writing(archive.engine) as session:
                session.add(LogWitness(key=REAL_KEYS[2], due_at=local_time.now() - timedelta(days=1)))
            confirm(archive)
        assert (len(requests), said) == (1, ["www.example.com/log: 2 entries confirmed"])


def test_a_newer_checkpoint_that_somebody_forwarded_to_the_witness_is_confirmed_in_its_place(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forward(address: str, body: bytes, media_type: str) -> tuple[int, bytes]:
        monkeypatch.undo()
        publish(archive, "AllNotice", "Two.pdf", samples.pdf("two"))
        checkpoints.sign_due(archive)
        site.witness.add_checkpoint(f"old 0\n\n{given_out(archive)}".encode())
        return witnesses._posted(address, body, media_type)

    with serving(site.witness) as (setting, _), site.opened(setting) as archive:
        publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
        monkeypatch.setattr(witnesses, "_posted", forward)
        confirm(archive)
        assert list(witnesses.silent(archive)) == []
        assert rows(archive, "SELECT checkpoint FROM log_confirmation") == [(2,)]


def test_a_witness_that_has_seen_more_or_less_is_understood(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(site.witness) as (setting, said), site.opened(setting) as archive:
        for name in ("one", "two"):
            publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
            confirm(archive)
        # An older backup: what was confirmed is not known here.
        execute(archive, "DELETE FROM log_confirmation")
        retitle(archive, 1, "Another title", WHO)
        confirm(archive)
        assert said[-1] == "www.example.com/log: 3 entries confirmed"
        execute(archive, "DELETE FROM log_confirmation")
        execute(archive, "DELETE FROM log_checkpoint WHERE size = 3")
        witnesses.ask(archive)
        assert next(witnesses.silent(archive)).endswith(
            "yet: it has confirmed 3 entries, and the log has 2, as after a backup was restored."
        )
        # The witness began anew.
        (site.folder / "witness.json").unlink()
    anew = Witness(site.folder / "witness.json", NAME, [site.log_key])
    with serving(anew) as (setting, said), site.opened(setting) as archive:
        confirm(archive)
        assert said == ["www.example.com/log: 3 entries confirmed"]


@pytest.mark.parametrize(("answer", "problem"), [
    ((200, {}, b"Thank you."), "its answer is not signed by its key"),
    ((200, {}, b"\xff" * 100_000), "its answer is not signed by its key"),
    ((302, {"Location": "/elsewhere"}, b""), "it answers with status 302"),
    ((403, {}, b""), "it does not know the key that signs this log"),
    ((404, {}, b""), "it does not know this log"),
    ((409, {}, b"What?"), "it has confirmed another past of this log"),
    ((422, {}, b""), "it does not find what it confirmed before in this log"),
    ((503, {}, b""), "it answers with status 503"),
])  # fmt: skip
def test_answers_that_confirm_nothing_are_told_to_the_operator(
    site: Site, answer: tuple[int, dict[str, str], bytes], problem: str
) -> None:
    with (
        listening(lambda request: (request.read(), request.answer(*answer))) as port,
        site.opened(f"{site.witness.key} http://127.0.0.1:{port}") as archive,
    ):
        publish(archive, "AllNotice", "One.pdf", samples.pdf("one"))
        confirm(archive)
        assert list(witnesses.silent(archive)) == [f"The witness {NAME} has confirmed nothing yet: {problem}."]
        assert rows(archive, "SELECT count(*) FROM log_confirmation") == [(0,)]
