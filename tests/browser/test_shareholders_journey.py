"""Dividends, the private search, shareholding, meetings: what commands enter on open pages, and what a number gets."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from playwright.sync_api import expect

from starbond_site import local_time
from starbond_site.components.link import localized
from starbond_site.content.formats import digits, long_date
from starbond_site.presentation.numbers import decimal
from starbond_site.shareholding.service import parse
from tests.browser.axe import in_views
from tests.browser.conftest import PLAIN, Tab
from tests.browser.filing import publish
from tests.browser.languages import ENGLISH, SITES
from tests.serving import Server

LIVE_MS, NUMBER, STRANGER = 10_000, "1201 2345 6789 0123", "1201 2345 6789 0124"
MONTHS = "month,sponsors,government,institutions,foreign,public\n2025-10,30.25,0,21,5.5,43.25\n2025-09,30,0,20,6,44\n"


def test_a_dividend_appears_and_the_search_says_whom_to_call(tab: Tab, site: Server, tmp_path: Path) -> None:
    readers = [(words, tab()) for words in SITES]
    for words, page in readers:
        page.goto(localized("/dividends", words.language))
    site.admin("dividends", "set", "2025-06-30", "--cash", "12.5", "--record", "2025-11-20", "--unclaimed", "1234567.8")
    (tmp_path / "numbers.txt").write_text(f"{NUMBER}\nAB-00417\n", encoding="utf-8")
    site.admin("holders", "import", str(tmp_path / "numbers.txt"))
    for words, page in readers:
        year = words.interface.figures.periods["year"].format(date=long_date(date(2025, 6, 30), words.interface.dates))
        history = page.get_by_role("region", name=words.interface.dividends.history)
        expect(history.get_by_role("rowheader", name=year)).to_be_visible(timeout=LIVE_MS)
        expect(page.get_by_role("form", name=words.interface.dividends.search)).to_be_visible(timeout=LIVE_MS)
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
    for words, page in (*readers, (ENGLISH, tab(**PLAIN))):
        labels, contact = words.interface.dividends, words.dividends.contact
        for number, said in ((NUMBER, labels.waits), (STRANGER, labels.nothing_waits)):
            page.goto(localized("/dividends", words.language))
            form = page.get_by_role("form", name=labels.search)
            form.get_by_label(labels.number).fill(digits(number, words.interface.dates))
            form.get_by_role("button", name=labels.search_button).click()
            expect(page.get_by_role("status")).to_have_text(said)
            assert contact
            expect(page.locator(f"[href='tel:{contact.phone.dial}']")).to_have_text(contact.phone.shown)


def test_imported_months_appear_and_can_be_downloaded(tab: Tab, site: Server, tmp_path: Path) -> None:
    readers = [(words, tab()) for words in SITES]
    for words, page in readers:
        page.goto(localized("/shareholding", words.language))
    (tmp_path / "months.csv").write_text(MONTHS, encoding="utf-8")
    site.admin("shareholding", "import", str(tmp_path / "months.csv"))
    for words, page in readers:
        labels = words.interface.shareholding
        heads = page.get_by_role("region", name=labels.table).get_by_role("rowheader")
        expect(heads).to_have_text(digits("10/2025 09/2025", words.interface.dates).split(), timeout=LIVE_MS)
        expect(page.get_by_role("img", name=labels.picture)).to_be_visible()
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
        with page.expect_download() as download:
            page.get_by_role("link", name=labels.as_csv).click()
        assert parse(Path(download.value.path()).read_bytes()) == parse(MONTHS.encode())


def test_a_meeting_is_announced_and_its_results_follow_on_open_pages(tab: Tab, site: Server) -> None:
    readers = [(words, tab()) for words in SITES]
    for words, page in readers:
        page.goto(localized("/agm", words.language))
        expect(page.get_by_text(words.interface.meetings.sample)).to_be_visible()
    coming, past = (local_time.today() + timedelta(days=passed) for passed in (1, -1))
    agenda = ("agenda=Audited accounts | নিরীক্ষিত হিসাব", "agenda=Dividend | লভ্যাংশ")
    links = (f"record_date={past}", "vote=https://vote.example/1")
    site.admin("meetings", "set", "kind=agm", f"starts={coming} 10:30", *agenda, *links)
    for words, page in readers:
        meeting = page.get_by_role("article")
        vote = meeting.get_by_role("link", name=words.interface.meetings.labels["vote"])
        expect(vote).to_be_visible(timeout=LIVE_MS)
        left = meeting.get_by_role("timer").inner_text()
        expect(meeting.get_by_role("timer")).not_to_have_text(left)
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
    signed = publish(site, "AllNotice", "Signed")
    results = ("results=1200000 300 0", "results=1199000 1300 0", f"authenticated_at={past} 16:00", f"report={signed}")
    site.admin("meetings", "set", "--id", "1", f"starts={past} 10:30", *results)
    for words, page in (*readers, (ENGLISH, tab(**PLAIN))):
        labels = words.interface.meetings.labels
        if page is not readers[0][1]:
            page.goto(localized(f"/agm/{past.year}", words.language))
        table = page.get_by_role("region", name=labels["results"])
        expect(table.get_by_role("cell").first).to_have_text(decimal(words, Decimal(1_200_000), 0), timeout=LIVE_MS)
        expect(page.get_by_role("link", name=labels["vote"])).to_have_count(0)
        report = page.get_by_role("link", name=labels["report"])
        expect(report).to_have_attribute("href", localized(f"/documents/{signed}", words.language))
    assert [in_views(page, (390, "light")) for _, page in readers] == [[], []]


def test_results_appear_with_their_statement(tab: Tab, site: Server) -> None:
    readers = [(words, tab()) for words in SITES]
    for words, page in readers:
        page.goto(localized("/results", words.language))
    number = publish(site, "FinancialStatement", "Half year")
    site.admin("figures", "set", number, "--period", "half-year", "--ends", "2025-12-31", "--eps", "1.25")
    for words, page in readers:
        day = long_date(date(2025, 12, 31), words.interface.dates)
        row = page.get_by_role("row", name=words.interface.figures.periods["half-year"].format(date=day))
        expect(row.get_by_role("cell", name=decimal(words, Decimal("1.25"), 2))).to_be_visible(timeout=LIVE_MS)
        expect(row.locator(f"[href='{localized(f'/documents/{number}', words.language)}']")).to_be_visible()
        assert in_views(page, (390, "light"), (1440, "dark")) == [], words.language
