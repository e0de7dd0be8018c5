"""Addresses that may be posted to, signatures, and what counts as a confirmation."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from starbond_site.webhooks import sending, signing
from starbond_site.webhooks.sending import AddressRefused, SendingFailed
from tests.unit.webhook_receiver import STALL, Receiver


def test_signature_of_the_reference():
    """The example of Standard Webhooks, which its libraries are tested with."""
    headers = signing.headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert signing.new_secret() != signing.new_secret()


@pytest.mark.parametrize(
    ("url", "is_private"),
    [
        ("https://mirror.example.com/filings?key=1", False),
        ("https://mirror.example.com:8443", False),
        ("https://[2606:4700::1111]/a", False),
        ("https://10.0.0.5/a", True),
        ("http://127.0.0.1:8000/a", True),
        ("http://localhost:8000/a", True),
    ],
)
def test_address_is_accepted(url: str, *, is_private: bool):
    assert sending.checked(url, is_private=is_private).rstrip("/") == url


@pytest.mark.parametrize(
    ("url", "is_private", "sentence"),
    [
        ("http://mirror.example.com/", False, "https"),
        ("http://mirror.example.com/", True, "https"),
        ("http://127.0.0.1/", False, "https"),
        ("ftp://mirror.example.com/", False, "https"),
        ("mirror.example.com", False, "needs a host"),
        ("", False, "needs a host"),
        ("https://", False, "needs a host"),
        ("https://user:word@mirror.example.com/", False, "needs a host"),
        ("https://mirror.example.com/#a", False, "needs a host"),
        ("https://mirror.example.com/" + "a" * 500, False, "at most 500"),
        ("https://mirror.example.com:port/", False, "not an address"),
        ("https://127.0.0.1/", False, "private network"),
        ("https://10.1.2.3/", False, "private network"),
        ("https://169.254.169.254/latest", False, "private network"),
        ("https://[::1]/", False, "private network"),
        ("https://[::ffff:10.0.0.1]/", False, "private network"),
        ("https://localhost/", False, "private network"),
    ],
)
def test_address_is_refused_with_a_sentence(url: str, sentence: str, *, is_private: bool):
    with pytest.raises(AddressRefused, match=sentence):
        sending.checked(url, is_private=is_private)


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("93.184.215.14", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:192.168.1.1", False),
    ],
)
def test_public_addresses(address: str, *, is_public: bool):
    assert sending.is_public(address) is is_public


def test_name_that_leads_into_a_private_network_is_not_posted_to(receiver: Receiver):
    """The name passed when it was added: what its name server says later is checked for every attempt."""
    with pytest.raises(SendingFailed, match="no public address"):
        sending.post(receiver.url.replace("127.0.0.1", "localhost"), {}, b"{}", is_private=False)
    assert receiver.messages == []


def test_message_arrives_as_it_was_written(receiver: Receiver):
    assert sending.post(receiver.url, {"webhook-id": "a"}, b'{"a": 1}', is_private=True) == 200
    (message,) = receiver.messages
    assert (message.id, message.body, message.headers["content-type"]) == ("a", b'{"a": 1}', "application/json")
    assert message.headers["host"] == f"127.0.0.1:{receiver.port}"


def test_host_is_named_though_its_address_is_connected_to(receiver: Receiver):
    sending.post(receiver.url.replace("127.0.0.1", "localhost"), {}, b"{}", is_private=True)
    assert receiver.messages[0].headers["host"] == f"localhost:{receiver.port}"


@pytest.mark.parametrize("status", [301, 307, 400, 404, 410, 500, 503])
def test_everything_but_2xx_is_a_failure(receiver: Receiver, status: int):
    """A redirect is not followed: it could lead anywhere."""
    receiver.answers = [status]
    with pytest.raises(SendingFailed, match=f"answered with status {status}"):
        sending.post(receiver.url, {}, b"{}", is_private=True)
    assert len(receiver.messages) == 1


def test_receiver_that_does_not_answer_is_waited_for_with_a_limit(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
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


def test_endless_body_is_not_read():
    with _answering(b"HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n", *[b"x" * 1000] * 20) as url:
        assert sending.post(url, {}, b"{}", is_private=True) == 200


@pytest.mark.parametrize("said", [b"", b"nonsense\r\n\r\n"])
def test_broken_answer_is_a_failure(said: bytes):
    with _answering(said) as url, pytest.raises(SendingFailed, match="the connection was lost"):
        sending.post(url, {}, b"{}", is_private=True)


def test_nobody_listens():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(SendingFailed, match="does not accept connections"):
        sending.post(f"http://127.0.0.1:{port}/", {}, b"{}", is_private=True)


def test_host_that_does_not_exist():
    with pytest.raises(SendingFailed, match="not known to the name server"):
        sending.post("https://mirror.invalid/", {}, b"{}", is_private=False)
