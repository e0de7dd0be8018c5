"""The small witness of public logs: what it signs and refuses, its file, its command, and what strangers send."""

import base64
import socket
import struct
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from starbond_site.documents import merkle, witnesses
from starbond_site.documents.merkle import Checkpoint
from starbond_site.documents.storage import locks
from starbond_site.operations import witness
from starbond_site.operations.witness import Witness, WitnessAnswer
from starbond_site.shared import note_keys
from tests.unit.command_line import run
from tests.unit.documents.publishing import at_once, existing, raising
from tests.unit.witnessing import NAME, serving


class Log:
    """A log of somebody, which can show what it likes."""

    def __init__(self, entries: Sequence[bytes]) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(b"\7" * 32)
        self.key = note_keys.NoteKey("log.example.com", self._private.public_key().public_bytes_raw())
        self._hashes = [merkle.leaf_hash(each) for each in entries]

    def hash_of(self, begin: int, end: int) -> bytes:
        if end - begin == 1:
            return self._hashes[begin]
        middle = begin + merkle.split(end - begin)
        return merkle.node_hash(self.hash_of(begin, middle), self.hash_of(middle, end))

    def note(self, size: int) -> str:
        root = self.hash_of(0, size) if size else merkle.EMPTY
        return merkle.signed(Checkpoint(self.key.name, size, root), self.key.public, self._private.sign)

    def request(self, old: int, size: int) -> bytes:
        proof = merkle.consistency(old, size, self.hash_of) if 0 < old < size else []
        lines = [f"old {old}", *(base64.b64encode(each).decode() for each in proof), "", self.note(size)]
        return "\n".join(lines).encode()


LOG = Log([b"%d" % number for number in range(70)])
OTHER = Log([b"0", b"1", b"another", *(b"%d" % number for number in range(3, 70))])


def watching(folder: Path) -> Witness:
    return Witness(folder / "witness.json", NAME, [str(LOG.key)])


def test_a_witness_confirms_every_growth_from_every_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "sync", lambda _path: None)
    for step in (1, 3, 7, 16, 33):
        (tmp_path / "witness.json").unlink(missing_ok=True)
        watched = watching(tmp_path)
        for old in range(0, 70 - step, step):
            answer = watched.add_checkpoint(LOG.request(old, old + step))
            checkpoint = existing(merkle.opened(LOG.note(old + step)))
            assert merkle.cosignature_of(checkpoint, answer.body, watched.key), answer
            other = watched.add_checkpoint(OTHER.request(old + step, old + step + 1))
            assert (other.status == HTTPStatus.OK) == (old + step < 3), "its entries are others from the third on"
            if other.status == HTTPStatus.OK:
                break


def forged(request: bytes) -> bytes:
    return request.replace(b"\n12\n", b"\n13\n")


@pytest.mark.parametrize(("request_", "status", "body", "said"), [
    (b"", 400, "", "no request of tlog-witness"),
    (b"\xff", 400, "", "no request of tlog-witness"),
    (LOG.request(10, 12).replace(b"old 10", b"old 010"), 400, "", "no request of tlog-witness"),
    (LOG.request(10, 12).replace(b"old 10\n", b"old 10\n" + 64 * b"AAAA\n"), 400, "", "no request of tlog-witness"),
    (LOG.request(10, 12).replace(b"log.example.com", b"log.example.net"), 404, "", "'log.example.net' is not watched"),
    (forged(LOG.request(10, 12)), 403, "", "no known key of log.example.com signed the checkpoint"),
    (LOG.request(12, 12).replace(b"old 12", b"old 13"), 400, "", "the proof is from 13 entries to 12"),
    (LOG.request(9, 12), 409, "10\n", "shows 12 entries, and 10 were confirmed before; the proof is from 9 on"),
    (LOG.request(0, 12), 409, "10\n", "shows 12 entries, and 10 were confirmed before; the proof is from 0 on"),
    (LOG.request(9, 9), 409, "10\n", "shows 9 entries, and 10 were confirmed before: it went back"),
    (OTHER.request(10, 10), 409, "10\n", "shows 10 entries, and 10 were confirmed before, which were others"),
    (OTHER.request(10, 12), 422, "", "shows 12 entries, and 10 were confirmed before: nothing proves"),
    (LOG.request(10, 12).replace(b"old 10\n", b"old 10\nAAAA\n"), 422, "", "nothing proves that they are among them"),
])  # fmt: skip
def test_a_witness_refuses_what_is_inconsistent_or_goes_back_with_a_sentence(
    tmp_path: Path, request_: bytes, status: int, body: str, said: str
) -> None:
    watched = watching(tmp_path)
    assert watched.add_checkpoint(LOG.request(0, 10)).status == HTTPStatus.OK
    kept = (tmp_path / "witness.json").read_text("utf-8")
    answer = watched.add_checkpoint(request_)
    assert (answer.status, said in answer.said, "—" in answer.body) == (status, True, False)
    assert body in ("", answer.body)
    assert (tmp_path / "witness.json").read_text("utf-8") == kept


