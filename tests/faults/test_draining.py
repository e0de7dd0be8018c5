"""An instance that drains: it is no longer ready and goes on answering, until it is ended."""

import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

from starbond_site.health import DRAIN
from tests.serving import Server, serving

ASKED = 40
"""Requests on connections of their own, which both workers get some of."""


def status(site: Server, path: str) -> int:
    """Return the status of an answer."""
    try:
        with urllib.request.urlopen(site.url + path, timeout=10) as answer:  # noqa: S310
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_drain(tmp_path: Path):
    """The signal to the first process reaches every worker; pages and health are answered as before."""
    with serving(tmp_path, GRANIAN_WORKERS="2") as site:
        assert {status(site, "/_ready") for _ in range(ASKED)} == {200}
        assert site.process is not None
        os.kill(site.process.pid, DRAIN)
        in_a_row = 0
        for _ in range(100 * ASKED):
            in_a_row = in_a_row + 1 if status(site, "/_ready") == 503 else 0
            if in_a_row == ASKED:
                break
        assert in_a_row == ASKED
        assert {status(site, "/AllNotice"), status(site, "/_health"), status(site, "/ping")} == {200}
        os.kill(site.process.pid, signal.SIGTERM)
        assert site.process.wait(30) == 0
