"""Results: what is joined into the row of a period, by which rule, and what of it stands on the home page."""

import re
from datetime import date, timedelta
from decimal import Decimal

import pytest

from starbond_site import content, features
from starbond_site.content.addresses import localized
from starbond_site.documents import corrections, snapshot
from starbond_site.documents.archive import Archive
from starbond_site.features.calendar import service as calendar
from starbond_site.features.figures import service as figures
from starbond_site.features.results import routes, topic
from starbond_site.presentation import topics
from starbond_site.presentation.markup import investors
from starbond_site.shared.categories import RESULTS, EventKind, FigureName
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish

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


def test_a_period_has_what_was_published_near_its_statement(archive: Archive) -> None:
    before = snapshot.read(archive)
    for site in SITES:
        assert topic.html(site, before) == f'<p class="document-list__empty">{site.interface.results.empty}</p>'
    published(archive, TOLD, date(2026, 11, 3))
    first = published(archive, TOLD, date(2026, 11, 4))
    reported(archive, date(2025, 11, 12), END.replace(year=2025), "1.00")
    statement = reported(archive, date(2026, 11, 11), END, "1.10")
    published(archive, TOLD, date(2026, 11, 12))
    # It repeats the period, restated: the row has its value, and both statements.
    restating = reported(archive, date(2026, 11, 20), END, "1.15", restated=True)
    newest, older = snapshot.read(archive).rows(RESULTS)
    assert (newest.end, newest.statement.id, newest.price_sensitive.id) == (END, statement, first)
    assert [row.restating and row.restating.id for row in (newest, older)] == [restating, None]
    assert (older.end.year, older.price_sensitive) == (2025, None)
    for site in SITES:
        text = routes.table(site, snapshot.read(archive))
        page = localized(f"/documents/{restating}", site.language)
        assert re.search(rf"^\| .*1.15 .*://[^/]+{page}.md\) \|$", text.translate(LATIN), re.MULTILINE)
    later = published(archive, TOLD, date(2026, 11, 11))
    after = snapshot.refreshed(archive, snapshot.read(archive), [TOLD])
    assert after.rows(RESULTS)[0].price_sensitive.id == later
    # An open page is told.
    assert topics.version(after, RESULTS) > topics.version(before, RESULTS)
    for language, value, change in (("en", "1.15", "15.0"), ("bn", "১.১৫", "১৫.০")):
        site = content.read(language)
        page = topic.html(site, after)
        for text in (value, change, site.interface.figures.restated, localized(f"/documents/{later}", site.language)):
            assert text in page, (site.language, text)
        assert page.index(value) < page.index("/documents/"), "figures first, which a phone shows beside the period"
        # Days repeat: a screen reader hears of which period a document is.
        links = re.findall(r'<a href="[^"]*/documents/[0-9]+"([^>]*)>', page)
        assert "" not in links
        assert len(set(links)) == len(links) == 4
        # Nobody entered another figure.
        assert site.figures.kind("nav").short not in page
        block = investors(site, after, (), date(2026, 11, 26))
        assert f"<strong>{value}</strong>" in block
        assert localized(f"/documents/{restating}", site.language) in block
        assert site.figures.kind("eps").title not in block
    corrections.withdraw(archive, statement, WHO)
    assert snapshot.read(archive).rows(RESULTS)[0].statement.day == date(2026, 11, 20)


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
