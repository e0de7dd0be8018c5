"""``clocks list``: disclosure clocks, which the desk keeps (docs/clock.md)."""

from datetime import datetime, timedelta

import typer

from starbond_site.admin.session import open_archive
from starbond_site.features.clocks import service
from starbond_site.features.clocks.records import Clock, Recipient
from starbond_site.shared import local_time
from starbond_site.shared.local_time import written

app = typer.Typer(name="clocks", help="Disclosure clocks of the desk.", no_args_is_help=True)


@app.callback()
def clocks() -> None:
    """Keep ``list`` as the name of a command: Typer drops that of a single one."""


@app.command("list")
def list_clocks() -> None:
    """List clocks, the latest decision first: state, decision, due time, and who was told when."""
    found, now = service.newest(open_archive()), local_time.now()
    for clock in found:
        parts = (f"{recipient}\t{_notice(clock, recipient, now)}" for recipient in Recipient)
        times = f"decided {written(clock.decided_at)}\tdue {written(clock.due_at)}"
        document = f"\tdocument {clock.document_id}" if clock.document_id else ""
        typer.echo(f"{clock.id}\t{clock.state}\t{times}\t" + "\t".join(parts) + f"\t{clock.label}{document}")
    typer.echo(f"{len(found)} clocks", err=True)


def _notice(clock: Clock, recipient: Recipient, now: datetime) -> str:
    told, late = clock.notified_at(recipient), clock.late_by(recipient, now)
    said = written(told) if told else "not yet"
    return f"{said}, late by {_minutes(late)}" if late else said


def _minutes(time: timedelta) -> str:
    seconds = int(time.total_seconds())
    return f"{seconds // 60}:{seconds % 60:02}"
