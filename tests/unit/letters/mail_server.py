"""A mail server that keeps what it is given, and a post that the test waits for."""

import socketserver
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from starbond_site.letters.post import Post

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


class SameThread(Post):
    """Does in the test's own thread what the site leaves to the post's."""

    def later(self, work: Callable[[], None]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Do it, and wait until it is done."""
        super().later(work).result()
