"""Dividends: what the page, the chart, the calendar and programs show of them, and which days are refused."""

import re
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import htpy as h
import pytest
from factories import html_of
from whole_site import Site, visible

from starbond_site import content
from starbond_site.documents import snapshot
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.features.calendar.topic import events
from starbond_site.features.dividends import service, topic
from starbond_site.features.dividends.service import FINAL, Dividend
from starbond_site.presentation import payloads, topics
from starbond_site.presentation.numbers import decimal
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS
from tests.unit.documents.publishing import outcome
from tests.unit.presentation.samples import values

pytestmark = pytest.mark.features("dividends")

SITES = [content.read(language) for language in content.LANGUAGES]
YEAR = Dividend(
    year_end=date(2025, 6, 30), cash=Decimal("12.5"), stock=Decimal(5), record_date=date(2025, 11, 20),
    meeting=date(2025, 12, 20), unclaimed=Decimal("1234567.80"),
)  # fmt: skip
INTERIM = Dividend(
    year_end=date(2025, 6, 30), kind="interim-1", cash=Decimal("2.25"), declared_on=date(2025, 1, 28),
    record_date=date(2025, 2, 20), paid_on=date(2025, 3, 9),
)  # fmt: skip


def test_a_dividend_has_its_amount_per_share_and_the_day_of_the_fund(archive: Archive) -> None:
    before = snapshot.read(archive)
    service.enter(archive, YEAR, COMMAND_LINE)
    assert [row.model_dump(exclude={"changed_at"}) for row in archive.read(service.read)] == [
        YEAR.model_dump(exclude={"changed_at"})
    ]
    after = snapshot.refreshed(archive, before, [DIVIDENDS])
    # An open page is told, and asks for the whole.
    assert payloads.update(before, after, DIVIDENDS, lambda *_: "") == {"version": topics.version(after, DIVIDENDS)}
    assert topics.version(after, DIVIDENDS) > topics.version(before, DIVIDENDS)
    for language, *shown in (("en", "1.25", "20 December 2028", "1,234,567.80"), ("bn", "১.২৫", "২০", "১২,৩৪,৫৬৭.৮০")):
        site = content.read(language)
        page = html_of(site, DIVIDENDS, archive.read(service.read))
        assert [text for text in shown if text not in page] == [], site.language
        assert ("<form" in page, page.count("<svg")) == (False, 1)
        assert html_of(site, DIVIDENDS, ()).count(site.interface.dividends.empty) == 1
    assert SITES[0].dividends.fund_day(date(2024, 2, 29)) == date(2027, 3, 1)


@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_every_value_of_a_dividend_stands_beside_its_name(site: content.Site) -> None:
    """On its page and on that of investors; each is another one."""
    days: dict[str, Any] = {"declared_on": date(2025, 10, 28), "paid_on": date(2026, 1, 12)}
    made = Dividend(**YEAR.model_dump() | days)
    words, named = site.interface.dividends, {name: site.long_date(getattr(made, name)) for name in service.DAYS}
    told = {getattr(words, name): day for name, day in named.items()} | {
        words.cash: site.digits("12.5\xa0%"), words.stock: site.digits("5\xa0%"), words.per_share: site.digits("1.25"),
        words.kind: made.name(site), words.fund_day: site.long_date(date(2028, 12, 20)),
        words.amount.format(unit=site.company.currency_name): decimal(site, made.unclaimed or Decimal(0), 2),
    }  # fmt: skip
    page = html_of(site, DIVIDENDS, (made,))
    found = replace(snapshot.EMPTY, tables={DIVIDENDS: snapshot.Rows(1, (made,))})
    page += str(h.fragment[[part.content for part in topic.newest(site, found, local_time.today())]])
    shown = values(page)
    assert [(name, value) for name, value in shown if not value.startswith(told[name])] == []
    assert {name for name, _ in shown} == {*told}
    for name, beside in ((words.paid_on, named["paid_on"]), (words.stock, told[words.stock])):
        assert f"<small>{name}: {beside}</small>" in page


