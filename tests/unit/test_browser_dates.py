"""What browsers make of the company's time zone is what the server makes of it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from starbond_site import content, local_time
from starbond_site.components.react.dates import dates
from starbond_site.content.formats import long_date
from tests.unit import javascript

MOMENTS = [
    "2026-10-25T00:59:59+00:00",
    "2026-10-25T01:00:00+00:00",
    "2027-03-28T00:59:59+00:00",
    "2027-03-28T01:00:00+00:00",
    "2026-07-31T22:30:00+00:00",
    "2026-12-31T18:00:00+00:00",
    "2026-12-31T23:30:00+00:00",
]


def test_clocks_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["Asia/Dhaka", "Europe/Dublin", "Europe/Berlin", "America/New_York"]:
        monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
        moments = [datetime.fromisoformat(moment) for moment in MOMENTS]
        milliseconds = [moment.timestamp() * 1000 for moment in moments]
        call = "given[0].map((moment) => functions.clockAt(moment, given[1]).toISOString().slice(0, 19))"
        shown = javascript.run("dates.jsx", call, [milliseconds, local_time.in_browser()])
        assert shown == [f"{local_time.in_local_time(moment):%Y-%m-%dT%H:%M:%S}" for moment in moments], name


def test_days_are_written_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["Asia/Dhaka", "Europe/Dublin"]:
        for site in [content.read(language) for language in content.LANGUAGES]:
            monkeypatch.setattr(local_time, "ZONE", ZoneInfo(name))
            moments = [datetime.fromisoformat(moment) for moment in MOMENTS]
            call = "given[0].map((moment) => functions.longDate(moment, given[1]))"
            shown = javascript.run("dates.jsx", call, [[moment.timestamp() * 1000 for moment in moments], dates(site)])
            assert shown == [long_date(moment, site.interface.dates) for moment in moments], (name, site.language)
