"""nginx with Nchan is restarted under subscribers, who come back with ids that it no longer knows."""

import urllib.request
from contextlib import ExitStack
from pathlib import Path

from tests.fanout_proxy import Proxy, proxy
from tests.load.crowd import Crowd
from tests.load.protocols import EventSource

SUBSCRIBERS, SECONDS = 50, 60
LAST_EVENTS = ("1500000000:0", "1999999999:0", "not an id", "")
CRASH = "exited on signal"


def _publish(nginx: Proxy, text: str) -> None:
    request = urllib.request.Request(nginx.publish_address, data=f'{{"x": "{text}"}}'.encode())  # noqa: S310
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        assert answer.status in (201, 202)


def test_subscribers_come_back_and_get_the_newest_message(tmp_path: Path) -> None:
    """Whatever the id of the last event that they had: of the past, of the future, none at all."""
    with proxy(tmp_path, site_port=1, files=8 * SUBSCRIBERS) as nginx, ExitStack() as stack:
        crowds = [
            stack.enter_context(Crowd(EventSource(nginx.port, 0.2, last_event=event), processes=1))
            for event in LAST_EVENTS
        ]

        def all_get(message: str) -> None:
            for crowd in crowds:
                crowd.wait(lambda status: status.connected == SUBSCRIBERS, SECONDS)
                crowd.expect(message.encode())
            _publish(nginx, message)
            for crowd in crowds:
                crowd.wait(lambda status: status.matched == SUBSCRIBERS, SECONDS)

        for crowd in crowds:
            crowd.open(SUBSCRIBERS)
        # The channel is empty, as after every restart until the site publishes again.
        all_get("first")
        nginx.stop()
        nginx.start()
        all_get("second")
        assert [crowd.status().lost for crowd in crowds] == [SUBSCRIBERS] * len(crowds)
        assert CRASH not in (nginx.folder / "error.log").read_text()
