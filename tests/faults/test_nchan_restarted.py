"""nginx with Nchan is restarted under subscribers, who come back with ids that it no longer knows."""

import urllib.request
from pathlib import Path

import pytest

from tests.fanout_proxy import Proxy, proxy
from tests.load.crowd import Crowd
from tests.load.protocols import EventSource

SUBSCRIBERS, SECONDS = 200, 60
CRASH = "exited on signal"


def _publish(nginx: Proxy, text: str) -> None:
    request = urllib.request.Request(nginx.publish_address, data=f'{{"x": "{text}"}}'.encode())  # noqa: S310
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        assert answer.status in (201, 202)


@pytest.mark.parametrize("last_event", ["1500000000:0", "1999999999:0", "not an id", ""])
def test_subscribers_come_back_and_get_the_newest_message(tmp_path: Path, last_event: str) -> None:
    with (
        proxy(tmp_path, site_port=1, files=4 * SUBSCRIBERS) as nginx,
        Crowd(EventSource(nginx.port, 0.2, last_event=last_event), processes=1) as crowd,
    ):
        crowd.open(SUBSCRIBERS)
        # The channel is empty, as after every restart until the site publishes again.
        crowd.wait(lambda status: status.connected == SUBSCRIBERS, SECONDS)
        crowd.expect(b"first")
        _publish(nginx, "first")
        crowd.wait(lambda status: status.matched == SUBSCRIBERS, SECONDS)

        nginx.stop()
        nginx.start()
        crowd.wait(lambda status: status.connected == SUBSCRIBERS, SECONDS)
        crowd.expect(b"second")
        _publish(nginx, "second")
        status = crowd.wait(lambda status: status.matched == SUBSCRIBERS, SECONDS)

        assert status.lost == SUBSCRIBERS
        assert CRASH not in (nginx.folder / "error.log").read_text()
