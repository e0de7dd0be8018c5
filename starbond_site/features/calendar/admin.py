"""``calendar add``, ``list``, ``change`` and ``cancel``."""

from datetime import date, datetime, time
from typing import Annotated, Any

import typer

from starbond_site import content
from starbond_site.admin.session import DAY, day_option, fail, in_bangla, open_archive, parse_day, with_options
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.calendar import service
from starbond_site.features.calendar.records import CalendarEntry
from starbond_site.shared.categories import EventKind

app = typer.Typer(name="calendar", help="Dates of the investor calendar.", no_args_is_help=True)


def _time(text: str) -> time:
    try:
        return datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007  of the company's clocks
    except ValueError as mistake:
        raise typer.BadParameter(f"{text} is no time of day; write it as 10:30") from mistake


Number = Annotated[int, typer.Argument(metavar="ID", help="As `calendar list` shows it.")]
FIELDS = {
    "starts": Annotated[
        time | None, typer.Option("--from", parser=_time, metavar="HH:MM", help="Begins, in the company's time.")
    ],
    "ends": Annotated[
        time | None, typer.Option("--until", parser=_time, metavar="HH:MM", help="Ends, in the company's time.")
    ],
    "title": Annotated[str | None, typer.Option(help="Without it the name of the kind.")],
    "title_bn": Annotated[str | None, in_bangla("Title in Bangla.")],
    "place": Annotated[str | None, typer.Option(help="Where it takes place.")],
    "place_bn": Annotated[str | None, in_bangla("Place in Bangla.")],
    "note": Annotated[str | None, typer.Option(help="What readers should know, in a sentence or two.")],
    "note_bn": Annotated[str | None, in_bangla("Note in Bangla.")],
}
"""Options of ``add`` and ``change``."""


@app.command("add")
@with_options(FIELDS)
def add_date(
    kind: Annotated[EventKind, typer.Argument(help="What happens.")],
    day: Annotated[date, typer.Argument(parser=parse_day, metavar=DAY, help="Day.")],
    **fields: str | time | None,
) -> None:
    """Announce a date. It is on the page and in the calendar files at once."""
    archive = open_archive()
    added = service.announce(archive, _given({"kind": kind, "day": day, **fields}), COMMAND_LINE)
    address = f"{archive.settings.public_url}/calendar/{added.id}.ics"
    typer.echo(f"Announced: {_line(added)}, calendar file at {address}")


@app.command("list")
def list_dates() -> None:
    """List all dates, the earliest first; those of content/calendar.toml have names in place of numbers."""
    announced = open_archive().read(service.read)
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
@with_options(FIELDS)
def change_date(
    number: Number,
    day: Annotated[date | None, day_option("--day", "Another day.")] = None,
    whole_day: Annotated[bool, typer.Option("--whole-day", help="Without a time of day from now on.")] = False,
    **fields: str | time | None,
) -> None:
    """Change what is given and leave the rest. Calendar programs that subscribe take the change over."""
    if whole_day and (fields["starts"] or fields["ends"]):
        fail("Either --whole-day or a time of day.")
    given = _given({"day": day, **fields})
    if whole_day:
        given |= {"starts": None, "ends": None}
    if not given:
        fail("Say what to change, such as --day 2026-12-21.")
    changed = service.change(open_archive(), number, given, COMMAND_LINE)
    typer.echo(f"Changed: {_line(changed)}")


@app.command("cancel")
def cancel_date(number: Number) -> None:
    """Cancel a date: it stays in the calendar, marked as cancelled, so that everybody sees it."""
    cancelled = service.cancel(open_archive(), number, COMMAND_LINE)
    typer.echo(f"Cancelled: {_line(cancelled)}")


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _line(entry: CalendarEntry) -> str:
    title = entry.title or content.read().calendar.kind(entry.kind).title
    hours = "".join(f" {at:%H:%M}" for at in (entry.starts, entry.ends) if at)
    return f"{entry.id}\t{entry.day}{hours}\t{entry.kind}\t{title}{_marks(cancelled=entry.cancelled_at is not None)}"


def _marks(*, cancelled: bool, sample: bool = False) -> str:
    return ("\tcancelled" if cancelled else "") + ("\tsample" if sample else "")