@pytest.mark.parametrize("paid_on", [None, date(2025, 12, 28)])
def test_a_payment_is_named_where_there_is_one(paid_on: date | None) -> None:
    made = Dividend(year_end=date(2025, 6, 30), cash=Decimal(5), record_date=date(2025, 11, 20), paid_on=paid_on)
    page = html_of(SITES[0], DIVIDENDS, (made,))
    assert (f"{SITES[0].interface.dividends.paid_on}: " in page) is bool(paid_on)


@pytest.mark.parametrize(("days", "is_over"), [(0, True), (1, False)])
def test_a_year_is_over_on_its_last_day(days: int, is_over: bool) -> None:
    end = local_time.today() + timedelta(days=days)
    made = Dividend(year_end=end, kind="interim-1", cash=Decimal(5), record_date=end - timedelta(days=90))
    assert ("<svg" in html_of(SITES[0], DIVIDENDS, (made,))) is is_over


@pytest.mark.parametrize("name", service.DAYS)
@pytest.mark.parametrize(("kind", "first"), [(FINAL, 1), ("interim-1", -365)])
def test_days_lie_in_the_year_or_in_the_ten_years_behind_it(archive: Archive, kind: str, first: int, name: str) -> None:
    """A year that ends with a February has 366 days; a final dividend waits for its end."""
    end = date(2024, 2, 29)
    for days, is_entered in ((first - 1, False), (first, True), (3653, True), (3654, False)):
        given: dict[str, Any] = {"record_date": end + timedelta(days=99), name: end + timedelta(days=days)}
        made = Dividend(year_end=end, kind=kind, cash=Decimal(5), **given)
        assert outcome(service.enter, archive, made, COMMAND_LINE) == (None if is_entered else "calendar_range"), days


def test_the_chart_has_the_newest_five_years_from_left_to_right_each_with_its_amount() -> None:
    years = range(2025, 2018, -1)
    made = [
        Dividend(year_end=date(year, 6, 30), cash=Decimal(year - 2000), record_date=date(year, 11, 20))
        for year in years
    ]
    shown = re.findall(r'<text class="chart__(?:value|name)"[^>]*>([^<]*)', html_of(SITES[0], DIVIDENDS, tuple(made)))
    assert shown == [text for year in range(2021, 2026) for text in (f"{(year - 2000) / 10:.2f}", f"{year}")]


def test_the_chart_leaves_out_a_year_that_is_not_over() -> None:
    """Its final dividend is still to come."""
    year = local_time.today().year + 1
    running = Dividend(year_end=date(year, 6, 30), kind="interim-1", cash=Decimal(5), record_date=date(year, 1, 20))
    assert "<svg" not in html_of(SITES[0], DIVIDENDS, (running,))
    page = html_of(SITES[0], DIVIDENDS, (running, YEAR))
    shown = [each for each in (year, YEAR.year_end.year) if f">{each}</text>" in page]
    assert shown == [YEAR.year_end.year]


@pytest.mark.parametrize(("days", "meeting", "remarks"), [(0, 1, []), (1, 2, ["closed"]), (0, -1, ["late"])])
def test_a_record_date_that_may_be_a_slip_is_remarked_and_taken(
    archive: Archive, days: int, meeting: int, remarks: list[str]
) -> None:
    """A Thursday, and the Friday after it, before and after the meeting."""
    end, thursday = local_time.today() - timedelta(days=90), local_time.today() + timedelta(days=7)
    while f"{thursday:%A}" != "Thursday" or SITES[0].calendar.is_closed(thursday):
        thursday += timedelta(days=1)
    day = thursday + timedelta(days=days)
    made = Dividend(year_end=end, cash=Decimal(5), record_date=day, meeting=thursday + timedelta(days=meeting))
    service.enter(archive, made, COMMAND_LINE)
    words, page = SITES[0].interface, visible(Site(archive).get("/desk/dividends"))
    said = {"closed": words.desk_calendar.closed, "late": words.dividends.record_late}
    named = SITES[0].long_date(day)
    assert [name for name, text in said.items() if text.format(date=named) in page] == remarks


