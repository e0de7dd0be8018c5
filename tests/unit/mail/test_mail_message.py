"""Composed mails: no visitor writes a header, and links stay whole."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

import pytest

from starbond_site.mail import Mailer
from starbond_site.mail.message import compose, header_text
from starbond_site.shared import local_time

SENDER = "Star Adhesives <site@example.com>"
ATTACKS = [
    "=?utf-8?q?x=0d=0aBcc:_y?=", "=?UTF-8?B?eA0KQmNjOiB5QGV4YW1wbGUuY29t?=",
    "a =?utf-8?q?x=0d=0a?= =?utf-8?q?Bcc:_y@example.com?=", "==?utf-8?q?=0d=0aBcc:_y?=",
    "=\x00?utf-8?q?=0d=0aBcc:_y?=", "রহিমা =?utf-8?q?=0d=0aBcc:_y?= বেগম", "x\r\nBcc: y@example.com",
    "x\u2028Bcc: y@example.com", "x\x85Bcc: y@example.com", "x\ud800", "=?utf-8?q?" + "=0d=0aBcc:_y" * 8 + "?=",
]  # fmt: skip
HEADERS = ["From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted", "Content-Type", "Content-Transfer-Encoding"]


def written(mail: EmailMessage) -> EmailMessage:
    read = message_from_bytes(mail.as_bytes(), policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def test_a_name_never_becomes_a_header():
    for name in ATTACKS:
        mail = written(compose(SENDER, "office@example.com", f"Message from {name}", name, reply_to="a@example.com"))
        language = ["Content-Language"] if "রহিমা" in name else []
        assert sorted(mail.keys()) == sorted([*HEADERS, *language, "MIME-Version"]), name
        assert mail["Subject"].startswith("Message from ")
        assert not set("\r\n").intersection(mail["Subject"])
        assert "Bcc" not in [address.display_name for address in mail["To"].addresses]
    assert header_text("  রহিমা:\tবেগম = ? ") == "রহিমা: বেগম = ?"


@pytest.mark.parametrize("address", ["=?utf-8?q?x=0d=0aBcc=3a_y?=@example.com", "a@example.com\nBcc: b@example.com"])
def test_an_address_that_would_write_a_header_is_refused(address: str):
    for recipient, reply_to in ((address, ""), ("b@example.com", address)):
        with pytest.raises(ValueError, match="address"):
            compose(SENDER, recipient, "Subject", "Body", reply_to=reply_to)


@pytest.mark.parametrize(("body", "languages"), [
    ("লভ্যাংশ: https://example.com/dividends, office@example.com", "bn"), ("নতুন নথি: Annual Report 2026", "bn, en"),
    ("Annual Report 2026", None),
])  # fmt: skip
def test_a_mail_says_the_languages_of_its_text(body: str, languages: str | None) -> None:
    """Links and addresses are of none."""
    assert written(compose(SENDER, "a@example.com", "Subject", body))["Content-Language"] == languages


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


@pytest.mark.parametrize(
    ("sender", "shown"), [("site@example.com", "Star Adhesives <site@example.com>"), ("A <a@b.test>", "A <a@b.test>")]
)
def test_sender_without_a_name_is_the_company(sender: str, shown: str):
    assert Mailer("", sender).compose("reader@example.com", "s", "b")["From"] == shown
