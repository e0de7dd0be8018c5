"""Mail of a running site: the mail server is down, the site is restarted, and every mail arrives once."""

import csv
import io
import re
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from tests.serving import Server, build, serving
from tests.unit.mail_server import SENDER, MailServer

SECONDS = 90


def test_mail_survives_a_server_that_is_down_and_a_restart(tmp_path: Path) -> None:
    build()
    mail_server = MailServer()
    settings = {"SMTP_URL": mail_server.url, "MAIL_FROM": SENDER, "MAIL_TO": "office@example.com"}
    with serving(tmp_path, **{f"STARBOND_{name}": value for name, value in settings.items()}) as site:
        contact = {"name": "Rahima", "email": "a@example.com", "phone": "+880 1711-000000", "consent": "on"}
        _post(site, "/contact", **contact, message="Which glue do you advise for teak?")
        _post(site, "/newsletter/subscribe", email="reader@example.com", consent="on")
        site.stop()
        mail_server.start()
        try:
            site.start()
            _wait_for(lambda: len(mail_server.mails) == 2)
            (mailed,) = csv.DictReader(io.StringIO(site.admin("messages", "export")))
            assert mailed["mailed_at"]
            assert mailed["reference"] in mail_server.mails[0]["Subject"]

            confirmation = mail_server.mails[1]
            _post(site, _path(re.findall(r"https?://\S+/newsletter/confirm\S+", confirmation.get_content())[0]))
            (subscriber,) = csv.DictReader(io.StringIO(site.admin("subscribers", "export")))
            assert subscriber["confirmed_at"]
            unsubscribe = _path(confirmation["List-Unsubscribe"].strip("<>"))
            _post(site, unsubscribe, **{"List-Unsubscribe": "One-Click"})
            assert list(csv.DictReader(io.StringIO(site.admin("subscribers", "export")))) == []
            assert len(mail_server.mails) == 2, "nothing is mailed twice"
        finally:
            mail_server.stop()


def _post(site: Server, path: str, **fields: str) -> None:
    """Post a form without scripts, as a mail program or a browser does; anything but success raises."""
    with urlopen(Request(site.url + path, urlencode(fields).encode()), timeout=30):  # noqa: S310  own server
        pass


def _path(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def _wait_for(condition: Callable[[], bool]) -> None:
    pause, deadline = threading.Event(), monotonic() + SECONDS
    while not condition():
        assert monotonic() < deadline
        pause.wait(0.1)