def test_percentages_of_a_column_have_equally_many_decimals(archive: Archive) -> None:
    old = Dividend(year_end=date(2024, 6, 30), cash=Decimal(10), stock=Decimal("5.00"), record_date=date(2024, 11, 20))
    service.enter(archive, YEAR, COMMAND_LINE)
    service.enter(archive, old, COMMAND_LINE)
    shown = (html_of(SITES[0], DIVIDENDS, archive.read(service.read)), Site(archive).get("/desk/dividends").text)
    tables = [page.partition("<table")[2] for page in shown]
    assert [re.findall(r">([\d.]+)\s%<", table) for table in tables] == [["12.5", "5", "10.0", "5"]] * 2


def test_cash_per_share_is_shown_with_all_its_digits(archive: Archive) -> None:
    """7.25 % of a face value of 10 taka is 0.725."""
    for year, cash in ((2024, "12.5"), (2025, "7.25")):
        made = Dividend(year_end=date(year, 6, 30), cash=Decimal(cash), record_date=date(year, 11, 20))
        service.enter(archive, made, COMMAND_LINE)
    for site in SITES:
        page, amounts = html_of(site, DIVIDENDS, archive.read(service.read)), ("0.725", "1.250")
        for amount in (site.digits(amount) for amount in amounts):
            assert (page.count(f">{amount}</div></td>"), page.count(f">{amount}</text>")) == (1, 1), (
                site.language,
                amount,
            )


def test_a_year_has_interim_and_final_dividends_above_their_total(archive: Archive) -> None:
    """2.25 and 12.5 per cent of a face value of 10 taka are 1.475; the stock dividend of another year has no amount."""
    stock = Dividend(year_end=date(2024, 6, 30), stock=Decimal(5), record_date=date(2024, 11, 20))
    for row in (YEAR, INTERIM, stock):
        service.enter(archive, row, COMMAND_LINE)
    found = archive.read(service.read)
    for site in SITES:
        words = site.interface.dividends
        shown = [
            [re.sub("<[^>]*>", "", str(cell)) for cell in row[1:5]] for row in topic.rows(site, found, has_totals=True)
        ]
        told = [
            [words.kinds["final"], "12.50\xa0%", "5\xa0%", "1.250"],
            [words.kinds["interim"].format(number=1), "2.25\xa0%", "–", "0.225"],
            [words.total, "14.75\xa0%", "5\xa0%", "1.475"],
            [words.kinds["final"], "–", "5\xa0%", "–"],
        ]
        assert shown == [[site.digits(text) for text in row] for row in told], site.language
        assert site.digits(">1.475</text>") in html_of(site, DIVIDENDS, found)


@pytest.mark.features("calendar")
@pytest.mark.parametrize("site", SITES, ids=content.LANGUAGES)
def test_the_calendar_has_the_days_of_an_interim_dividend_by_its_name(archive: Archive, site: content.Site) -> None:
    service.enter(archive, INTERIM, COMMAND_LINE)
    found = [event for event in events(site, snapshot.read(archive)) if "interim" in event.id]
    assert [event.day for event in found] == [INTERIM.record_date, INTERIM.paid_on]
    assert all(site.digits(INTERIM.name(site)) in event.title for event in found)


def test_programs_read_what_was_entered(archive: Archive) -> None:
    service.enter(archive, YEAR, COMMAND_LINE)
    site = Site(archive)
    assert site.get("/api/dividends").json == {
        "dividends": [
            {
                "year_end": "2025-06-30", "cash_percent": "12.5", "stock_percent": "5", "per_share": "1.250",
                "record_date": "2025-11-20", "meeting": "2025-12-20", "paid_on": None, "unclaimed": "1234567.80",
                "fund_day": "2028-12-20", "kind": "final", "declared_on": None,
            }
        ]
    }  # fmt: skip
    assert '"2025-06-30","12.5"' in site.get("/api/dividends.csv").text
