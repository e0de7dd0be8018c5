"""``duties``: what is late or due."""

from collections.abc import Iterator
from typing import Annotated

import typer

from starbond_site import content
from starbond_site.admin.session import fail, open_archive
from starbond_site.features.duties.overview import DutyStatus, PeriodState
from starbond_site.features.duties.service import DutyService
from starbond_site.presentation.desk.desk_html import duration

app = typer.Typer()


@app.command("duties")
def list_duties(
    everything: Annotated[bool, typer.Option("--all", help="Fulfilled and running periods too.")] = False,
) -> None:
    """Print what has to be disclosed: late, then due; exit with status 1 when something is late."""
    overview = DutyService(open_archive()).overview()
    shown = (
        PeriodState.LATE,
        PeriodState.DUE,
        *([PeriodState.RUNNING, PeriodState.COMING, PeriodState.FULFILLED] if everything else []),
    )
    for state in shown:
        for line in _lines(overview, state):
            typer.echo(line)
    if late := sum(status.state is PeriodState.LATE for status in overview):
        fail(f"Late: {late}")


def _lines(overview: list[DutyStatus], state: PeriodState) -> Iterator[str]:
    """Yield one line for every period in a state: state, duty, period, date, document."""
    site = content.read()
    for status in overview:
        if status.state is not state:
            continue
        due = f"due on {site.long_date(status.period.due)}" if status.period else ""
        name = f"{status.filing.id} {status.filing.shown_name}" if status.filing else ""
        late = site.interface.clock.late.format(time=duration(site, status.late_by)) if status.late_by else ""
        parts = (state.value, status.duty.id, status.period_id, due, late, name)
        yield "\t".join(part for part in parts if part)
