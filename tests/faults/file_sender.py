"""Sends files as the upload form does, until they are published, and keeps what it was told."""

import hashlib
import secrets
import time
from dataclasses import dataclass
from functools import partial

from benchmarks.upload_client import RESULT_SECONDS, Upload, code_of
from tests.faults.people import CATEGORY, Background, Front
from tests.unit.documents import samples


@dataclass(frozen=True)
class Told:
    """What an uploader was told of one attempt, and when."""

    outcome: str
    """``published``, the code of a refusal, ``unsure`` where nobody knows."""
    seconds: float
    href: str = ""


class Filed:
    """A file that somebody sends until it is published."""

    def __init__(self, front: Front, address: str = "127.0.0.1") -> None:
        self.attempts: list[Told] = []
        name, content = f"{secrets.token_hex(8)}.pdf", samples.pdf(secrets.token_hex(16))
        self.digest = hashlib.sha256(content).hexdigest()
        self.upload = Upload(partial(front.connect, sender=address), front.url, CATEGORY, name, content)

    @property
    def is_published(self) -> bool:
        return bool(self.attempts) and self.attempts[-1].outcome in ("published", "already_published")

    def send(self) -> Told:
        began = time.monotonic()
        result = self.upload.send(RESULT_SECONDS)
        told = Told(code_of(result) or "unsure", time.monotonic() - began, result.get("href", ""))
        self.attempts.append(told)
        return told

    def finish(self, seconds: float) -> None:
        """Send it again until it is published.

        Raises:
            AssertionError: it was not published in time.
        """
        deadline = time.monotonic() + seconds
        while not self.is_published:
            assert time.monotonic() < deadline, self.attempts
            self.send()


class Uploader(Background):
    """Sends one file after another; one that was not published is sent again."""

    def __init__(self, front: Front, between: float = 1) -> None:
        super().__init__()
        self.files: list[Filed] = []
        # Those that a clock dates tomorrow in a minute leave room on the first page.
        self._front, self._between = front, between
        # The limits of the site count addresses; each uploader has one of its own, of the loopback network.
        self._address = f"127.{secrets.randbelow(254) + 1}.{secrets.randbelow(254) + 1}.{secrets.randbelow(254) + 1}"

    @property
    def answers(self) -> list[Told]:
        return [told for filed in tuple(self.files) for told in tuple(filed.attempts)]

    def once(self) -> None:
        filed = Filed(self._front, self._address)
        self.files.append(filed)
        while not filed.is_published and not (self._end.is_set() and filed.attempts):
            filed.send()
            self._end.wait(0.5 if filed.attempts[-1].outcome != "published" else self._between)
