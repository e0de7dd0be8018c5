"""Fixtures of the contact and newsletter tests: an archive, a mail server that keeps its mails, and mailers."""

import shutil
import socketserver
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from starbond_site.documents import archive as archives
from starbond_site.documents.archive import Archive
from starbond_site.mail import Mailer
from starbond_site.settings import Settings

PUBLIC_URL = "https://www.example.com"


@dataclass
class MailServer:
    """A real SMTP server on this machine."""

    url: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    refuses: bool = False


class Conversation(socketserver.StreamRequestHandler):
    """Speaks as much SMTP as smtplib needs."""

    def handle(self) -> None:
        """Take one mail after the other."""
        server: MailServer = self.server.kept  # pyright: ignore[reportAttributeAccessIssue]
        self._say("220 ready")
        while line := self.rfile.readline():
            verb = line.decode().split()[0].upper()
            if verb == "DATA" and server.refuses:
                self._say("554 no")
            elif verb == "DATA":
                self._say("354 go on")
                server.mails.append(self._mail())
                self._say("250 kept")
            else:
                self._say("221 bye" if verb == "QUIT" else "250 fine")

    def _mail(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        return mail

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


class SameThread(Mailer):
    """Waits for the work that the site leaves to the thread of the mailer."""

    def submit(self, work: Callable[[], None]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Do it, and wait until it is done."""
        super().submit(work).result()


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    """Run a mail server."""
    kept = MailServer()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as server:
        server.daemon_threads = True
        server.kept = kept  # pyright: ignore[reportAttributeAccessIssue]
        kept.url = f"smtp://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield kept
        server.shutdown()


@pytest.fixture
def mailer(mail_server: MailServer) -> Mailer:
    """Return a mailer that sends to the mail server."""
    return SameThread(mail_server.url, "Star Adhesives <site@example.com>", "office@example.com")


@pytest.fixture
def no_mailer() -> Mailer:
    """Return a mailer without a server."""
    return SameThread("", "", "")


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prepare the folder of an empty archive once: its migrations take longer than most tests."""
    folder = tmp_path_factory.mktemp("empty")
    archives.connect(Settings(data_dir=folder)).close()
    return folder


@pytest.fixture
def archive(empty: Path, tmp_path: Path) -> Iterator[Archive]:
    """Give an empty archive."""
    shutil.copytree(empty, tmp_path / "data")
    made = archives.connect(Settings(data_dir=tmp_path / "data", url=PUBLIC_URL))
    yield made
    made.close()
