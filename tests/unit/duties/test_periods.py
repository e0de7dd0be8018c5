"""Due dates over simulated financial years."""

from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from starbond_site.content.duties import Duties, Duty
from starbond_site.duties.periods import periods

ANNUAL = {"rhythm": "year", "days": 120}
FIRST = {"rhythm": "quarter", "quarters": [1], "days": 45}
LATER = {"rhythm": "quarter", "quarters": [2, 3], "days": 30}
MONTHLY = {"rhythm": "month", "days": 10}


def duties_of(year_end: str = "06-30", since: str = "2024-07-01", **fields: Any) -> tuple[Duties, Duty]:  # noqa: ANN401  any field
    common = {"id": "one", "title": "One", "rule": "A rule.", "source": "A source", "list": "FinancialStatement"}
    duties = Duties.model_validate(
        {"year_end": year_end, "since": date.fromisoformat(since), "duties": [common | fields]}
    )
    return duties, duties.duties[0]


DUE: list[tuple[str, dict[str, Any], str, list[tuple[str, str | None]]]] = [
    # Year from July to June.
    ("06-30", ANNUAL, "2026-07-01",
     [("2027-06-30", "2027-10-28"), ("2026-06-30", "2026-10-28"), ("2025-06-30", "2025-10-28")]),
    ("06-30", FIRST, "2025-10-01", [("2026-09-30", None), ("2025-09-30", "2025-11-14"), ("2024-09-30", "2024-11-14")]),
    ("06-30", LATER, "2025-04-01",
     [("2025-12-31", "2026-01-30"), ("2025-03-31", "2025-04-30"), ("2024-12-31", "2025-01-30")]),
    # The calendar year.
    ("12-31", ANNUAL, "2026-02-01",
     [("2026-12-31", "2027-04-30"), ("2025-12-31", "2026-04-30"), ("2024-12-31", "2025-04-30")]),
    ("12-31", FIRST, "2025-03-31", [("2025-03-31", "2025-05-15")]),
    ("12-31", LATER, "2024-10-02", [("2025-06-30", None), ("2024-09-30", "2024-10-30")]),
    # A year that ends in February, over a leap year.
    ("02-28", ANNUAL, "2028-03-01",
     [("2029-02-28", None), ("2028-02-29", "2028-06-28"), ("2027-02-28", "2027-06-28"), ("2026-02-28", "2026-06-28"),
      ("2025-02-28", "2025-06-28")]),
    ("06-30", MONTHLY, "2024-09-15",
     [("2024-09-30", "2024-10-10"), ("2024-08-31", "2024-09-10"), ("2024-07-31", "2024-08-10")]),
]  # fmt: skip
"""End of the year, the duty, today, and the ends of periods with the days on which they are due."""


def test_due_dates() -> None:
    for year_end, fields, today, expected in DUE:
        found = periods(*duties_of(year_end, **fields), date.fromisoformat(today))
        assert [period.id for period in found] == [end for end, _ in expected]
        for period, (_, due) in zip(found, expected, strict=True):
            assert due is None or period.due.isoformat() == due
    for fields in ({"rhythm": "event", "minutes": 30}, {"rhythm": "standing"}):
        assert periods(*duties_of(**fields), date(2026, 1, 1)) == []


def test_mistakes_are_named() -> None:
    mistakes: list[tuple[dict[str, Any], str]] = [
        ({"rhythm": "year"}, "days is missing"),
        ({"rhythm": "event", "days": 3, "minutes": 30}, "days is not for this rhythm"),
        ({"rhythm": "standing", "minutes": 3}, "minutes is not for this rhythm"),
        ({"rhythm": "quarter", "days": 30}, "quarters are for the rhythm quarter"),
        ({"rhythm": "year", "days": 30, "quarters": [1]}, "quarters are for the rhythm quarter"),
        ({"rhythm": "year", "days": 30, "year_end": "06-29"}, "not the last day of a month"),
        ({"rhythm": "year", "days": 30, "year_end": "13-01"}, "not the last day of a month"),
    ]
    for fields, named in mistakes:
        with pytest.raises(ValidationError, match=named):
            duties_of(**fields)
