"""``meetings set``, ``results``, ``list`` and ``cancel``."""

from typing import Annotated

import typer

from starbond_site import content, local_time
from starbond_site.admin.session import fail, in_bangla, open_archive
from starbond_site.content.addresses import MEETINGS_PAGE
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.meetings import results, service
from starbond_site.meetings.service import Meeting

app = typer.Typer(name="meetings", help=f"General meetings of the page {MEETINGS_PAGE}.", no_args_is_help=True)
Number = Annotated[int, typer.Argument(metavar="ID", help="As `meetings list` shows it.")]
Link = Annotated[str | None, typer.Option(metavar="URL", help="https://...")]
Document = Annotated[str | None, typer.Option(metavar="ID|URL", help="Number of a public document, or https://...")]
Moment = Annotated[str | None, typer.Option(metavar="MOMENT", help="Such as 2026-12-20 10:30, in the company's time.")]
Day = Annotated[str | None, typer.Option(metavar="YYYY-MM-DD")]


@app.command("set")
def set_meeting(
    number: Annotated[int, typer.Option("--id", help="Of a meeting that changes; without it a new one.")] = 0,
    kind: Annotated[str | None, typer.Option(help="Id of one of the kinds of content/meetings.toml.")] = None,
    starts: Moment = None,
    ends: Moment = None,
    year_end: Day = None,
    record_date: Day = None,
    questions_until: Moment = None,
    place: Annotated[str | None, typer.Option(help="Where it takes place.")] = None,
    place_bn: Annotated[str | None, in_bangla("Place in Bangla.")] = None,
    item: Annotated[list[str] | None, typer.Option(help="Of the agenda, in order: 'English | Bangla'.")] = None,
    join: Link = None,
    vote: Link = None,
    stream: Link = None,
    notice: Document = None,
    proxy: Document = None,
    minutes: Document = None,
    recording: Document = None,
) -> None:
    """Enter a meeting, or change it: what is not given stays as it is, and an empty text removes what stands there."""
    texts = {
        "kind": kind, "starts": starts, "ends": ends, "year_end": year_end, "record_date": record_date,
        "questions_until": questions_until, "place": place, "place_bn": place_bn, "join": join, "vote": vote,
        "stream": stream, "agenda": "\n".join(item) if item else None, "notice": notice, "proxy": proxy,
        "minutes": minutes, "recording": recording,
    }  # fmt: skip
    given = {name: text for name, text in texts.items() if text is not None}
    if not given:
        fail("Say what to set, such as --starts '2026-12-20 10:30'.")
    with open_archive() as archive:
        meeting = service.enter(archive, given, COMMAND_LINE, number)
        typer.echo(f"{_line(meeting)}; shown at {archive.settings.public_url}{MEETINGS_PAGE}/{meeting.year}")


@app.command("results")
def enter_results(
    number: Number,
    authenticated: Annotated[str, typer.Option(metavar="MOMENT", help="When the scrutineer signed them.")],
    votes: Annotated[list[str], typer.Option(help="By item, in order: 'FOR AGAINST ABSTAINED'.")],
) -> None:
    """Enter the results, and publish them as a document with a receipt."""
    with open_archive() as archive:
        meeting = results.announce(archive, number, "\n".join(votes), authenticated, COMMAND_LINE)
        typer.echo(f"{_line(meeting)}; published as document {meeting.text('report')}")


@app.command("list")
def list_meetings() -> None:
    """List all meetings, the newest first."""
    with open_archive() as archive:
        for meeting in service.read(archive):
            typer.echo(_line(meeting))


@app.command("cancel")
def cancel_meeting(number: Number) -> None:
    """Cancel a meeting: it stays on its page and in the calendar, marked as cancelled."""
    with open_archive() as archive:
        typer.echo(_line(service.cancel(archive, number, COMMAND_LINE)))


def _line(meeting: Meeting) -> str:
    marks = [name for name in ("cancelled", "results") if meeting.text(name)]
    return "\t".join((str(meeting.number), local_time.written(meeting.starts), meeting.title(content.read()), *marks))
