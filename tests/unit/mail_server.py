"""A real SMTP server that keeps its mails and answers as a test wants, and mailers that send to it."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from sqlalchemy import update

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer, outbox
from starbond_site.mail.contact import ContactService
from starbond_site.mail.delivery import MailDelivery
from starbond_site.mail.outbox import OutgoingMail
from starbond_site.shared import local_time
from tests.serving import free_port

SENDER = "Star Adhesives <site@example.com>"
HANG_UP = "hang up"
"""In place of an answer: the server closes the connection."""


class MailServer:
    """A real SMTP server on this machine."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.asked: list[str] = []
        self.senders: list[str] = []
        self.refused: dict[str, str] = {}
        self.answers: list[str] = []
        self.refuses = False
        self._server: socketserver.ThreadingTCPServer | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def recipients(self) -> list[str]:
        """To whom the mails went that the server took, in its order."""
        return [mail["To"] for mail in self.mails]

    def start(self) -> None:
        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", self.port), Conversation)
        self._server.daemon_threads = True
        self._server.kept = self  # pyright: ignore[reportAttributeAccessIssue]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class Conversation(socketserver.StreamRequestHandler):
    """Speaks as much SMTP as smtplib needs."""

    def handle(self) -> None:
        server: MailServer = self.server.kept  # pyright: ignore[reportAttributeAccessIssue]
        # A TLS handshake is no text.
        with suppress(ConnectionError, UnicodeDecodeError):
            self._say("220 ready")
            while line := self.rfile.readline():
                if not self._answer(server, line.decode()):
                    return

    def _answer(self, server: MailServer, line: str) -> bool:
        """Answer a command; return whether the conversation goes on."""
        verb = line.split(maxsplit=1)[0].upper()
        if verb == "MAIL":
            server.senders.append(line.partition("<")[2].partition(">")[0])
            self._say("250 fine")
        elif verb == "RCPT":
            recipient = line.partition("<")[2].partition(">")[0]
            server.asked.append(recipient)
            self._say(server.refused.get(recipient, "250 fine"))
        elif verb == "DATA":
            answer = "554 no" if server.refuses else server.answers.pop(0) if server.answers else "250 kept"
            if answer == HANG_UP:
                return False
            if answer.startswith("250"):
                self._say("354 go on")
                self._keep(server)
            self._say(answer)
        else:
            self._say("221 bye" if verb == "QUIT" else "250 fine")
        return True

    def _keep(self, server: MailServer) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        server.mails.append(mail)

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def mail_serving() -> Iterator[MailServer]:
    server = MailServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    with mail_serving() as server:
        yield server


@pytest.fixture
def mailer(mail_server: MailServer) -> Mailer:
    return Mailer(mail_server.url, SENDER, "office@example.com")


@pytest.fixture
def no_mailer() -> Mailer:
    return Mailer("", "", "")


def deliver(archive: Archive, mailer: Mailer) -> None:
    MailDelivery(archive.engine, mailer, {"contact": ContactService(archive, mailer)}).deliver()


def queue(archive: Archive, *record_ids: int) -> None:
    with database.writing(archive.engine) as session:
        for number in record_ids:
            outbox.add(session, "contact", number, f"<{number}@example.com>")


def make_due(archive: Archive) -> None:
    """Let all pauses and claims end."""
    with database.writing(archive.engine) as session:
        session.connection().execute(update(OutgoingMail).values(due_at=local_time.now()))
