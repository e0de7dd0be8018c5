"""Addresses that may be posted to, signatures, and what counts as a confirmation."""

import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from starbond_site.features.webhooks import sending
from starbond_site.features.webhooks.sending import SendingFailed
from starbond_site.shared import local_time
from starbond_site.shared.categories import LISTS
from tests.unit.documents.publishing import outcome
from tests.unit.webhook_receiver import STALL, Receiver


def test_signature_of_the_reference():
    """The example of Standard Webhooks, which its libraries are tested with."""
    headers = sending.signed(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert sending.new_secret() != sending.new_secret()


@pytest.mark.parametrize(("url", "is_private"), [
    ("https://mirror.example.com/filings?key=1", False), ("https://mirror.example.com:8443", False),
    ("https://[2606:4700::1111]/a", False), ("https://10.0.0.5/a", True), ("http://127.0.0.1:8000/a", True),
    ("http://localhost:8000/a", True),
])  # fmt: skip
def test_address_is_accepted(url: str, is_private: bool):
    assert sending.checked(url, is_private=is_private).rstrip("/") == url


def test_address_is_refused_with_a_sentence():
    for code, urls in {
        "webhook_address_plain": ("http://mirror.example.com/", "http://127.0.0.1/", "ftp://mirror.example.com/"),
        "webhook_address_parts": ("mirror.example.com", "", "https://", "https://user:word@mirror.example.com/",
                         "https://mirror.example.com/#a", "https://mirror.example.com/" + "a" * 500),
        "webhook_address_invalid": ("https://mirror.example.com:port/",),
        "webhook_address_private": ("https://127.0.0.1/", "https://10.1.2.3/", "https://169.254.169.254/latest",
                            "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://localhost/", "https://localhost./",
                            "https://a.localhost/", "https://2130706433/", "https://127.1/", "https://0x7f.1/",
                            "https://[::127.0.0.1]/", "https://[64:ff9b::7f00:1]/"),
    }.items():  # fmt: skip
        for url in urls:
            assert outcome(sending.checked, url, is_private=False) == code
    for url in ("http://mirror.example.com/", "http://hooks.localhost/"):
        assert outcome(sending.checked, url, is_private=True) == "webhook_address_plain", url


def test_public_addresses():
    public = ["93.184.215.14", "2606:4700::1111"]
    others = ["127.0.0.1", "192.168.1.1", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1", "fe80::1%eth0", "fd00::1",  # noqa: S104
              "::ffff:192.168.1.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:a00:1::", "::127.0.0.1", "fec0::1",
              "2001:db8::1", "2001::1", "3fff::1", "100::1", "203.0.113.7", "192.88.99.1", "198.18.0.1",
              "240.0.0.1"]  # fmt: skip
    assert [address for address in public + others if sending.is_public(address)] == public


def test_name_that_leads_into_a_private_network_is_not_posted_to(receiver: Receiver):
    """The name passed when it was added: what its name server says later is checked for every attempt."""
    with pytest.raises(SendingFailed, match="no public address"):
        sending.post(receiver.url.replace("127.0.0.1", "localhost"), {}, b"{}", is_private=False)
    assert receiver.messages == []


def test_after_an_address_that_does_not_answer_the_next_one_is_tried(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
):
    async def resolved(_url: object) -> list[str]:
        return ["127.0.0.9", "127.0.0.1"]

    monkeypatch.setattr(sending, "_resolved", resolved)
    assert sending.post(receiver.url, {"webhook-id": "a"}, b"{}", is_private=True) == 200
    assert [message.id for message in receiver.messages] == ["a"]


def test_message_arrives_as_it_was_written(receiver: Receiver):
    assert sending.post(receiver.url, {"webhook-id": "a"}, b'{"a": 1}', is_private=True) == 200
    (message,) = receiver.messages
    assert (message.id, message.body, message.headers["content-type"]) == ("a", b'{"a": 1}', "application/json")
    assert message.headers["host"] == f"127.0.0.1:{receiver.port}"
    # The host is named though its address is connected to.
    sending.post(receiver.url.replace("127.0.0.1", "localhost"), {}, b"{}", is_private=True)
    assert receiver.messages[1].headers["host"] == f"localhost:{receiver.port}"


def test_everything_but_2xx_is_a_failure(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    """A redirect is not followed: it could lead anywhere. An answer is waited for with a limit."""
    for number, status in enumerate((301, 307, 400, 404, 410, 500, 503), 1):
        receiver.answers = [status]
        with pytest.raises(SendingFailed, match=f"answered with status {status}"):
            sending.post(receiver.url, {}, b"{}", is_private=True)
        assert len(receiver.messages) == number
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    receiver.answers = [STALL]
    with pytest.raises(SendingFailed, match=r"no answer within 0.3 seconds"):
        sending.post(receiver.url, {}, b"{}", is_private=True)


@contextmanager
def _answering(*pieces: bytes) -> Iterator[str]:
    """Provide the address of a server that answers with raw bytes, one every 50 ms, and then waits or closes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65536)
                for piece in pieces:
                    try:
                        connection.sendall(piece)
                    except OSError:
                        return
                    threading.Event().wait(0.05)

        threading.Thread(target=answer, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"


def test_receiver_that_sends_a_byte_now_and_then_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    """Limits for single reads would never end this."""
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    with (
        _answering(b"HTTP/1.1 200 OK\r\n", *[b"x-slow: a\r\n"] * 100) as url,
        pytest.raises(SendingFailed, match="no answer within"),
    ):
        sending.post(url, {}, b"{}", is_private=True)


def test_endless_body_is_not_read_and_a_broken_answer_is_a_failure():
    with _answering(b"HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n", *[b"x" * 1000] * 20) as url:
        assert sending.post(url, {}, b"{}", is_private=True) == 200
    for said in (b"", b"nonsense\r\n\r\n"):
        with _answering(said) as url, pytest.raises(SendingFailed, match="the connection was lost"):
            sending.post(url, {}, b"{}", is_private=True)


def test_nobody_listens():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(SendingFailed, match="does not accept connections"):
        sending.post(f"http://127.0.0.1:{port}/", {}, b"{}", is_private=True)
    with pytest.raises(SendingFailed, match="not known to the name server"):
        sending.post("https://mirror.invalid/", {}, b"{}", is_private=False)


PAGE = (Path(__file__).parents[3] / "docs" / "mirroring.md").read_text(encoding="utf-8")
SECRET, BODY = sending.new_secret(), '{"type":"changes","name":"নোটিশ"}'.encode()


def recipe(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.fixture
def verify() -> Callable[[str, dict[str, str], bytes], bool]:
    names: dict[str, Any] = {}
    exec(recipe("python"), names)  # noqa: S102  our own page
    return names["verify"]


def test_python_recipe(verify: Callable[[str, dict[str, str], bytes], bool]):
    headers = sending.signed([SECRET], "changes_1_1_1", int(time.time()), BODY)
    assert verify(SECRET, headers, BODY)
    assert not verify(SECRET, headers, BODY + b" ")
    assert not verify(sending.new_secret(), headers, BODY)
    assert not verify(SECRET, headers | {"webhook-id": "changes_1_2_2"}, BODY)
    assert not verify(SECRET, sending.signed([SECRET], "changes_1_1_1", int(time.time()) - 301, BODY), BODY)


def test_openssl_recipe(tmp_path: Path):
    (tmp_path / "body").write_bytes(BODY)
    variables = {"SECRET": SECRET, "WEBHOOK_ID": "changes_1_1_1", "WEBHOOK_TIMESTAMP": "1700000000"}
    printed = subprocess.run(
        ["sh", "-c", recipe("sh")], cwd=tmp_path, env=os.environ | variables, check=True, capture_output=True, text=True
    )
    signed = sending.signed([SECRET], "changes_1_1_1", 1_700_000_000, BODY)["webhook-signature"]
    assert f"v1,{printed.stdout.strip()}" == signed
    assert [name for name in LISTS if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize(("text", "seconds"), [
    ("120", 120), ("7200", 3600), ("9" * 400, 3600), ("Sat, 28 Nov 2026 12:01:30 GMT", 90),
    ("Sat, 28 Nov 2026 11:00:00 GMT", 0), ("Sun, 29 Nov 2026 12:00:00 GMT", 3600), ("soon", 0), ("", 0), ("-5", 0),
    ("Fri, 31 Dec 9999 23:59:59 -1200", 0),
])  # fmt: skip
def test_a_receiver_says_when_to_ask_again_up_to_an_hour(
    monkeypatch: pytest.MonkeyPatch, text: str, seconds: int
) -> None:
    monkeypatch.setattr(local_time, "now", lambda: datetime(2026, 11, 28, 12, tzinfo=UTC))
    assert sending.waited(text) == timedelta(seconds=seconds)
