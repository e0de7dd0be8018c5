"""``calendar add``, ``list``, ``change`` and ``cancel``."""

from datetime import date, datetime, time
from typing import Annotated, Any

import typer

from starbond_site import content
from starbond_site.admin.session import fail, in_bangla, open_archive, parse_day
from starbond_site.calendar import service
from starbond_site.calendar.service import Announced
from starbond_site.categories import EventKind
from starbond_site.documents import database
from starbond_site.documents.audit import COMMAND_LINE

app = typer.Typer(name="calendar", help="Dates of the investor calendar.", no_args_is_help=True)


def _time(text: str) -> time:
    try:
        return datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007  of the company's clocks
    except ValueError as mistake:
        raise typer.BadParameter(f"{text} is no time of day; write it as 10:30") from mistake


Number = Annotated[int, typer.Argument(metavar="ID", help="As `calendar list` shows it.")]
Starts = Annotated[
    time | None, typer.Option("--from", parser=_time, metavar="HH:MM", help="Begins, in the company's time.")
]
Ends = Annotated[
    time | None, typer.Option("--until", parser=_time, metavar="HH:MM", help="Ends, in the company's time.")
]
Title = Annotated[str | None, typer.Option(help="Without it the name of the kind.")]
TitleBn = Annotated[str | None, in_bangla("Title in Bangla.")]
Place = Annotated[str | None, typer.Option(help="Where it takes place.")]
PlaceBn = Annotated[str | None, in_bangla("Place in Bangla.")]
Note = Annotated[str | None, typer.Option(help="What readers should know, in a sentence or two.")]
NoteBn = Annotated[str | None, in_bangla("Note in Bangla.")]


@app.command("add")
def add_date(
    kind: Annotated[EventKind, typer.Argument(help="What happens.")],
    day: Annotated[date, typer.Argument(parser=parse_day, metavar="YYYY-MM-DD", help="Day.")],
    starts: Starts = None,
    ends: Ends = None,
    title: Title = None,
    title_bn: TitleBn = None,
    place: Place = None,
    place_bn: PlaceBn = None,
    note: Note = None,
    note_bn: NoteBn = None,
) -> None:
    """Announce a date. It is on the page and in the calendar files at once."""
    texts = {"title": title, "title_bn": title_bn, "place": place, "place_bn": place_bn, "note": note,
             "note_bn": note_bn}  # fmt: skip
    with open_archive() as archive:
        added = service.announce(archive, _given({"kind": kind, "day": day, "starts": starts, "ends": ends, **texts}),
                                 COMMAND_LINE)  # fmt: skip
        address = f"{archive.settings.public_url}/calendar/{added.id}.ics"
    typer.echo(f"Announced: {_line(added)}, calendar file at {address}")


@app.command("list")
def list_dates() -> None:
    """List all dates, the earliest first; those of content/calendar.toml have names in place of numbers."""
    with open_archive() as archive, database.reading(archive.engine) as session:
        announced = service.read(session)
    site = content.read()
    rows = [(entry.day, _line(entry)) for entry in announced]
    for entry in site.calendar.dates:
        title = entry.title or site.calendar.kind(entry.kind).title
        marks = _marks(cancelled=entry.cancelled, sample=entry.sample)
        rows.append((entry.day, f"{entry.id}\t{entry.day}\t{entry.kind}\t{title}{marks}"))
    for _, line in sorted(rows):
        typer.echo(line)
    typer.echo(f"{len(rows)} dates", err=True)


@app.command("change")
def change_date(
    number: Number,
    day: Annotated[
        date | None, typer.Option("--day", parser=parse_day, metavar="YYYY-MM-DD", help="Another day.")
    ] = None,
    starts: Starts = None,
    ends: Ends = None,
    title: Title = None,
    title_bn: TitleBn = None,
    place: Place = None,
    place_bn: PlaceBn = None,
    note: Note = None,
    note_bn: NoteBn = None,
    whole_day: Annotated[bool, typer.Option("--whole-day", help="Without a time of day from now on.")] = False,
) -> None:
    """Change what is given and leave the rest. Calendar programs that subscribe take the change over."""
    if whole_day and (starts or ends):
        fail("Either --whole-day or a time of day.")
    texts = {"title": title, "title_bn": title_bn, "place": place, "place_bn": place_bn, "note": note,
             "note_bn": note_bn}  # fmt: skip
    given = _given({"day": day, "starts": starts, "ends": ends, **texts})
    if whole_day:
        given |= {"starts": None, "ends": None}
    if not given:
        fail("Say what to change, such as --day 2026-12-21.")
    with open_archive() as archive:
        changed = service.change(archive, number, given, COMMAND_LINE)
    typer.echo(f"Changed: {_line(changed)}")


@app.command("cancel")
def cancel_date(number: Number) -> None:
    """Cancel a date: it stays in the calendar, marked as cancelled, so that everybody sees it."""
    with open_archive() as archive:
        cancelled = service.cancel(archive, number, COMMAND_LINE)
    typer.echo(f"Cancelled: {_line(cancelled)}")


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _line(entry: Announced) -> str:
    title = entry.title or content.read().calendar.kind(entry.kind).title
    hours = "".join(f" {at:%H:%M}" for at in (entry.starts, entry.ends) if at)
    return f"{entry.id}\t{entry.day}{hours}\t{entry.kind}\t{title}{_marks(cancelled=entry.cancelled_at is not None)}"


def _marks(*, cancelled: bool, sample: bool = False) -> str:
    return ("\tcancelled" if cancelled else "") + ("\tsample" if sample else "")
