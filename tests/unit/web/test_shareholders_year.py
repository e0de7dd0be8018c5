"""A year of a shareholder, day by day: what is public, which mail comes, and how the company's duties stand."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from starbond_site import content
from starbond_site.documents import snapshot
from starbond_site.features.calendar.topic import events
from starbond_site.features.dividends import service as dividends
from starbond_site.features.dividends.service import Dividend
from starbond_site.features.duties.overview import PeriodState
from starbond_site.features.duties.service import DutyService
from starbond_site.features.figures import service as figures
from starbond_site.features.general_meetings import service as meetings
from starbond_site.presentation.topics import OF_FEATURES
from starbond_site.shared import local_time
from starbond_site.shared.categories import DIVIDENDS, MEETINGS, RESULTS, FigureName
from tests.unit.alert_desk import Desk, desk  # noqa: F401  fixture
from tests.unit.documents import samples
from tests.unit.documents.publishing import WHO, publish

pytestmark = pytest.mark.features("calendar", "dividends", "duties", "figures", "general_meetings")

SITE = content.read("en")
RECORD, MEETING, PAID = date(2026, 12, 3), date(2026, 12, 20), date(2027, 1, 12)
YEAR: dict[str, Any] = {
    "year_end": date(2026, 6, 30), "cash": Decimal("12.5"), "stock": Decimal(5), "record_date": RECORD,
    "meeting": MEETING,
}  # fmt: skip


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Set the clock of the site, in the company's time."""
    return lambda moment: monkeypatch.setattr(local_time, "now", lambda: local_time.parse(moment))


def test_a_year(desk: Desk, at: Callable[[str], None]) -> None:  # noqa: F811  pytest's way
    archive = desk.archive

    def released(*papers: tuple[str, str]) -> list[int]:
        """Publish documents, and see that one mail tells of all."""
        numbers = [
            publish(archive, listed, f"{name}.pdf", samples.GOOD["report.pdf"] + f"%{name}\n".encode()).id
            for listed, name in papers
        ]
        (told,) = desk.send()
        assert [name for _, name in papers if name not in told.get_content()] == []
        return numbers

    def page(topic: str) -> str:
        return OF_FEATURES[topic].hooks.html(SITE, snapshot.read(archive))

    def coming() -> list[str]:
        found = [event for event in events(SITE, snapshot.read(archive)) if event.id.startswith("general-meeting")]
        return [event.id for event in found if event.day >= local_time.today()]

    def duty(name: str, period: str = "") -> PeriodState:
        own = (status for status in DutyService(archive).overview() if status.duty.id == name)
        return next(status.state for status in own if period in ("", status.period_id))

    at("2026-11-25 09:00")
    words = SITE.interface.meetings
    desk.subscribe_and_confirm("holder@example.com", "AllNotice", "PriceSensitiveInformation", "FinancialStatement")

    # The notice.
    at("2026-11-25 11:00")
    (notice,) = released(("AllNotice", "Notice of the meeting"))
    number = meetings.enter(
        archive,
        {
            "kind": "agm", "starts": f"{MEETING} 10:30", "ends": f"{MEETING} 13:00", "record_date": f"{RECORD}",
            "agenda": "Accounts\nDividend", "join": "https://meet.example/1", "notice": f"{notice}",
        },
        WHO,
    ).id  # fmt: skip
    assert SITE.long_date(RECORD) in page(MEETINGS)
    assert f"/documents/{notice}" in page(MEETINGS)
    assert coming() == [f"general-meeting-{number}-record-date", f"general-meeting-{number}"]
    assert (duty("voting-results"), page(DIVIDENDS).count("<tr>")) == (PeriodState.COMING, 0)

    # The record date, and the day after it.
    at(f"{RECORD} 23:59")
    assert len(coming()) == 2
    at(f"{RECORD + timedelta(days=1)} 00:00")
    assert coming() == [f"general-meeting-{number}"]

    # The meeting, and its results within two days.
    at(f"{MEETING} 10:29")
    assert f">{words.running}" not in page(MEETINGS)
    for moment, is_running in (("10:30", True), ("13:00", False)):
        at(f"{MEETING} {moment}")
        shown = [text in page(MEETINGS) for text in (f">{words.running}", "https://meet.example/1")]
        assert shown == [is_running] * 2, moment
    at("2026-12-21 10:00")
    assert (duty("voting-results"), ">910</div>" in page(MEETINGS)) == (PeriodState.DUE, False)
    (report,) = released(("AllNotice", "Report of the scrutineer"))
    votes = {"results": "900 10 0\n910 0 0", "authenticated_at": f"{MEETING} 16:00", "report": f"{report}"}
    meetings.enter(archive, votes, WHO, number)
    dividends.enter(archive, Dividend(**YEAR), WHO)
    assert (duty("voting-results"), ">910</div>" in page(MEETINGS)) == (PeriodState.FULFILLED, True)
    shown = page(DIVIDENDS)
    assert ("1.25" in shown, SITE.long_date(PAID) in shown) == (True, False)

    # The payment.
    at(f"{PAID} 12:00")
    dividends.enter(archive, Dividend(**YEAR, paid_on=PAID), WHO)
    assert SITE.long_date(PAID) in page(DIVIDENDS)
    assert (desk.send(), SITE.interface.dividends.unclaimed in page(DIVIDENDS)) == ([], False)

    # Results of the half year.
    at("2027-01-28 16:00")
    assert (duty("later-quarters", "2026-12-31"), page(RESULTS).count("<tr>")) == (PeriodState.DUE, 0)
    told, statement = released(
        ("PriceSensitiveInformation", "Half-year results"), ("FinancialStatement", "Half-year statement")
    )
    values = {FigureName("eps"): Decimal("1.1")}
    given = figures.figures_of(values, period="half-year", period_end=date(2026, 12, 31))
    figures.enter(archive, statement, given, WHO)
    assert duty("later-quarters", "2026-12-31") is PeriodState.FULFILLED
    assert [number for number in (told, statement) if f"/documents/{number}" not in page(RESULTS)] == []

    # What nobody has claimed, and the day of the fund.
    at("2028-01-10 10:00")
    assert duty("unclaimed-dividend") is PeriodState.LATE
    dividends.enter(archive, Dividend(**YEAR, paid_on=PAID, unclaimed=Decimal(900)), WHO)
    released(("AllNotice", "Unclaimed dividend by year"))
    assert duty("unclaimed-dividend") is PeriodState.FULFILLED
    assert SITE.long_date(MEETING.replace(year=2029)) in page(DIVIDENDS)
