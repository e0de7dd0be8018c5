"""``dividends set``, ``list`` and ``remove``."""

from datetime import date
from typing import Annotated, Any

import typer

from starbond_site.admin.session import DAY, day_option, fail, open_archive, parse_day
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.dividends import service
from starbond_site.features.dividends.records import Dividend
from starbond_site.presentation.numbers import number

app = typer.Typer(name="dividends", help="Dividends of the page /dividends.", no_args_is_help=True)
YearEnd = Annotated[date, typer.Argument(parser=parse_day, metavar=DAY, help="Last day of the financial year.")]


@app.command("set")
def set_dividend(
    year_end: YearEnd,
    cash: Annotated[str | None, typer.Option(metavar="PERCENT", help="Of the face value.")] = None,
    stock: Annotated[str | None, typer.Option(metavar="PERCENT", help="Of the shares.")] = None,
    record: Annotated[date | None, day_option("--record", "Record date.")] = None,
    meeting: Annotated[date | None, day_option("--meeting", "Day of the general meeting.")] = None,
    paid: Annotated[date | None, day_option("--paid", "Day of payment.")] = None,
    unclaimed: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What nobody has claimed.")] = None,
) -> None:
    """Enter the dividend of a year, or change it: what is not given stays as it is."""
    numbers = {"cash": cash, "stock": stock, "unclaimed": unclaimed}
    given = {name: number(text, name) for name, text in numbers.items() if text}
    changes: dict[str, Any] = given | {"record_date": record, "meeting": meeting, "paid_on": paid}
    archive = open_archive()
    known = next((each for each in archive.read(service.read) if each.year_end == year_end), None)
    if known is None and record is None:
        fail("Give the record date, such as --record 2026-11-30.")
    stored: dict[str, Any] = known.model_dump() if known else {"year_end": year_end}
    dividend = Dividend(**stored | {name: value for name, value in changes.items() if value is not None})
    service.enter(archive, dividend, COMMAND_LINE)
    typer.echo(f"{_line(dividend)}; shown at {archive.settings.public_url}/dividends")


@app.command("list")
def list_dividends() -> None:
    """List all dividends, the newest first."""
    for each in open_archive().read(service.read):
        typer.echo(_line(each))


@app.command("remove")
def remove(year_end: YearEnd) -> None:
    """Remove the dividend of a year."""
    service.remove(open_archive(), year_end, COMMAND_LINE)
    typer.echo(f"Removed: {year_end}")


def _line(each: Dividend) -> str:
    days = (("record", each.record_date), ("meeting", each.meeting), ("paid", each.paid_on))
    known = ", ".join(f"{name} {day}" for name, day in days if day)
    left = "" if each.unclaimed is None else f", unclaimed {each.unclaimed:f}"
    return f"{each.year_end}: cash {each.cash:f} %, stock {each.stock:f} %, {known}{left}"