def test_a_witness_keeps_a_checkpoint_before_it_signs_and_knows_it_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watching(tmp_path)
    assert watched.add_checkpoint(LOG.request(0, 10)).status == HTTPStatus.OK
    with monkeypatch.context() as full:
        full.setattr(locks, "sync", raising(OSError(28, "No space left on device")))
        assert watched.add_checkpoint(LOG.request(10, 12)).status == HTTPStatus.INTERNAL_SERVER_ERROR
    again = Witness(tmp_path / "witness.json")
    assert (again.key, again.origins) == (watched.key, ["log.example.com"])
    assert again.add_checkpoint(LOG.request(0, 9)).body == "10\n"
    assert (tmp_path / "witness.json").stat().st_mode & 0o077 == 0, "it has a private key"


@pytest.mark.parametrize(("kept", "words", "wrong"), [
    (None, (), "does not exist"),
    (None, ("--name", NAME, "--log", "what?"), "is no key of a log"),
    (None, ("--name", "https://auditor.example.com/w1"), "is no name of a witness"),
    (None, ("--name", "The auditor"), "is no name of a witness"),
    (None, ("--name", "auditor+w1"), "is no name of a witness"),
    ("{", (), "is damaged, or no file of a witness"),
    ("[]", (), "is damaged, or no file of a witness"),
    ('{"name": "w1", "logs": {}}', (), "is damaged, or no file of a witness"),
])  # fmt: skip
def test_the_command_says_what_is_wrong_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str | None, words: tuple[str, ...], wrong: str
) -> None:
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", lambda _server: None)
    file = tmp_path / "witness.json"
    if kept:
        file.write_text(kept, "utf-8")
    done = run("log", "witness", file, "--port", 0, *words)
    assert (done.exit_code, wrong in done.stderr) == (1, True)
    assert (file.read_text("utf-8") if file.exists() else None) == kept


def test_the_file_of_a_witness_that_runs_stays_as_it_is_and_so_does_its_name(tmp_path: Path) -> None:
    watched, words = watching(tmp_path), ("log", "witness", tmp_path / "witness.json")
    watched.keep()
    kept = (tmp_path / "witness.json").read_text("utf-8")
    with serving(watched) as (setting, _):
        port = setting.rpartition(":")[2].strip("/")
        beside = run(*words, "--log", str(LOG.key), "--port", port)
        renamed = run(*words, "--name", "another.example.com/w1", "--port", port)
    assert ("Address already in use" in beside.stderr, f"is of the witness {NAME}" in renamed.stderr) == (True, True)
    assert (tmp_path / "witness.json").read_text("utf-8") == kept


@pytest.mark.parametrize("request_", [
    LOG.request(0, 12).replace(b"log.example.com", 60_000 * b"\x1b"),
    OTHER.request(10, 10) + "— \x1b[2J AAAAAAAA\n".encode(),
])  # fmt: skip
def test_what_strangers_send_neither_fills_nor_steers_the_terminal(tmp_path: Path, request_: bytes) -> None:
    watched = watching(tmp_path)
    watched.add_checkpoint(LOG.request(0, 10))
    answer = watched.add_checkpoint(request_)
    assert (answer.said.isprintable(), len(answer.said) < 1000, len(answer.body) < 1000) == (True, True, True)


def test_requests_of_two_instances_never_take_a_witness_back(tmp_path: Path) -> None:
    watched = watching(tmp_path)
    assert watched.add_checkpoint(LOG.request(0, 10)).status == HTTPStatus.OK
    answers = at_once(8, lambda number: watched.add_checkpoint(LOG.request(10, 11 + number)))
    (signed,) = (number for number, answer in enumerate(answers) if answer.status == HTTPStatus.OK)
    assert {answer.body for answer in answers if answer.status != HTTPStatus.OK} == {f"{11 + signed}\n"}


