"""Open or closed now: the hours as data say what the hours as text say, and the browser reads them in Dhaka."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from starbond_site import content
from starbond_site.content.company import WEEKDAYS
from tests.unit import javascript

SITES = [content.read(language) for language in content.LANGUAGES]
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
MOMENTS = [
    ("2026-11-22T09:00", "open until six"),  # A Sunday.
    ("2026-11-22T08:59", "opens today at nine"),
    ("2026-11-22T17:59", "open until six"),
    ("2026-11-22T18:00", "opens Monday at nine"),
    ("2026-11-26T18:00", "opens Sunday at nine"),  # A Thursday.
    ("2026-11-27T12:00", "opens Sunday at nine"),
    ("2026-11-28T23:59", "opens Sunday at nine"),
    ("2026-11-22T00:00", "opens today at nine"),
]


@pytest.mark.parametrize(("moment", "text"), MOMENTS)
def test_open_and_closed(moment: str, text: str) -> None:
    local = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo("Asia/Dhaka"))
    # The component adds the six hours of Dhaka to minutes of UTC.
    minutes = int(local.astimezone(UTC).timestamp()) // 60 + 360
    said = javascript.run("open_now/open_now.jsx", "functions.openingAt(given[0], given[1])", [minutes, OPENING])
    assert said["text"] == text
    assert said["isOpen"] == text.startswith("open ")


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.language)
def test_data_and_text_agree(site: content.Site) -> None:
    for office in site.company.offices:
        opening = office.opening
        assert opening
        assert f"{opening.opens} - {opening.closes}" in office.hours
        if site.language == "en":
            first, last = opening.days[0].title(), opening.days[-1].title()
            assert office.hours.startswith(f"{first} to {last}")
