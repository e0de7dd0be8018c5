"""Whether the parts of the running site work, and whether this process should get requests.

Each check returns `OK`, or a sentence that says what is wrong with its part. `/_health` is public: a sentence never
holds a path, an address or a name of the operator; the log does. The checks are made when someone asks, and answered in
time even where one of them hangs: each runs in a thread of its own, which nothing else uses, so that a frozen database
blocks neither the other checks nor the event loop. While a check hangs, no second one of that part is started, so that
the number of threads is limited.
"""

import asyncio
import json
import shutil
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from datetime import timedelta
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from starbond_site import mail
from starbond_site.documents import checkpoints, database, virus_scan
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import PROBE
from starbond_site.mail import waiting
from starbond_site.shared import logs, metrics
from starbond_site.shared.processes import DRAIN, LEAVE
from starbond_site.shared.settings import MEBIBYTE, Settings
from starbond_site.web.headers import changing_heads

OK = "ok"
Check = Callable[[], str]
GetArchive = Callable[[], Archive]
FEED_SECONDS = 30.0
"""Lists that were not compared with the database for so long are not live; polls come every 1 or 10 seconds."""
SPARE_UPLOADS = 3
"""Free space in largest uploads; with less, uploads begin to fail depending on their size."""
MAIL_OVERDUE = timedelta(minutes=10)
"""A mail that could have been sent for so long; pauses after a failure of the mail server last up to 5 minutes."""
BUCKET_SECONDS = 8.0
"""Between two probes of a bucket: each is three requests that cost money, and anyone may ask for the health."""
REDIS_SECONDS = 1.5
ANSWER_SECONDS = 2.0
"""Longest wait for the checks; a part that takes longer is unwell."""
REPORT_SECONDS = 1.0
"""What a check said is said again for so long: a flood of requests costs no more than one a second."""
_log = logs.get_logger(__name__)


def configured_checks(settings: Settings, archive: GetArchive, feed_age: Callable[[], float]) -> dict[str, Check]:
    """Return the checks of the parts that the settings name, by the name of the part."""
    found = {
        "database": lambda: check_database(archive()),
        "storage": lambda: check_storage(archive()),
        "disk": lambda: check_disk(archive()),
        # A backup that was restored is older than what was given out.
        "log": lambda: checkpoints.went_back(archive()) or OK,
        "feed": lambda: check_feed(feed_age()),
        # Without a mail server nothing is queued.
        "mail": lambda: check_mail(archive(), mail.default().problem) if settings.smtp_url else OK,
    }
    if settings.redis_url:
        found["redis"] = lambda: check_redis(settings.redis_url)
    if settings.clamav:
        away = "The virus scanner does not answer: nothing can be published."
        found["scanner"] = lambda: OK if virus_scan.is_answering(settings.clamav) else away
    return found


def seconds_between_checks(settings: Settings) -> dict[str, float]:
    """Return how long what a part said is said again at least, by the name of the part, where not `REPORT_SECONDS`."""
    return {} if settings.storage == "local" else {"storage": BUCKET_SECONDS}


def check_database(archive: Archive) -> str:
    if problem := database.problem(archive.engine):
        _log.error("database_unwell", detail=problem)
        return "The database does not answer, or cannot be used."
    return OK


def check_storage(archive: Archive) -> str:
    """Store, read and remove a few bytes where documents are stored."""
    try:
        archive.storage.probe()
    except (Refusal, FileNotFoundError) as error:
        if isinstance(error, Refusal) and error.code == "storage_full":
            return "The storage of documents is full."
        return "The storage of documents cannot be read or written."
    return OK


def check_disk(archive: Archive) -> str:
    """Look for free space for uploads in progress, and write a few bytes there."""
    settings = archive.settings
    needed = SPARE_UPLOADS * settings.max_upload_bytes
    try:
        free = shutil.disk_usage(settings.data_dir).free
        metrics.DISK_FREE.set(free)
        if free < needed:
            return f"{free // MEBIBYTE} MiB of the disk are free; uploads need {needed // MEBIBYTE}."
        archive.incoming.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=archive.incoming) as file:
            file.write(PROBE)
    except OSError as error:
        _log.error("disk_unwell", detail=str(error))
        return "The disk for uploads in progress cannot be written."
    return OK


def check_feed(age: float) -> str:
    """Compare the seconds since the last refresh of the lists with what polling allows."""
    if age == float("inf"):
        return "The lists have not been read since the start."
    return OK if age <= FEED_SECONDS else f"The lists have not been refreshed for {age:.0f} seconds."


def check_mail(archive: Archive, problem: str = "") -> str:
    """Look at the mails that wait, and at what the delivery of this worker says of the server."""
    try:
        found = waiting(archive.engine)
    except SQLAlchemyError:
        return "The mails that wait cannot be read from the database."
    metrics.MAIL_WAITING.set(found.count)
    metrics.MAIL_AGE.set(found.oldest.total_seconds())
    if found.overdue <= MAIL_OVERDUE:
        return problem or OK
    return f"Mail is not sent: {found.count} wait, one for {found.overdue // timedelta(minutes=1)} minutes."


def check_redis(url: str) -> str:
    try:
        with Redis.from_url(url, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS) as redis:
            redis.ping()
    except (RedisError, OSError):
        return "Redis does not answer: changes reach other workers by polling."
    return OK