def test_the_command_makes_the_file_and_says_what_the_operator_of_the_site_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", lambda _server: None)
    file = tmp_path / "witness.json"
    words = ("log", "witness", file, "--port", 0)
    assert run(*words).exit_code == 1
    shown = run(*words, "--name", NAME, "--log", LOG.key).stdout
    assert f"STARBOND_WITNESSES={Witness(file).key} https://ADDRESS" in shown.replace('"', "")
    assert run(*words).stdout == shown


def test_strangers_are_answered_in_plain_words(tmp_path: Path) -> None:
    with serving(watching(tmp_path)) as (setting, _):
        address = setting.split()[1]
        assert httpx2.get(address).status_code == 501
        assert httpx2.post(address).status_code == 404
        assert httpx2.post(f"{address}add-checkpoint", content=b" " * 70_000).status_code == 413
        assert httpx2.post(f"{address}add-checkpoint", content=iter([b"old 0"])).status_code == 413
        refused = httpx2.post(f"{address}add-checkpoint", content=LOG.request(0, 3))
        assert (refused.status_code, refused.headers["content-type"]) == (200, "text/plain; charset=utf-8")
        back = httpx2.post(f"{address}add-checkpoint", content=LOG.request(0, 2))
        assert (back.status_code, back.headers["content-type"], back.text) == (409, "text/x.tlog.size", "3\n")


def test_a_bounded_number_of_requests_is_worked_on_at_one_time_and_the_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness, "AT_ONCE", 2)
    watched, three, met = watching(tmp_path), threading.Barrier(3), list[bytes]()

    def meet(request: bytes) -> WitnessAnswer:
        with suppress(threading.BrokenBarrierError):
            three.wait(0.2)
            met.append(request)
        return WitnessAnswer(HTTPStatus.OK, "", "")

    monkeypatch.setattr(watched, "add_checkpoint", meet)
    with serving(watched) as (setting, _):
        address = f"{setting.split()[1]}add-checkpoint"
        answers = at_once(6, lambda _: httpx2.post(address, content=b"x").status_code)
    assert (answers, met) == ([200] * 6, [])


def connected(setting: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(setting.rpartition(":")[2].strip("/"))), timeout=60)


@pytest.mark.parametrize(("sent", "answered"), [
    (b"", b""),
    (b"P", b"400"),
    (b"POST /add-checkpoint HTTP/1.0\r\nContent-Le", b"413"),
    (b"POST /add-checkpoint HTTP/1.0\r\nContent-Length: 9\r\n\r\nold", b""),
])  # fmt: skip
def test_a_connection_ends_however_slowly_somebody_sends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], sent: bytes, answered: bytes
) -> None:
    monkeypatch.setattr(witness, "SECONDS", 0.1)
    with serving(watching(tmp_path)) as (setting, _), connected(setting) as slow:
        slow.sendall(sent)
        answer = b"".join(iter(lambda: slow.recv(1 << 16), b""))
    assert (bool(answer), answered in answer) == (bool(answered), True)
    assert capfd.readouterr().err == ""


def test_whoever_leaves_is_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(watching(tmp_path)) as (setting, said):
        with connected(setting) as leaving:
            leaving.sendall(b"P")
            # Closing resets the connection.
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end = time.monotonic() + 60
        while not said and time.monotonic() < end:
            time.sleep(0.01)
    assert (said, capfd.readouterr().err) == (["somebody left before the answer"], "")


def test_whoever_waits_behind_slow_strangers_is_answered_before_the_site_gives_up() -> None:
    assert (1 + witness.WAITING / witness.AT_ONCE) * witness.SECONDS < witnesses.SECONDS


@pytest.mark.parametrize("failing", ["Thread", "Timer"])
def test_a_thread_that_cannot_start_takes_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    monkeypatch.setattr(witness, "AT_ONCE", 1)
    with serving(watching(tmp_path)) as (setting, _):
        with monkeypatch.context() as full:
            full.setattr(getattr(threading, failing), "start", raising(RuntimeError("can't start new thread")))
            with connected(setting) as refused:
                assert refused.recv(1) == b""
        with connected(setting) as answered:
            answered.settimeout(5)
            answered.sendall(b"POST / HTTP/1.0\r\n\r\n")
            assert b"404" in answered.recv(1 << 16)
