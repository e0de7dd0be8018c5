"""Time stamps of an authority on checkpoints of the public log."""

import base64
from pathlib import Path

import pytest
from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

from starbond_site.documents import checkpoints, signing, witnesses
from tests.answering import listening
from tests.unit.documents import samples
from tests.unit.documents.authority import Authority
from tests.unit.documents.publishing import PUBLIC_URL, archive_in, execute, existing, pass_time, publish, rows
from tests.unit.witnessing import confirm, given_out


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority") / "own")


def test_an_authority_stamps_a_checkpoint_a_day_and_openssl_verifies_what_receipts_carry(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        authority.serving() as address,
        archive_in(tmp_path / "data", url=PUBLIC_URL, timestamps=address, timestamp_roots=authority.roots) as archive,
    ):
        for name in ("one", "two"):
            publish(archive, "AllNotice", f"{name}.pdf", samples.pdf(name))
            confirm(archive)
        assert rows(archive, "SELECT checkpoint FROM log_confirmation") == [(1,)], "once a day"
        logged = existing(signing.statement(archive, 1))["log"]
        note, stamp = existing(archive.read(checkpoints.newest)), base64.b64decode(logged["timestamp"])
        first = str(rows(archive, "SELECT note FROM log_checkpoint WHERE number = 1")[0][0])
        assert logged["proof"].endswith(first)
        assert (authority.verifies(first.encode(), stamp), authority.verifies(note.note.encode(), stamp)) == (
            True,
            False,
        )
        assert given_out(archive) == note.note, "a stamp is no line of a note"
        pass_time(monkeypatch, checkpoints.LONGEST)
        confirm(archive)
        assert len(rows(archive, "SELECT checkpoint FROM log_confirmation")) == 2
        assert [*witnesses.silent(archive), *witnesses.mistakes(archive)] == []
        execute(archive, "UPDATE log_confirmation SET said = (SELECT said FROM log_confirmation WHERE checkpoint = 1)")
        assert [sentence[-13:] for sentence in witnesses.mistakes(archive)] == ["checkpoint 3."]


def test_of_two_authorities_of_one_checkpoint_a_receipt_has_the_one_that_was_asked_last(
    authority: Authority, tmp_path: Path
) -> None:
    """Its roots stand in the file, also where those of the one before were taken out."""
    for present in (authority, other := Authority(tmp_path / "other")):
        with (
            present.serving() as address,
            archive_in(tmp_path / "data", timestamps=address, timestamp_roots=present.roots) as archive,
        ):
            if present is authority:
                publish(archive, "AllNotice", "one.pdf", samples.pdf("one"))
            confirm(archive)
            logged = existing(signing.statement(archive, 1))["log"]
            note = existing(archive.read(checkpoints.newest)).note.encode()
            assert present.verifies(note, base64.b64decode(logged["timestamp"]))
            stamped = rows(archive, "SELECT checkpoint FROM log_confirmation")
    assert (stamped, other.verifies(note, base64.b64decode(logged["timestamp"]))) == ([(1,), (1,)], True)


def test_stamps_of_others_and_of_other_checkpoints_are_none(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign, earlier = Authority(tmp_path / "foreign"), authority.answer(query(b"another checkpoint"))
    answers = iter([foreign.answer(query(b"x")), earlier, b"What?", b""])
    with (
        listening(lambda request: (request.read(), request.answer(200, {}, next(answers)))) as port,
        archive_in(
            tmp_path / "data", timestamps=f"http://127.0.0.1:{port}", timestamp_roots=authority.roots
        ) as archive,
    ):
        for failures in range(1, 5):
            confirm(archive)
            assert rows(archive, "SELECT failures FROM log_witness") == [(failures,)]
            assert "is no time stamp under STARBOND_TIMESTAMP_ROOTS: " in next(witnesses.silent(archive))
            pass_time(monkeypatch, witnesses.LONGEST_PAUSE)
        assert rows(archive, "SELECT count(*) FROM log_confirmation") == [(0,)]


def query(data: bytes) -> bytes:
    return TimestampRequestBuilder().data(data).hash_algorithm(HashAlgorithm.SHA256).build().as_bytes()
