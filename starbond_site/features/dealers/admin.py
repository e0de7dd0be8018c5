"""``dealers import`` and ``export``."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site import content
from starbond_site.admin.exports import Output, export
from starbond_site.admin.session import confirm, open_archive, read_table
from starbond_site.content.dealers import COLUMNS, Dealer
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.features.dealers import service
from starbond_site.presentation import spreadsheet

app = typer.Typer(name="dealers", help="Dealers of the page /dealers.", no_args_is_help=True)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="CSV or .xlsx; see docs/dealers.md.")],
    replace: Annotated[bool, typer.Option("--replace", help="Remove dealers that the file does not have.")] = False,
) -> None:
    """Add the dealers of a file and change those that are there: all of them, or none where a line is wrong."""
    dealers = service.parsed(read_table(file).encode(), replace=replace)
    confirm(f"Dealers: {len(dealers)}.")
    done = service.import_all(open_archive(), dealers, COMMAND_LINE, file.name, replace=replace)
    said = "Added {added}, changed {changed}, removed {removed}, the same as before {same}."
    typer.echo(said.format(**done))


@app.command("export")
def export_dealers(output: Output = None) -> None:
    """Write all dealers as the CSV that `dealers import` reads."""
    heads, dealers = service.columns(content.read()), open_archive().read(service.read)
    rows = [{head: _cell(dealer, name) for head, name in zip(heads, COLUMNS, strict=True)} for dealer in dealers]
    export(rows, heads, output, "dealers", spreadsheet.BYTE_ORDER_MARK)


def _cell(dealer: Dealer, name: str) -> str | float | None:
    """Return what a spreadsheet keeps as it is: a telephone number without a blank would become 8.80171E+12."""
    value = getattr(dealer, name)
    return f"{value[:4]} {value[4:]}" if name in ("telephone", "whatsapp") and value else value
