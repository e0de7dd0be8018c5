"""A receiver of webhooks for tests: verifies every message as Standard Webhooks asks, and keeps what it was told."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import time
from typing import Any

from sqlalchemy import update

from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.features.webhooks.service import Webhook
from tests.answering import Request, listening

STALL = -1


@dataclass(frozen=True)
class Received:
    id: str
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def content(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def numbers(self) -> list[int]:
        return [change["number"] for change in self.content["data"]["changes"]]


@dataclass
class Receiver:
    port: int = 0
    secret: str = ""
    """Messages that are not signed with it are refused with 401; empty accepts everything."""
    answers: list[int] = field(default_factory=list)
    """Statuses of the next answers; 200 when they are used up."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Further headers of answers."""
    messages: list[Received] = field(default_factory=list)
    confirmed: list[Received] = field(default_factory=list)
    arrived: threading.Condition = field(default_factory=threading.Condition)
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def numbers(self) -> list[int]:
        """The numbers of all changes, in the order in which they were confirmed."""
        return [number for message in tuple(self.confirmed) for number in message.numbers]

    def wait_for(self, number: int, seconds: float = 30) -> bool:
        with self.arrived:
            return self.arrived.wait_for(lambda: number in self.numbers, seconds)

    def wait_for_messages(self, count: int, seconds: float = 30) -> bool:
        with self.arrived:
            return self.arrived.wait_for(lambda: len(self.messages) >= count, seconds)

    def take(self, headers: Mapping[str, str], body: bytes) -> int:
        message = Received(headers.get("webhook-id", ""), headers, body, time())
        with self.arrived:
            status = self.answers.pop(0) if self.answers else 200
            if self.secret and not self._is_signed(message):
                status = 401
            self.messages.append(message)
            if 200 <= status < 300:
                self.confirmed.append(message)
            self.arrived.notify_all()
        return status

    def _is_signed(self, message: Received) -> bool:
        """Verify with code of its own, not with that of the site."""
        moment = message.headers["webhook-timestamp"]
        signed = f"{message.id}.{moment}.{message.body.decode()}".encode()
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return wanted in message.headers["webhook-signature"].split(" ") and abs(time() - int(moment)) < 300


def change(archive: Archive, **values: object) -> None:
    """Change what is kept of every webhook."""
    with database.writing(archive.engine) as session:
        session.connection().execute(update(Webhook).values(values))


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    def respond(request: Request) -> None:
        body = request.read()
        if len(body) < int(request.headers["Content-Length"]):
            # The sender was killed in the middle: no message has come.
            return
        status = receiver.take({name.lower(): value for name, value in request.headers.items()}, body)
        if status == STALL:
            receiver.ended.wait(60)
            return
        headers = {"Location": f"{receiver.url}/elsewhere"} if 300 <= status < 400 else {}
        request.answer(status, {**headers, **receiver.more})

    with listening(respond) as receiver.port:
        yield receiver
        receiver.ended.set()
