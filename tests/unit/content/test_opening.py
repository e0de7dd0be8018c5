"""Open or closed now: the hours as data say what the hours as text say, and the browser reads them in Dhaka."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from starbond_site import content
from starbond_site.content.company import WEEKDAYS
from tests.unit import javascript

OPENING = {
    "days": [0, 1, 2, 3, 4],
    "first": 540,
    "last": 1080,
    "words": {
        "open": "open until {time}",
        "closed": "opens {day} at {time}",
        "today": "today",
        "weekdays": [day.title() for day in WEEKDAYS],
        "opens": "nine",
        "closes": "six",
    },
}
MOMENTS = {
    "2026-11-22T09:00": "open until six",  # A Sunday.
    "2026-11-22T08:59": "opens today at nine",
    "2026-11-22T17:59": "open until six",
    "2026-11-22T18:00": "opens Monday at nine",
    "2026-11-26T18:00": "opens Sunday at nine",  # A Thursday.
    "2026-11-27T12:00": "opens Sunday at nine",
    "2026-11-28T23:59": "opens Sunday at nine",
    "2026-11-22T00:00": "opens today at nine",
}


def test_open_and_closed() -> None:
    # The component adds the six hours of Dhaka to minutes of UTC.
    local = [datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo("Asia/Dhaka")) for moment in MOMENTS]
    minutes = [int(moment.astimezone(UTC).timestamp()) // 60 + 360 for moment in local]
    code = "given[0].map((minutes) => functions.openingAt(minutes, given[1]))"
    said = javascript.run("open_now/open_now.jsx", code, [minutes, OPENING])
    assert dict(zip(MOMENTS, (one["text"] for one in said), strict=True)) == MOMENTS
    assert all(one["isOpen"] == one["text"].startswith("open ") for one in said)


def test_data_and_text_agree() -> None:
    for language in content.LANGUAGES:
        for office in content.read(language).company.offices:
            opening = office.opening
            assert opening
            assert f"{opening.opens} - {opening.closes}" in office.hours
            if language == "en":
                assert office.hours.startswith(f"{opening.days[0].title()} to {opening.days[-1].title()}")
