"""Composed mails: no visitor writes a header, and links stay whole."""

import os
import shutil
import subprocess
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from starbond_site import local_time
from starbond_site.mail import Mailer, message
from starbond_site.mail.message import compose, header_text

SENDER = "Star Adhesives <site@example.com>"
ATTACKS = [
    "=?utf-8?q?x=0d=0aBcc:_y?=", "=?UTF-8?B?eA0KQmNjOiB5QGV4YW1wbGUuY29t?=",
    "a =?utf-8?q?x=0d=0a?= =?utf-8?q?Bcc:_y@example.com?=", "==?utf-8?q?=0d=0aBcc:_y?=",
    "=\x00?utf-8?q?=0d=0aBcc:_y?=", "রহিমা =?utf-8?q?=0d=0aBcc:_y?= বেগম", "x\r\nBcc: y@example.com",
    "x\u2028Bcc: y@example.com", "x\x85Bcc: y@example.com", "x\ud800", "=?utf-8?q?" + "=0d=0aBcc:_y" * 8 + "?=",
]  # fmt: skip
HEADERS = ["From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted", "Content-Type", "Content-Transfer-Encoding"]


def _pythons() -> dict[str, str]:
    """Return the versions of Python on this machine, by the value of ``PYENV_VERSION`` that selects one of pyenv's."""
    found = {"this one": sys.executable}
    for version in range(11, 16):
        if path := shutil.which(f"python3.{version}"):
            found[f"3.{version}"] = path
    if pyenv := shutil.which("pyenv"):
        installed = subprocess.run([pyenv, "versions", "--bare"], capture_output=True, text=True, check=True).stdout
        exact = {version.rpartition(".")[0]: version for version in installed.split()}
        found = {exact.get(version, version): path for version, path in found.items()}
    return found


PYTHONS = _pythons()
STANDALONE = """
import importlib.util, sys
specification = importlib.util.spec_from_file_location("message", sys.argv[1])
module = importlib.util.module_from_spec(specification)
specification.loader.exec_module(module)
for name in sys.argv[2:]:
    mail = module.compose("a@example.com", "b@example.com", "From " + name, "Hello", reply_to="c@example.com")
    mail["List-Unsubscribe"] = "<https://www.example.com/" + "x" * 300 + ">"
    sys.stdout.buffer.write(mail.as_bytes() + b"\\0")
"""


def written(mail: EmailMessage) -> EmailMessage:
    read = message_from_bytes(mail.as_bytes(), policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def test_a_name_never_becomes_a_header():
    for name in ATTACKS:
        mail = written(compose(SENDER, "office@example.com", f"Message from {name}", name, reply_to="a@example.com"))
        assert sorted(mail.keys()) == sorted([*HEADERS, "MIME-Version"]), name
        assert mail["Subject"].startswith("Message from ")
        assert not set("\r\n").intersection(mail["Subject"])
        assert "Bcc" not in [address.display_name for address in mail["To"].addresses]
    assert header_text("  রহিমা:\tবেগম = ? ") == "রহিমা: বেগম = ?"


@pytest.mark.parametrize("version", PYTHONS)
def test_on_every_python_of_this_machine(version: str):
    command = [PYTHONS[version], "-I", "-c", STANDALONE, str(Path(message.__file__)), *ATTACKS[:4]]
    environment = os.environ | {"PYENV_VERSION": version} if version[:1].isdigit() else None
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    *mails, rest = done.stdout.split(b"\0")
    assert (len(mails), rest) == (4, b"")
    for mail in mails:
        read = message_from_bytes(mail, policy=policy.default)
        assert sorted(read.keys()) == sorted([*HEADERS, "MIME-Version", "List-Unsubscribe"])
        assert read["List-Unsubscribe"] == f"<https://www.example.com/{'x' * 300}>"
        assert b"List-Unsubscribe: <https://www.example.com/" in mail


def test_an_address_that_would_write_a_header_is_refused():
    for address in ("=?utf-8?q?x=0d=0aBcc=3a_y?=@example.com", "a@example.com\nBcc: b@example.com"):
        for recipient, reply_to in ((address, ""), ("b@example.com", address)):
            with pytest.raises(ValueError, match="address"):
                compose(SENDER, recipient, "Subject", "Body", reply_to=reply_to)


def test_links_are_not_folded():
    mail = compose(SENDER, "a@example.com", "Subject", "Body")
    link = f"<https://www.example.com/newsletter/unsubscribe?token={'x' * 43}&language=bn>"
    mail["List-Unsubscribe"] = link
    mail["Message-ID"] = Mailer("", f"Star <site@{'long-' * 11}domain.example.com>").new_message_id()
    lines = mail.as_bytes().decode("ascii").splitlines()
    assert f"List-Unsubscribe: {link}" in lines
    assert f"Message-ID: {mail['Message-ID']}" in lines
    assert abs((local_time.now() - parsedate_to_datetime(mail["Date"])).total_seconds()) < 60
    mailer = Mailer("", SENDER)
    first, second = mailer.new_message_id(), mailer.new_message_id()
    assert first.endswith("@example.com>")
    assert first != second


def test_any_server_transports_a_mail():
    mail = Mailer("", SENDER).compose("রহিমা@বাংলা.example", "বার্তা " * 30, "বাংলা " * 900, reply_to="রহিমা@example.com")
    assert mail["Reply-To"] is None, "few servers transport an address that is not ASCII"
    assert written(mail)["Subject"].strip() == ("বার্তা " * 30).strip()
    assert written(mail).get_content() == "বাংলা " * 900 + "\n"
    raw = Mailer("", SENDER).compose("a@বাংলা.example", "x", "বাংলা").as_bytes()
    assert raw.isascii()
    assert max(map(len, raw.splitlines())) <= 78
    assert b"To: a@xn--" in raw


def test_sender_without_a_name_is_the_company():
    for sender, shown in (("site@example.com", "Star Adhesives <site@example.com>"), ("A <a@b.test>", "A <a@b.test>")):
        assert Mailer("", sender).compose("reader@example.com", "s", "b")["From"] == shown
