"""``sealed add``, ``list``, ``approve``, ``reschedule``, ``cancel``, ``release`` and ``preview``."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from starbond_site import content
from starbond_site.admin.session import open_archive
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents.archive import Archive
from starbond_site.documents.arrived import Arrived
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.refusals import of_code
from starbond_site.features.sealed import release, service
from starbond_site.features.sealed.records import CANCELLED, RELEASED, Sealed
from starbond_site.features.sealed.sealing import seal
from starbond_site.shared import local_time
from starbond_site.shared.categories import Category

app = typer.Typer(name="sealed", help="Filings that are sealed until their release time.", no_args_is_help=True)
PREVIEW_PATH = "/desk/sealed/preview/"
Number = Annotated[int, typer.Argument(metavar="ID", help="As `sealed list` shows it.")]
Moment = Annotated[str, typer.Option("--at", help='In the company\'s time, such as "2026-11-23 18:00:00".')]


@app.command("add")
def add_filing(
    category: Annotated[Category, typer.Argument(help="List or single record.")],
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)],
    at: Moment,
    name: Annotated[str, typer.Option(help="Name to publish it under; without it the file's own.")] = "",
    title: Annotated[str, typer.Option(help="What readers see first, above the name; without it the name alone.")] = "",
) -> None:
    """Seal a file: checked and stored now, public at its release time and not before."""
    archive = open_archive()
    release_at = service.parse_release_time(at)
    with Arrived(archive, file, is_copied=True) as copy:
        filing = seal(archive, category.value, name or file.name, copy, release_at, COMMAND_LINE, title=title)
    typer.echo(f"Sealed as {filing.id} until {_in_words(filing.release_at)}: {filing.name} in {filing.category}")
    typer.echo(f"Commitment: {filing.commitment}")
    if filing.waits_for_approval:
        typer.echo("It also waits until another person has approved it.")


@app.command("list")
def list_filings() -> None:
    """List what is sealed, the next first, then what was released or cancelled in the last seven days."""
    archive = open_archive()
    waiting, ended = service.waiting(archive), service.ended(archive)
    for filing in [*waiting, *ended]:
        release_at = _written(filing.release_at)
        titled = f"\ttitle: {filing.title}" if filing.title else ""
        typer.echo(
            f"{filing.id}\t{filing.category}\t{release_at}\t{filing.size}\t{_state(filing)}\t{filing.name}{titled}"
        )
    typer.echo(f"{len(waiting)} sealed", err=True)


@app.command("approve")
def approve_filing(number: Number) -> None:
    """Approve a filing that a named person sealed, as it is now; one from the command line needs a named person."""
    archive = open_archive()
    found = service.find(archive, number)
    filing = service.approve(archive, number, COMMAND_LINE, found.version if found else 0)
    typer.echo(f"Approved: {number}, until {_in_words(filing.release_at)}")
    _release(archive, number)


@app.command("reschedule")
def reschedule_filing(number: Number, at: Moment) -> None:
    """Give a filing another release time; an approval is void then."""
    filing = service.reschedule(open_archive(), number, COMMAND_LINE, service.parse_release_time(at))
    typer.echo(f"Sealed until {_in_words(filing.release_at)}: {number}")


@app.command("cancel")
def cancel_filing(number: Number, reason: Annotated[str, typer.Option(help="For the records; not public.")]) -> None:
    """Cancel a filing and remove its bytes."""
    service.cancel(open_archive(), number, COMMAND_LINE, reason)
    typer.echo(f"Cancelled: {number}")


@app.command("release")
def release_filing(number: Number) -> None:
    """Publish a filing now; where two persons are asked for, it still waits for an approval."""
    archive = open_archive()
    filing = service.release_now(archive, number, COMMAND_LINE)
    if filing.waits_for_approval:
        typer.echo(f"Due now, and waits until another person has approved it: {number}")
    _release(archive, number)


@app.command("preview")
def preview_filing(number: Number) -> None:
    """Print a fresh secret address that shows the file; the one before ends."""
    archive = open_archive()
    token = service.make_preview(archive, number, COMMAND_LINE)
    typer.echo(f"{archive.settings.public_url}{PREVIEW_PATH}{token}")


def _release(archive: Archive, number: int) -> None:
    """Publish a filing that is due, without waiting for a server."""
    if published := release.release(archive, number):
        typer.echo(f"Published {published.file_name}, id {published.id}")
    elif (filing := service.find(archive, number)) and filing.problem:
        raise of_code(filing.problem, filing.problem_values)


def _state(filing: Sealed) -> str:
    if filing.state == RELEASED:
        late = release.lateness(filing)
        return f"released as {filing.document_id}" + (f", late by {round(late.total_seconds())} s" if late else "")
    if filing.state == CANCELLED:
        return f"cancelled: {filing.cancel_reason}"
    if filing.problem:
        return f"refused: {refusal_sentence(filing.problem, values=filing.problem_values)}"
    if filing.waits_for_approval:
        return "waits for an approval"
    return "sealed" if filing.release_at > local_time.now() else "overdue: the server tries again every second"


def _in_words(moment: datetime) -> str:
    return f"{_written(moment)} ({content.read().company.time_zone_name})"


def _written(moment: datetime) -> str:
    return local_time.typed(moment).replace("T", " ")
