"""Work of a process that kills itself at a moment: of a statement, a commit, a change of a file, a piece."""

import itertools
import json
import os
import signal
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from ipaddress import IPv4Address
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from sqlalchemy import event

from starbond_site.documents import archive as archives
from starbond_site.documents import attempts
from starbond_site.documents.archive import Actor, Archive
from starbond_site.documents.publish import Submission
from starbond_site.documents.resuming import uploads
from starbond_site.documents.resuming.finishing import publish_upload
from starbond_site.documents.resuming.uploads import PartialFile
from starbond_site.mail import Mailer
from starbond_site.operations import move as moving
from starbond_site.shared.settings import Settings
from tests.serving import FORKS, PRELOADED
from tests.unit.alert_desk import alert_delivery
from tests.unit.documents import samples
from tests.unit.mail_server import SENDER

FORKS.set_forkserver_preload([*PRELOADED, __name__])
PIECE = 100_000
CHANGES = frozenset({"os.rename", "os.link", "os.remove", "os.mkdir", "os.truncate"})
"""Audit events of Python that change a folder."""
Work = Callable[[Archive, str, Callable[[], None], Connection], None]


@contextmanager
def started(work: Work, archive: Archive, given: str, moment: int = 0) -> Iterator[tuple[BaseProcess, Connection]]:
    """Let a process work; it is killed at a moment of its own, or at the end of the context."""
    hears, says = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=_work, args=(work, archive.settings.data_dir, given, moment, says))
    process.start()
    says.close()
    try:
        yield process, hears
    finally:
        process.kill()
        process.join()


def run(work: Work, archive: Archive, given: str, moment: int = 0) -> tuple[int, list[tuple[int, str]]]:
    """Let a process work until a moment, where it is killed; return its moments, 0 if killed, and what it reported."""
    reported = []
    with started(work, archive, given, moment) as (process, hears):
        with suppress(EOFError):
            while True:
                reported.append(hears.recv())
        process.join()
        assert process.exitcode in (0, -signal.SIGKILL)
        return (0, reported) if process.exitcode else (reported.pop()[0], reported)


def spread(last: int, kills: int) -> range:
    """Return so many moments, from the first to the last; all where there are fewer."""
    return range(1, last + 1, max(1, last // kills))


def _work(work: Work, folder: Path, given: str, moment: int, line: Connection) -> None:
    archive = archives.connect(Settings(data_dir=folder, max_upload_mb=1))
    passed = itertools.count(1)
    seen = 0

    def passing(*_given: object) -> None:
        nonlocal seen
        seen = next(passed)
        if seen == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def audited(name: str, about: tuple[object, ...]) -> None:
        if name in CHANGES or (name == "open" and int(str(about[2])) & os.O_CREAT):
            passing()

    for name in ("before_cursor_execute", "commit", "checkin"):
        event.listen(archive.engine, name, passing)
    sys.addaudithook(audited)
    work(archive, given, passing, line)
    line.send((seen, ""))
    os._exit(0)


def publish(archive: Archive, given: str, passing: Callable[[], None], line: Connection) -> None:
    # From an address of its own: each one that was killed may leave an unfinished upload, and an address has few.
    who = Actor(str(IPv4Address(zlib.crc32(given.encode()))), "open")
    packed = samples.zipped({"number": given, "noise": os.urandom(500_000)})
    for name, content in ((f"{given}.pdf", samples.pdf(f"report {given}")), (f"{given}.zip", packed)):
        _, upload = uploads.begin(archive, name, len(content), who, "")
        with PartialFile(archive, upload) as part:
            for place in range(0, len(content), PIECE):
                part.append(place, content[place : place + PIECE])
                passing()
        wanted = Submission(category="AllNotice", name=name)
        document = publish_upload(archive, upload, wanted, who, attempts.remembered(f"attempt-of-{name}"))
        line.send((document.id, document.sha256))


def send_alerts(archive: Archive, smtp_url: str, _passing: Callable[[], None], _line: Connection) -> None:
    alert_delivery(archive, Mailer(smtp_url, SENDER), timedelta()).deliver()


def move(archive: Archive, given: str, _passing: Callable[[], None], _line: Connection) -> None:
    """Move the archive to another database and storage; both, and the variables of boto3, are given as JSON."""
    variables, target = json.loads(given)
    os.environ.update(variables)
    moving.move(archive.settings, Settings.model_validate(target))
