"""A worker of mail alerts for tests that kill it: queues and sends until then, as the thread of the site does."""

import sys
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from starbond_site.documents import archive as archives
from starbond_site.mail import Mailer
from starbond_site.settings import Settings
from tests.unit.alert_desk import alert_delivery
from tests.unit.mail_server import SENDER

READY = "ready"


def send_for_ever(folder: Path, smtp_url: str, line: Connection) -> None:
    """Say `READY`, then queue and send whatever is due."""
    archive = archives.connect(Settings(data_dir=folder))
    delivery = alert_delivery(archive, Mailer(smtp_url, SENDER), timedelta())
    line.send(READY)
    for _ in range(sys.maxsize):
        delivery.deliver()
        delivery.stopped.wait(0.01)
