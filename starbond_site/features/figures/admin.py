"""``figures set``, ``list`` and ``remove``."""

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import day_option, fail, in_bangla, open_archive, with_options
from starbond_site.content.languages import BANGLA, HAS_BANGLA_TEXTS, OF_OWN_TEXTS
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.figures import service
from starbond_site.features.figures.service import Figures, Reason
from starbond_site.presentation import numbers
from starbond_site.shared.categories import FigureName, Period, Unit

app = typer.Typer(name="figures", help="Figures of financial statements.", no_args_is_help=True)
FIELDS = {"period", "ends", "unit", "restated", "figures", "reasons"}
"""What a file of figures can hold."""


Number = Annotated[int, typer.Argument(metavar="ID", help="Id of the statement, as `documents list` shows it.")]
Value = Annotated[str | None, typer.Option(metavar="NUMBER")]
Day = Annotated[date | None, day_option("--ends", "Last day of the period.")]


def _keyword(name: FigureName) -> str:
    return name.replace("-", "_")


@app.command("set")
@with_options({_keyword(name): Value for name in FigureName})
def set_figures(
    number: Number,
    period: Annotated[Period | None, typer.Option(help="Kind of period.")] = None,
    ends: Day = None,
    unit: Annotated[
        Unit | None, typer.Option(help="Of figures that are not per share; millions where none is given.")
    ] = None,
    restated: Annotated[bool, typer.Option("--restated", help="They restate an earlier statement.")] = False,
    reason: Annotated[str, typer.Option(help="Why a figure leaves its range; readers see it.")] = "",
    reason_bn: Annotated[str, in_bangla("The reason in Bangla.")] = "",
    file: Annotated[
        Path | None, typer.Option("--from", exists=True, dir_okay=False, help="TOML file in place of the options.")
    ] = None,
    **figures: Value,
) -> None:
    """Enter figures of a published statement for one period. Write negative ones like --eps=-0.75."""
    texts = {name: figures[_keyword(name)] for name in FigureName}
    if file:
        if period or ends or reason or any(text is not None for text in texts.values()):
            fail("Either --from or options with figures.")
        given = _from_file(file)
    else:
        if period is None or ends is None:
            fail("Give the period, such as --period year --ends 2026-06-30.")
        values = {name: numbers.number(text, name) for name, text in texts.items() if text is not None}
        reasons = dict.fromkeys(values, Reason(text=reason, text_bn=reason_bn))
        given = Figures(period=period, period_end=ends, values=values, unit=unit, restated=restated, reasons=reasons)
    archive = open_archive()
    entered = service.enter(archive, number, given, COMMAND_LINE)
    address = f"{archive.settings.public_url}/figures"
    names = ", ".join(f"{figure.name} {figure.value:f} {figure.unit}" for figure in entered)
    typer.echo(f"Entered for the {given.period.value} to {given.period_end}: {names}; shown at {address}")


@app.command("list")
def list_figures(
    number: Annotated[int | None, typer.Argument(metavar="ID", help="Only those of this document.")] = None,
) -> None:
    """List the figures of public documents, the newest periods first."""
    found = service.stored(open_archive(), number)
    for figure in found:
        restated = "restated" if figure.restated else ""
        typer.echo(
            f"{figure.document_id}\t{figure.period}\t{figure.period_end}\t{figure.name}\t{figure.value:f}\t"
            f"{figure.unit}\t{restated}\t{figure.reason}"
        )
    typer.echo(f"{len(found)} figures", err=True)


@app.command("remove")
def remove_figures(
    number: Number,
    name: Annotated[FigureName | None, typer.Option(help="Only this figure.")] = None,
    ends: Day = None,
) -> None:
    """Remove figures of a document: all, or those of a name or of periods that end on a day."""
    count = service.remove(open_archive(), number, COMMAND_LINE, name=name, period_end=ends)
    if not count:
        fail("There is no such figure: see `figures list`.")
    typer.echo(f"Removed: {count} figures")


def _from_file(file: Path) -> Figures:
    """Return the figures of a TOML file; where it is wrong, name the field and exit."""
    try:
        # As text, so that no digit is lost.
        given = tomllib.loads(file.read_text("utf-8"), parse_float=str)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as mistake:
        fail(f"{file.name} is not TOML: {mistake}")
    if unknown := set(given) - FIELDS:
        fail(f"{file.name}: {', '.join(sorted(unknown))} is not known; known are {', '.join(sorted(FIELDS))}")
    try:
        return Figures(
            period=Period(given["period"]),
            period_end=date.fromisoformat(str(given["ends"])),
            unit=Unit(given["unit"]) if "unit" in given else None,
            restated=given.get("restated") is True,
            values={FigureName(name): numbers.number(str(value), name) for name, value in given["figures"].items()},
            reasons={FigureName(name): _reason(reason) for name, reason in given.get("reasons", {}).items()},
        )
    except KeyError as missing:
        fail(f"{file.name}: {missing} is missing")
    except (ValueError, TypeError, AttributeError) as mistake:
        fail(f"{file.name}: {mistake}")


def _reason(given: str | Mapping[str, str]) -> Reason:
    """Return a reason: a text, or one with Bangla beside it, ``{en = "...", bn = "..."}``."""
    if isinstance(given, str):
        return Reason(text=given)
    known = [OF_OWN_TEXTS, BANGLA] if HAS_BANGLA_TEXTS else [OF_OWN_TEXTS]
    if unknown := set(given) - set(known):
        raise ValueError(f"a reason in {', '.join(sorted(unknown))} is not possible; possible are {', '.join(known)}")
    return Reason(text=given[OF_OWN_TEXTS], text_bn=given.get(BANGLA, "") if HAS_BANGLA_TEXTS else "")
