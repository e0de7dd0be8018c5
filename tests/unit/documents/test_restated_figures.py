"""Which value the public sees where several statements give a figure of one period."""

from datetime import date
from decimal import Decimal

from starbond_site.categories import FigureName, Period
from starbond_site.documents import database
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.figures import entries
from starbond_site.documents.figures.entries import Figures
from tests.unit.documents import samples
from tests.unit.documents.publishing import publish

ENTERED = (("1.00", False), ("1.05", True), ("1.00", False))
"""Value, and whether it is marked as restated, by statement."""


def test_restated_figure_counts_more_than_a_later_statement(archive: Archive) -> None:
    for number, (value, restated) in enumerate(ENTERED):
        pdf = samples.GOOD["report.pdf"] + b"%% %d\n" % number
        statement = publish(archive, "FinancialStatement", f"Statement {number}.pdf", pdf).id
        values = {FigureName("eps"): Decimal(value)}
        given = Figures(period=Period.YEAR, period_end=date(2025, 6, 30), values=values, restated=restated)
        entries.enter(archive, statement, given, COMMAND_LINE)

    with database.reading(archive.engine) as session:
        assert [(figure.value, figure.restated) for figure in entries.effective(session)] == [(Decimal("1.05"), True)]
