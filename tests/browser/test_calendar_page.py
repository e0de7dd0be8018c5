"""The investor calendar: a date that is announced, moved and cancelled, on the page and in a subscribed calendar."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from icalendar import Calendar, Event
from playwright.sync_api import BrowserContext, Locator, Page, expect

from starbond_site import content
from starbond_site.components.link import localized
from starbond_site.content import Site
from tests.browser.test_accessibility import RULES
from tests.serving import Server, build, serving

SITES = [content.read(language) for language in content.LANGUAGES]
LIVE_MS = 5_000
TITLES = {"en": "Visit of the factory", "bn": "কারখানা পরিদর্শন"}


@pytest.fixture(scope="module")
def dates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a site to which the tests announce dates."""
    build()
    with serving(tmp_path_factory.mktemp("dates")) as server:
        yield server


@pytest.fixture(params=SITES, ids=lambda site: site.language)
def words(request: pytest.FixtureRequest) -> Site:
    return request.param


@pytest.fixture
def page(visitor: Callable[..., BrowserContext], dates: Server) -> Page:
    return visitor(base_url=dates.url).new_page()


def address(words: Site) -> str:
    return localized("/calendar", words.language)


def announce(dates: Server, day: str, *options: str) -> str:
    """Announce a date and return its id."""
    titles = ("--title", TITLES["en"], "--title-bn", TITLES["bn"])
    return dates.admin("calendar", "add", "other", day, *titles, *options).split()[1]


def entry(page: Page, words: Site, number: str) -> Locator:
    """Return the entry of a date."""
    title = page.get_by_role("heading", name=TITLES[words.language])
    return page.get_by_role("listitem").filter(has=title).and_(page.locator(f"#date-{number}"))


def subscribed(page: Page, words: Site, number: str) -> Event:
    """Return a date as a calendar program gets it that asks again."""
    response = page.request.get(f"{address(words)}.ics")
    assert response.status == 200
    assert response.headers["content-type"].startswith("text/calendar")
    suffix = f"{address(words)}#date-{number}"
    return next(event for event in Calendar.from_ical(response.body()).events if str(event["URL"]).endswith(suffix))


def test_announced_date_is_live_moves_and_is_cancelled(page: Page, dates: Server, words: Site) -> None:
    page.goto(address(words))
    expect(page.get_by_role("heading", name=words.interface.calendar.coming)).to_be_visible()

    number = announce(dates, "2031-05-04", "--from", "10:30")
    expect(entry(page, words, number)).to_be_visible(timeout=LIVE_MS)
    before = subscribed(page, words, number)

    dates.admin("calendar", "change", number, "--day", "2031-05-06")
    expect(entry(page, words, number).get_by_role("time")).to_have_attribute("datetime", "2031-05-06T10:30+06:00")
    dates.admin("calendar", "cancel", number)
    expect(entry(page, words, number)).to_contain_text(words.interface.calendar.cancelled, timeout=LIVE_MS)

    after = subscribed(page, words, number)
    assert (after["UID"], after["STATUS"]) == (before["UID"], "CANCELLED")
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 2)
    assert str(after["SUMMARY"]) == TITLES[words.language]


def test_page_is_complete_without_scripts_and_each_date_has_its_file(
    visitor: Callable[..., BrowserContext], dates: Server, words: Site
) -> None:
    page = visitor(base_url=dates.url, java_script_enabled=False).new_page()
    page.goto(address(words))
    labels = words.interface.calendar
    expect(page.get_by_role("heading", name=labels.past)).to_be_visible()
    for sample in words.calendar.dates:
        title = sample.title or words.calendar.kind(sample.kind).title
        item = page.locator(f"#date-{sample.id}")
        expect(item).to_contain_text(labels.sample_note)
        file = item.get_by_role("link", name=labels.file)
        response = page.request.get(file.get_attribute("href") or "")
        (event,) = Calendar.from_ical(response.body()).events
        assert str(event["SUMMARY"]) == f"{title} ({labels.sample})"


def test_button_subscribes_to_the_calendar_of_the_language(page: Page, words: Site) -> None:
    page.goto(address(words))
    link = page.get_by_role("link", name=words.interface.calendar.subscribe)
    href = link.get_attribute("href") or ""

    assert href.startswith("webcal://")
    assert href.endswith(f"{address(words)}.ics")
    with page.expect_download() as download:
        page.get_by_role("link", name=words.interface.calendar.whole).click()
    assert Calendar.from_ical(download.value.path().read_bytes()).events


def test_menu_leads_to_the_calendar(page: Page, words: Site) -> None:
    page.goto(localized("/", words.language))
    menu = page.get_by_role("navigation", name=words.interface.header.navigation_label)
    menu.get_by_text(words.navigation[1].title, exact=True).first.click()
    label = next(link.label for link in words.navigation[1].links if link.path == "/calendar")
    menu.get_by_role("link", name=label).click()
    expect(page.get_by_role("heading", level=1, name=words.page("/calendar").title)).to_be_visible()


def test_calendar_with_dates_of_all_kinds_is_accessible(page: Page, words: Site) -> None:
    page.goto(address(words))
    expect(page.get_by_role("heading", name=words.interface.calendar.coming)).to_be_visible()

    assert Axe().run(page, options=RULES).response["violations"] == []


def test_unknown_file_gets_the_page_that_helps(page: Page, words: Site) -> None:
    response = page.goto(localized("/calendar/nothing.ics", words.language))

    assert response
    assert response.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text(words.interface.not_found.heading)
