"""Kinds of dates and figures are content: a company has its own, or none."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

import pytest
from pydantic import ValidationError

from starbond_site.categories import Unit
from starbond_site.content.calendar import Calendar, CalendarDate, CalendarKind
from starbond_site.content.figures import FigureKind, FigureKinds
from starbond_site.documents.figures import rules


def _kind(id: str, *, in_millions: bool = False) -> FigureKind:
    return FigureKind(
        id=id, title=id, short=id, note=id, in_millions=in_millions, decimals=2, minimum=Decimal(0),
        maximum=Decimal(9_000_000), change_percent=20, source="none", checked=True,
    )  # fmt: skip


def test_calendars_and_figures_have_kinds_of_their_own_once_each():
    kinds = (CalendarKind(id="trading-update", title="Trading update"),)
    changed = datetime(2026, 1, 1, tzinfo=UTC)
    day = CalendarDate(id="first", kind="trading-update", day=date(2026, 1, 1), changed=changed)
    assert Calendar(namespace=UUID(int=1), kinds=kinds, dates=(day,)).kind("trading-update").title == "Trading update"
    with pytest.raises(ValidationError, match="results is none of the kinds: trading-update"):
        Calendar(namespace=UUID(int=1), kinds=kinds, dates=(day.model_copy(update={"kind": "results"}),))
    with pytest.raises(ValidationError, match="two kinds have the same id"):
        Calendar(namespace=UUID(int=1), kinds=kinds * 2)
    assert FigureKinds(kinds=(_kind("turnover"),)).kind("turnover").units == (Unit.ONE,)
    with pytest.raises(ValidationError, match="two kinds have the same id"):
        FigureKinds(kinds=(_kind("turnover"), _kind("turnover")))


def test_millions_are_refused_where_every_figure_would_be_an_amount_per_share():
    turnover, profit = _kind("turnover"), _kind("profit", in_millions=True)
    rules.check_unit([turnover], None)
    rules.check_unit([turnover, profit], Unit.MILLION)
    with pytest.raises(rules.FiguresRefused, match="turnover has no in_millions = true"):
        rules.check_unit([turnover], Unit.MILLION)