def check_workers(state: Path) -> str:
    """Look at what the supervisor has written: it hears whether the event loop of every worker runs."""
    try:
        frozen = json.loads(state.read_text()).get("frozen")
    except (OSError, ValueError):
        frozen = None
    return "A process of the site does not answer; the others go on." if frozen else OK


class Monitor:
    """Checks the parts of its process when asked, and keeps what each said for a while."""

    def __init__(
        self, checks: Mapping[str, Check], seconds: Mapping[str, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._parts = [_Part(name, check, seconds.get(name, REPORT_SECONDS), clock) for name, check in checks.items()]

    async def report(self) -> Mapping[str, str]:
        """Return the state of all parts by name, `OK` or a sentence that says what is wrong, in `ANSWER_SECONDS`."""
        if asked := [said for part in self._parts if (said := part.ask())]:
            await asyncio.wait(asked, timeout=ANSWER_SECONDS)
        return {part.name: part.state() for part in self._parts}

    def states_from_thread(self, loop: asyncio.AbstractEventLoop) -> list[tuple[str, bool]]:
        """Return name and state of every part to a thread; nothing where the event loop does not answer."""
        asked = asyncio.run_coroutine_threadsafe(self.report(), loop)
        try:
            report = asked.result(ANSWER_SECONDS + 1)
        except TimeoutError:
            asked.cancel()
            return []
        return [(part, state == OK) for part, state in report.items()]


class _Part:
    """One part: its check, and what it said last."""

    def __init__(self, name: str, check: Check, seconds: float, clock: Callable[[], float]) -> None:
        """Check nothing yet; what the check says counts for some seconds from its beginning on."""
        self.name, self._check, self._seconds, self._clock = name, check, seconds, clock
        self._began_at, self._said, self._is_late = float("-inf"), Future[str](), False
        self._said.set_result("")

    def ask(self) -> "asyncio.Future[str] | None":
        """Start the check, unless it runs or what it said still counts; return what it will say, if that comes soon."""
        now = self._clock()
        if self._said.done() and now - self._began_at >= self._seconds:
            self._began_at, self._said, self._is_late = now, Future(), False
            # Not a pool: its threads are waited for at exit, and this one may hang.
            threading.Thread(target=self._run, args=(self._said,), name=f"health-{self.name}", daemon=True).start()
        is_late = now - self._began_at >= ANSWER_SECONDS
        return None if self._said.done() or is_late else asyncio.wrap_future(self._said)

    def state(self) -> str:
        """Return what the check said, or that it has not answered, which is logged once."""
        if self._said.done():
            return self._said.result()
        seconds = round(self._clock() - self._began_at)
        state = f"The check of this part has not answered for {seconds} seconds."
        if not self._is_late:
            self._log(state)
        self._is_late = True
        return state

    def _log(self, problem: str) -> None:
        _log.error(f"{self.name}_failed", problem=problem)

    def _run(self, said: Future[str]) -> None:
        try:
            state = self._check()
        except Exception:
            _log.exception("health_check_failed", part=self.name)
            state = "The check of this part failed; the log says why."
        if state != OK:
            self._log(state)
        said.set_result(state)


class Readiness:
    """True while its process should get requests."""

    def __init__(self, has_started: Callable[[], bool]) -> None:
        self._has_started = has_started
        self.is_draining = False
        self.is_leaving = False
        """Whether its answers end the connections that visitors keep."""

    def __bool__(self) -> bool:
        """Return whether new visitors should come here."""
        return self._has_started() and not self.is_draining

    def drain(self) -> None:
        """Ask the proxy to send new visitors elsewhere; those who are here stay until the process ends."""
        if not self.is_draining:
            self.is_draining = self.is_leaving = True
            _log.info("draining")

    def leave(self) -> None:
        """End kept connections before another process takes over this port, which is ready throughout."""
        self.is_leaving = True

    def drain_on_signal(self) -> None:
        """Drain at `DRAIN`, and leave at `LEAVE`; call it in the event loop of the server."""
        asyncio.get_running_loop().add_signal_handler(DRAIN, self.drain)
        asyncio.get_running_loop().add_signal_handler(LEAVE, self.leave)


def with_last_answers(app: ASGIApp, is_leaving: Callable[[], bool]) -> ASGIApp:
    """Return an app that ends with each answer the connection that a visitor keeps, once the process is leaving."""
    return changing_heads(
        app, lambda _scope, headers, _status: is_leaving() and headers.update({"Connection": "close"})
    )


def routes(report: Callable[[], Awaitable[Mapping[str, str]]], is_ready: Callable[[], bool]) -> list[Route]:
    """Return `/_health` for people and monitoring, and `/_ready` for a proxy, which answer 200 or 503.

    The first with ``{"status": bool, "parts": {name: "ok" or a sentence}}``, the second with ``{"status": bool}``.
    """

    def answer(is_well: bool, **more: object) -> Response:
        return JSONResponse({"status": is_well, **more}, 200 if is_well else 503, {"Cache-Control": "no-store"})

    async def health(_request: Request) -> Response:
        parts = await report()
        return answer(all(state == OK for state in parts.values()), parts=parts)

    async def ready(_request: Request) -> Response:
        return answer(is_ready())

    return [Route("/_health", health), Route("/_ready", ready)]
