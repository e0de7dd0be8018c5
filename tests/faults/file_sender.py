"""Sends files through nginx, each as one form, until they are published, and keeps what it was told."""

import hashlib
import http.client
import json
import secrets
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from benchmarks.socket_clients import data_of
from starbond_site.state.upload import HANDLERS
from tests.faults.open_page import FAILURES, OpenPage
from tests.faults.people import CATEGORY, Background
from tests.faults.proxy import Proxy
from tests.unit.documents import samples

PATH = "/UploadFiles"
TAKEN_SECONDS, REASON_SECONDS, ANSWER_SECONDS = 5, 3, 10
"""Until it asks for a result, until it asks again, for an answer; the last two as the upload form (``send.jsx``)."""
STALL_SECONDS = 60
"""A transfer without progress is given up."""
RESULT_SECONDS = 120
"""An uploader who knows nothing after this time counts as not told."""
ATTEMPT_PATH = "/api/upload-attempt"
BOUNDARY = "----starbond-people"


@dataclass(frozen=True)
class Told:
    """What an uploader was told of one attempt, and when."""

    outcome: str
    """``published``, the code of a refusal, ``unsure`` where the form says that it does not know."""
    seconds: float
    href: str = ""


@dataclass
class Filed:
    """A file that an uploader sends until it is published."""

    name: str
    content: bytes
    attempts: list[Told] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def is_published(self) -> bool:
        """Whether the uploader knows that it is published."""
        return bool(self.attempts) and self.attempts[-1].outcome in ("published", "already_published")


class Uploader(Background):
    """Sends one file after another as the form does; one that was not published is sent again."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__()
        self.files: list[Filed] = []
        self._proxy = proxy
        self._page = OpenPage(proxy, PATH)
        self._transfers = ThreadPoolExecutor(1)
        # The limits of the site count addresses; each uploader has one of its own, of the loopback network.
        self._address = f"127.{secrets.randbelow(254) + 1}.{secrets.randbelow(254) + 1}.{secrets.randbelow(254) + 1}"

    def once(self) -> None:
        """Send the next file, until it is published or the end has come."""
        name = f"{secrets.token_hex(8)}.pdf"
        filed = Filed(name, samples.pdf(secrets.token_hex(16)))
        self.files.append(filed)
        while not filed.is_published and not (self._end.is_set() and filed.attempts):
            filed.attempts.append(self.send(filed))
            self._end.wait(0.5)

    def finish(self, seconds: float) -> float:
        """Send the last file again until it is published; return how long that took, in seconds.

        Raises:
            AssertionError: it was not published in time.

        """
        began = time.monotonic()
        filed = self.files[-1]
        while not filed.is_published:
            assert time.monotonic() - began < seconds, filed.attempts
            filed.attempts.append(self.send(filed))
        return time.monotonic() - began

    def send(self, filed: Filed) -> Told:
        """Send a file once, and return what the form would say."""
        began, attempt = time.monotonic(), secrets.token_hex(8)

        def told(outcome: str, href: str = "") -> Told:
            return Told(outcome, time.monotonic() - began, href)

        try:
            self._page.opened()
        except (*FAILURES, TimeoutError):
            # The form says after a while that it cannot reach the server.
            return told("unsure")
        transfer = self._transfers.submit(self._transfer, attempt, filed)
        deadline, ask_at = began + RESULT_SECONDS, None
        while time.monotonic() < deadline:
            with suppress(TimeoutError):
                packet = self._page.wait_for(lambda text: attempt in text and "outcome" in text, 0.5)
                if code := _code(result := _result(data_of(packet), attempt)):
                    return told(code, result.get("href", ""))
            if not transfer.done():
                continue
            status, code = _answered(transfer)
            if code:
                return told(code)
            if ask_at is None:
                ask_at = time.monotonic() + (TAKEN_SECONDS if status == 202 else REASON_SECONDS)
            if time.monotonic() > ask_at:
                if code := _code(result := self._ask(attempt)):
                    return told(code, result.get("href", ""))
                ask_at = time.monotonic() + REASON_SECONDS
        return told("unsure")

    def _ask(self, attempt: str) -> dict[str, str]:
        """Return what the site says of an attempt; nothing where it does not answer."""
        connection = self._connection(ANSWER_SECONDS)
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Origin": self._proxy.url}
        try:
            connection.request("POST", ATTEMPT_PATH, json.dumps({"attempt": attempt, "language": "en"}), headers)
            response = connection.getresponse()
            body = response.read()
            return json.loads(body) if response.status == 200 else {}
        except (*FAILURES, ValueError):
            return {}
        finally:
            connection.close()

    def _connection(self, seconds: float) -> http.client.HTTPSConnection:
        address = (self._address, 0)
        return http.client.HTTPSConnection(
            "localhost", self._proxy.https, timeout=seconds, context=self._proxy.trust, source_address=address
        )

    def _transfer(self, attempt: str, filed: Filed) -> tuple[int, str]:
        """Send the request; return its status, and the code of a refusal."""
        asked = {
            "category": CATEGORY,
            "name": filed.name,
            "size": len(filed.content),
            "attempt": attempt,
            "language": "en",
        }
        field_head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
        body = (
            f'{field_head}__reflex_event_args"\r\n\r\n{json.dumps(asked)}\r\n'
            f'{field_head}files"; filename="upload"\r\nContent-Type: application/octet-stream\r\n\r\n'
        ).encode()
        body += filed.content + f"\r\n--{BOUNDARY}--\r\n".encode()
        connection = self._connection(STALL_SECONDS)
        headers = {
            "Origin": self._proxy.url,
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
            "Reflex-Client-Token": self._page.token,
            "Reflex-Event-Handler": HANDLERS[0],
            "X-Upload-Attempt": attempt,
        }
        try:
            connection.request("POST", "/_upload", body, headers)
            response = connection.getresponse()
            answer = response.read()
        finally:
            connection.close()
        try:
            return response.status, json.loads(answer)["error"]
        except (ValueError, KeyError, TypeError):
            return response.status, ""


def _code(result: dict[str, str]) -> str:
    """Return ``published`` or the code of a refusal; empty while nothing is known."""
    outcome = result.get("outcome", "")
    code = result.get("code", "") if outcome == "refused" else outcome
    return "" if code in ("outcome_unknown", "running") else code


def _answered(transfer: "Future[tuple[int, str]]") -> tuple[int, str]:
    """Return status and code of a transfer that is done; status 0 where it broke."""
    try:
        return transfer.result()
    except FAILURES:
        return 0, ""


def _result(update: object, attempt: str) -> dict[str, str]:
    """Return the result of an attempt, from any level of an update of the page's state."""
    if isinstance(update, dict):
        found = update.get(attempt)
        if isinstance(found, dict):
            return found
        return next((result for value in update.values() if (result := _result(value, attempt))), {})
    return {}
