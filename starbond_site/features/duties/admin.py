"""``duties``: what is late or due; ``duties fulfil`` and ``duties forget``."""

from collections.abc import Iterator
from typing import Annotated

import typer

from starbond_site import content
from starbond_site.admin.session import DocumentId, fail, open_archive
from starbond_site.content.formats import long_date
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.duties.overview import DutyStatus, State
from starbond_site.features.duties.service import DutyService

app = typer.Typer(name="duties", help="What has to be disclosed: late, due, fulfilled.", invoke_without_command=True)


@app.callback()
def list_duties(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Fulfilled and running periods too.")] = False,
) -> None:
    """Print what is late, then what is due next; exit with status 1 when something is late."""
    if context.invoked_subcommand:
        return
    overview = DutyService(open_archive()).overview()
    shown = (State.LATE, State.DUE, *([State.RUNNING, State.FULFILLED] if everything else []))
    for state in shown:
        for line in _lines(overview, state):
            typer.echo(line)
    if late := sum(status.state is State.LATE for status in overview):
        fail(f"Late: {late}")


@app.command("fulfil")
def fulfil(
    duty: Annotated[str, typer.Argument(help="As `duties --all` shows it.")],
    period: Annotated[str, typer.Argument(help="Last day of the period, or `standing`.")],
    document: DocumentId,
) -> None:
    """Name the document that fulfils a period, where the rule does not find it."""
    DutyService(open_archive()).name_document(duty, period, document, COMMAND_LINE)
    typer.echo(f"{duty}, {period}: fulfilled by document {document}")


@app.command("forget")
def forget(duty: str, period: str) -> None:
    """Let the rule decide about a period again."""
    DutyService(open_archive()).forget_document(duty, period, COMMAND_LINE)
    typer.echo(f"{duty}, {period}: found by the rule again")


def _lines(overview: list[DutyStatus], state: State) -> Iterator[str]:
    """Yield one line for every period in a state: state, duty, period, date, document."""
    dates = content.read().interface.dates
    for status in overview:
        if status.state is not state:
            continue
        due = f"due on {long_date(status.period.due, dates)}" if status.period else ""
        name = f"{status.filing.id} {status.filing.shown_name}" if status.filing else ""
        late = f"late by {status.late_by.days} days" if status.late_by else ""
        parts = (state.value, status.duty.id, status.period_id, due, late, name)
        yield "\t".join(part for part in parts if part)
