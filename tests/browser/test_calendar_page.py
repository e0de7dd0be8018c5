"""The investor calendar: a date that is announced, moved and cancelled, on the page and in a subscribed calendar."""

from icalendar import Calendar, Event
from playwright.sync_api import Locator, Page, expect

from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.serving import Server

LIVE_MS = 5_000
TITLES = {"en": "Visit of the factory", "bn": "কারখানা পরিদর্শন"}


def address(words: Site) -> str:
    return localized("/calendar", words.language)


def announce(site: Server, day: str, *options: str) -> str:
    titles = ("--title", TITLES["en"], "--title-bn", TITLES["bn"])
    return site.admin("calendar", "add", "other", day, *titles, *options).split()[1]


def entry(page: Page, words: Site, number: str) -> Locator:
    title = page.get_by_role("heading", name=TITLES[words.language])
    return page.get_by_role("listitem").filter(has=title).and_(page.locator(f"#date-{number}"))


def subscribed(page: Page, words: Site, number: str) -> Event:
    """Return a date as a calendar program gets it that asks again."""
    response = page.request.get(f"{address(words)}.ics")
    assert response.status == 200
    assert response.headers["content-type"].startswith("text/calendar")
    suffix = f"{address(words)}#date-{number}"
    return next(event for event in Calendar.from_ical(response.body()).events if str(event["URL"]).endswith(suffix))


def test_announced_date_is_live_moves_and_is_cancelled(page: Page, site: Server, words: Site) -> None:
    page.goto(address(words))
    expect(page.get_by_role("heading", name=words.interface.calendar.coming)).to_be_visible()

    number = announce(site, "2031-05-04", "--from", "10:30")
    expect(entry(page, words, number)).to_be_visible(timeout=LIVE_MS)
    before = subscribed(page, words, number)

    site.admin("calendar", "change", number, "--day", "2031-05-06")
    expect(entry(page, words, number).get_by_role("time")).to_have_attribute("datetime", "2031-05-06T10:30+06:00")
    site.admin("calendar", "cancel", number)
    expect(entry(page, words, number)).to_contain_text(words.interface.calendar.cancelled, timeout=LIVE_MS)

    after = subscribed(page, words, number)
    assert (after["UID"], after["STATUS"]) == (before["UID"], "CANCELLED")
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 2)
    assert str(after["SUMMARY"]) == TITLES[words.language]
