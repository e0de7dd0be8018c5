"""Results: what is joined into the row of a period, by which rule, and what of it stands on the home page."""

import re
from datetime import date, timedelta
from decimal import Decimal

import pytest

from starbond_site import content, features
from starbond_site.documents import corrections, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.features.calendar import service as calendar
from starbond_site.features.figures import service as figures
from starbond_site.features.results import topic
from starbond_site.presentation import topics
from starbond_site.presentation.markup import investors
from starbond_site.shared.categories import RESULTS, EventKind, FigureName
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish
from tests.unit.presentation.samples import values

pytestmark = pytest.mark.features("results", "calendar", "figures")

SITES = [content.read(language) for language in content.LANGUAGES]
TOLD, STATEMENT = "PriceSensitiveInformation", "FinancialStatement"
END = date(2026, 9, 30)
LATIN = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")


def published(archive: Archive, category: str, day: date) -> int:
    return publish(archive, category, f"{category}.pdf", samples.GOOD["report.pdf"] + f"%{day}\n".encode(), day).id


def reported(archive: Archive, day: date, end: date, eps: str, *, restated: bool = False) -> int:
    number = published(archive, STATEMENT, day)
    values = {FigureName("eps"): Decimal(eps)}
    given = figures.figures_of(values, period="quarter", period_end=end, restated=restated)
    figures.enter(archive, number, given, WHO)
    return number


@pytest.fixture
def numbers(archive: Archive) -> dict[str, int]:
    """Publish a statement, one that restates it, that of the year before, and what was told before them and after."""
    published(archive, TOLD, date(2026, 11, 3))
    told = published(archive, TOLD, date(2026, 11, 4))
    reported(archive, date(2025, 11, 12), END.replace(year=2025), "1.00")
    statement = reported(archive, date(2026, 11, 11), END, "1.10")
    published(archive, TOLD, date(2026, 11, 12))
    restating = reported(archive, date(2026, 11, 20), END, "1.15", restated=True)
    return {"told": told, "statement": statement, "restating": restating}


@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_without_a_statement_the_page_says_that_there_is_none(archive: Archive, site: content.Site) -> None:
    empty = f'<p class="document-list__empty">{site.interface.results.empty}</p>'
    assert topic.html(site, snapshot.read(archive)) == empty


def test_a_period_has_what_was_published_near_its_statement(archive: Archive, numbers: dict[str, int]) -> None:
    newest, older = snapshot.read(archive).rows(RESULTS)
    found = {"told": newest.price_sensitive.id, "statement": newest.statement.id, "restating": newest.restating.id}
    assert (newest.end, found) == (END, numbers)
    assert (older.end.year, older.price_sensitive, older.restating) == (2025, None, None)


def test_what_is_told_nearer_to_the_statement_takes_its_place_on_open_pages(
    archive: Archive, numbers: dict[str, int]
) -> None:
    before, later = snapshot.read(archive), published(archive, TOLD, date(2026, 11, 11))
    after = snapshot.refreshed(archive, before, [TOLD])
    assert numbers["told"] < after.rows(RESULTS)[0].price_sensitive.id == later
    assert topics.version(after, RESULTS) > topics.version(before, RESULTS)


@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_a_period_shows_the_restated_value_its_change_and_its_documents(
    archive: Archive, numbers: dict[str, int], site: content.Site
) -> None:
    page = topic.html(site, snapshot.read(archive))
    own = site.address(f"/documents/{numbers['told']}")
    assert [text for text in ("15.0", site.interface.figures.restated, own) if text not in page.translate(LATIN)] == []
    assert page.translate(LATIN).index("1.15") < page.index("/documents/"), "a phone shows figures beside the period"
    days, words = [site.long_date(date(2026, 11, day)) for day in (4, 11, 20)], site.interface.figures
    newest = dict(values(page)[::-1])
    assert newest[site.title_of(TOLD)] == days[0]
    assert newest[words.statement] == f"{days[1]}{words.restated}: {days[2]}"
    # Days repeat: a screen reader hears of which period a document is.
    links = re.findall(r'<a href="[^"]*/documents/[0-9]+"([^>]*)>', page)
    assert "" not in links
    assert len(set(links)) == len(links) == 4
    assert site.figures.kind("nav").short not in page, "nobody entered another figure"


@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_investors_and_programs_get_the_restated_value_with_its_document(
    archive: Archive, numbers: dict[str, int], site: content.Site
) -> None:
    path = site.address(f"/documents/{numbers['restating']}")
    text = topic.table(site, snapshot.read(archive)).translate(LATIN)
    assert re.search(rf"^\| .*1.15 .*://[^/]+{path}.md\) \|$", text, re.MULTILINE)
    block = investors(site, snapshot.read(archive), (), date(2026, 11, 26))
    assert ("<strong>1.15</strong>" in block.translate(LATIN), path in block) == (True, True)
    assert site.figures.kind("eps").title not in block


def test_without_its_statement_a_period_is_that_of_the_one_that_restates_it(
    archive: Archive, numbers: dict[str, int]
) -> None:
    corrections.withdraw(archive, numbers["statement"], WHO)
    assert snapshot.read(archive).rows(RESULTS)[0].statement.id == numbers["restating"]


@pytest.mark.parametrize("days", [-8, -7, 0, 1, 7, 8])
def test_papers_of_the_week_before_a_statement_and_dates_of_the_week_around_it_belong_to_it(
    archive: Archive, days: int
) -> None:
    statement = date(2026, 11, 11)
    reported(archive, statement, END, "1.10")
    day = statement + timedelta(days=days)
    published(archive, TOLD, day)
    calendar.enter(archive, {"kind": EventKind("results"), "day": day, "title": "Call with investors"}, WHO)
    found = snapshot.read(archive)
    assert (found.rows(RESULTS)[0].price_sensitive is not None) is (-7 <= days <= 0)
    assert ("Call with investors" in topic.html(SITES[0], found)) is (-7 <= days <= 7)


def test_whatever_changes_a_date_changes_the_results_that_name_it() -> None:
    assert set(features.CALENDAR.sources) <= set(features.RESULTS.sources)


def test_the_nearest_date_about_results_stands_beside_a_statement(archive: Archive) -> None:
    reported(archive, date(2026, 11, 11), END, "1.10")
    site = SITES[0]
    announced = [
        calendar.enter(archive, {"kind": EventKind(kind), "day": date(2026, 11, day), "title": f"On {day}"}, WHO)
        for kind, day in (("board-meeting", 3), ("record-date", 11), ("results", 15), ("board-meeting", 10))
    ]
    for shown in ("On 10", "On 15"):
        page = topic.html(site, snapshot.read(archive))
        titles = ("On 3", "On 10", "On 11", "On 15")
        assert [title for title in titles if title in page] == [shown]
        if shown == "On 10":
            calendar.cancel(archive, announced[-1].id, WHO)
