"""The page of investors: what is newest of every room, in each language, and what it says before anything is there."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import SecretStr

from starbond_site import content, features
from starbond_site.documents import snapshot
from starbond_site.documents.archive import Archive
from starbond_site.documents.public_view import FILINGS
from starbond_site.features.dividends import service as dividends
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.figures import service as figures
from starbond_site.features.general_meetings import service as meetings
from starbond_site.features.holders import service as holders
from starbond_site.features.shareholding import service as shareholding
from starbond_site.presentation import topics
from starbond_site.presentation.markup import investors
from starbond_site.presentation.topics import Fragments, first_page
from starbond_site.shared import local_time
from starbond_site.shared.categories import FigureName
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, archive_in, publish

pytestmark = [
    pytest.mark.company,
    pytest.mark.features("calendar", "dividends", "figures", "general_meetings", "holders", "results", "shareholding"),
]
SITES = [content.read(language) for language in ("en", "bn")]
HEADING = re.compile(r'<h2><a href="([^"]*)">')


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with archive_in(tmp_path / "data", holders_key=SecretStr("k" * 32)) as made:
        yield made


def whole(archive: Archive, language: str) -> str:
    site, now = next(site for site in SITES if site.language == language), snapshot.read(archive)
    return investors(site, now, first_page(now, FILINGS).documents, local_time.today(), is_whole=True)


def test_the_page_of_investors_leads_into_every_room_with_what_is_newest_there(archive: Archive) -> None:
    empty, before = whole(archive, "en"), snapshot.read(archive)
    assert SITES[0].interface.home.latest_empty in empty
    numbers = [publish(archive, "FinancialStatement", f"{name}.pdf", samples.pdf(name)).id for name in "ABCDEF"]
    given = figures.figures_of({FigureName("eps"): Decimal("1.17")}, period="year", period_end=date(2026, 6, 30))
    figures.enter(archive, numbers[0], given, WHO)
    dividends.enter(archive, Dividend(year_end=date(2026, 6, 30), cash=Decimal(14), record_date=date(2026, 8, 3)), WHO)
    months = shareholding.parse(b"month,sponsors,government,institutions,foreign,public\n2026-06,41.37,0,18,4,36.63")
    shareholding.import_all(archive, months, WHO, "test")
    day = local_time.today().replace(year=local_time.today().year + 1, day=1)
    holders.import_all(archive, holders.parse(b"1201234500000001"), WHO, "test")
    meetings.enter(archive, {"kind": "agm", "starts": f"{day} 10:30", "agenda": "Accounts", "place": "Dhaka"}, WHO)
    for site, values in zip(SITES, (("1.17", "1.40", "41.37"), ("১.১৭", "১.৪০", "৪১.৩৭")), strict=True):
        page = whole(archive, site.language)
        share = "/shareholding#share"
        rooms = ("/results", "/filings", "/calendar", "/dividends", "/shareholding", "/agm", share)
        assert HEADING.findall(page) == [site.address(room) for room in rooms]
        assert [value for value in values if value not in page] == []
        assert page.count(f'href="{site.address("/dividends#waiting-heading")}"') == 1
        shown = [number for number in numbers if f'{site.address(f"/documents/{number}")}"' in page]
        assert shown == [numbers[0], *numbers[1:]], "the newest five, and the statement of the results"
    # Open pages are told of each.
    assert topics.version(snapshot.read(archive), topics.INVESTORS) > topics.version(before, topics.INVESTORS)


def test_the_home_page_names_the_latest_filing_once(archive: Archive) -> None:
    notice, latest = (
        publish(archive, category, f"{category}.pdf", samples.pdf(category)).id
        for category in ("AllNotice", topics.LATEST_CATEGORY)
    )
    written = Fragments(lambda: archive, lambda: snapshot.read(archive))
    shown = {topic: written.newest(topic, "en").html for topic in (topics.LATEST, topics.INVESTORS_ON_HOME)}
    found = {topic: re.findall(r'href="/documents/(\d+)"', html) for topic, html in shown.items()}
    assert found == {topics.LATEST: [str(latest)], topics.INVESTORS_ON_HOME: [str(notice)]}


def test_a_room_whose_page_was_taken_out_is_not_led_into(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calendar goes on to show its rows."""
    day = local_time.today().replace(year=local_time.today().year + 1, day=1)
    meetings.enter(archive, {"kind": "agm", "starts": f"{day} 10:30", "agenda": "Accounts", "place": "Dhaka"}, WHO)
    assert "/agm" in HEADING.findall(whole(archive, "en"))
    monkeypatch.setattr(features, "offered", lambda: [each for each in features.FEATURES if each.page != "/agm"])
    found = HEADING.findall(whole(archive, "en"))
    assert ("/calendar" in found, "/agm" in found) == (True, False)
