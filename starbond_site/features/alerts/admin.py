"""``alerts``: the subscribers of mail alerts; ``subscribers export``: those of the newsletter."""

import sys
from datetime import date
from typing import Annotated

import typer

from starbond_site import mail
from starbond_site.admin.exports import Output, export
from starbond_site.admin.session import day_option, fail, open_archive
from starbond_site.features.alerts.service import AlertService

MAX_BYTES = 1024 * 1024
alerts = typer.Typer(name="alerts", help="Subscribers of mail alerts.", no_args_is_help=True)
subscribers = typer.Typer(name="subscribers", help="Subscribers of the newsletter.", no_args_is_help=True)
app = typer.Typer()
app.add_typer(alerts)
app.add_typer(subscribers)


@alerts.command("count")
def count() -> None:
    """Print how many addresses are confirmed, how many are not, and how many want each list."""
    for name, number in AlertService(open_archive(), mail.default()).counts().items():
        typer.echo(f"{number}\t{name}")


@alerts.command("list")
def list_subscribers() -> None:
    """List addresses with their language, the day they were confirmed, and their lists."""
    for subscriber, categories in AlertService(open_archive(), mail.default()).subscribers():
        state = f"{subscriber.confirmed_at:%Y-%m-%d}" if subscriber.confirmed_at else "unconfirmed"
        if subscriber.suspended_at:
            state = f"suspended {subscriber.suspended_at:%Y-%m-%d}: refused by its server"
        typer.echo("\t".join((subscriber.email, subscriber.language, state, ",".join(categories))))


@alerts.command("bounce")
def bounce() -> None:
    """Record a bounced mail, given on standard input by the mail server or by what reads the mailbox."""
    AlertService(open_archive(), mail.default()).record_bounce(sys.stdin.buffer.read(MAX_BYTES))


@alerts.command("resume")
def resume(since: Annotated[date, day_option("--since", "First day of the suspensions that end.")]) -> None:
    """Mail again to the addresses that were suspended since a day, such as by a mail server that refused everything."""
    typer.echo(f"Resumed: {AlertService(open_archive(), mail.default()).resume(since)}")


@alerts.command("remove")
def remove(email: str) -> None:
    """Delete an address, its choices and its links."""
    if not AlertService(open_archive(), mail.default()).remove(email):
        fail(f"There is no subscriber {email}.")
    typer.echo(f"Removed: {email}")


@subscribers.command("export")
def export_subscribers(output: Output = None) -> None:
    """Write all subscribers as CSV, with a new link to unsubscribe for each; the older ones keep working."""
    columns = ("id", "email", "language", "subscribed_at", "consent_at", "confirmed_at", "unsubscribe")
    rows = []
    for reader, is_served, link in AlertService(open_archive(), mail.default()).newsletter_readers():
        row = reader.model_dump(mode="json")
        confirmed_at = row["confirmed_at"] if is_served else None
        rows.append(row | {"subscribed_at": row["consent_at"], "confirmed_at": confirmed_at, "unsubscribe": link})
    export(rows, columns, output)
