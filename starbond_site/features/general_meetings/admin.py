"""``meetings set`` and ``list``."""

from typing import Annotated

import typer

from starbond_site import content
from starbond_site.admin.session import fail, open_archive
from starbond_site.content.addresses import MEETINGS_PAGE
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.general_meetings import service
from starbond_site.features.general_meetings.records import Meeting
from starbond_site.features.general_meetings.service import EVERY

app = typer.Typer(name="meetings", help=f"General meetings of the page {MEETINGS_PAGE}.", no_args_is_help=True)


@app.command("set")
def set_meeting(
    facts: Annotated[list[str], typer.Argument(metavar="NAME=TEXT...", help=", ".join(EVERY))],
    number: Annotated[int | None, typer.Option("--id", help="Of a meeting that changes; without it a new one.")] = None,
) -> None:
    """Enter a meeting, or change what is given of it: a name given again is a further line, an empty text removes."""
    given: dict[str, str] = {}
    for name, is_fact, text in (fact.partition("=") for fact in facts):
        if not is_fact or name not in EVERY:
            fail(f"{name}: give NAME=TEXT with one of {', '.join(EVERY)}.")
        given[name] = f"{given[name]}\n{text}" if name in given else text
    archive = open_archive()
    meeting = service.enter(archive, given, COMMAND_LINE, number)
    typer.echo(f"{_line(meeting)}; shown at {archive.settings.public_url}{MEETINGS_PAGE}/{meeting.year}")


@app.command("list")
def list_meetings() -> None:
    """List all meetings, the newest first."""
    for meeting in open_archive().read(service.read):
        typer.echo(_line(meeting))


def _line(meeting: Meeting) -> str:
    marks = [name for name in ("cancelled", "results") if meeting.text(name)]
    return "\t".join((str(meeting.id), meeting.text("starts"), meeting.title(content.read()), *marks))
