"""The checks: each returns `OK`, or a sentence that says what is wrong with its part.

`/_health` is public: a sentence never holds a path, an address or a name of the operator; the log does.
"""

import shutil
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta

from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from starbond_site import logs, metrics
from starbond_site.documents import database, virus_scan
from starbond_site.documents.archive import Archive
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import PROBE
from starbond_site.mail import waiting
from starbond_site.settings import MEBIBYTE, Settings

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
_log = logs.get_logger(__name__)


def configured_checks(settings: Settings, archive: GetArchive, feed_age: Callable[[], float]) -> dict[str, Check]:
    """Return the checks of the parts that the settings name, by the name of the part."""
    found = {
        "database": lambda: check_database(archive()),
        "storage": lambda: check_storage(archive()),
        "disk": lambda: check_disk(archive()),
        "feed": lambda: check_feed(feed_age()),
        # Without a mail server nothing is queued.
        "mail": lambda: check_mail(archive()) if settings.smtp_url else OK,
    }
    if settings.storage != "local":
        found["storage"] = kept(found["storage"], BUCKET_SECONDS)
    if settings.redis_url:
        found["redis"] = lambda: check_redis(settings.redis_url)
    if settings.clamav:
        found["scanner"] = lambda: check_scanner(settings.clamav)
    return found


def kept(check: Check, seconds: float, clock: Callable[[], float] = time.monotonic) -> Check:
    """Return a check that says the same again for some seconds; its calls must not overlap."""
    said_at, said = float("-inf"), OK

    def say() -> str:
        nonlocal said_at, said
        if clock() - said_at >= seconds:
            said = check()
            said_at = clock()
        return said

    return say


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


def check_mail(archive: Archive) -> str:
    try:
        found = waiting(archive.engine)
    except SQLAlchemyError:
        return "The mails that wait cannot be read from the database."
    metrics.MAIL_WAITING.set(found.count)
    metrics.MAIL_AGE.set(found.oldest.total_seconds())
    if found.overdue <= MAIL_OVERDUE:
        return OK
    return f"Mail is not sent: {found.count} wait, one for {found.overdue // timedelta(minutes=1)} minutes."


def check_redis(url: str) -> str:
    try:
        with Redis.from_url(url, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS) as redis:
            redis.ping()
    except (RedisError, OSError):
        return "Redis does not answer: changes reach other workers by polling."
    return OK


def check_scanner(address: str) -> str:
    return OK if virus_scan.is_answering(address) else "The virus scanner does not answer: nothing can be published."
