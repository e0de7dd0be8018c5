"""``dealers import`` and ``export``."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from starbond_site import content
from starbond_site.admin.exports import Output
from starbond_site.admin.session import open_archive
from starbond_site.content.dealers import COLUMNS
from starbond_site.content.table_files import LARGEST_BYTES
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.dealers import service
from starbond_site.presentation import spreadsheet

app = typer.Typer(name="dealers", help="Dealers of the page /dealers.", no_args_is_help=True)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="CSV in UTF-8; see docs/dealers.md.")],
    replace: Annotated[bool, typer.Option("--replace", help="Remove dealers that the file does not have.")] = False,
) -> None:
    """Add the dealers of a file and change those that are there: all of them, or none where a line is wrong."""
    with file.open("rb") as source:
        dealers = service.parsed(source.read(LARGEST_BYTES + 1), replace=replace)
    done = service.import_all(open_archive(), dealers, COMMAND_LINE, file.name, replace=replace)
    said = "Added {added}, changed {changed}, removed {removed}, the same as before {same}."
    typer.echo(said.format(**done))


@app.command("export")
def export(output: Output = None) -> None:
    """Write all dealers as the CSV that `dealers import` reads."""
    dealers, heads = open_archive().read(service.read), service.columns(content.read())
    with output.open("w", encoding="utf-8", newline="") if output else nullcontext(sys.stdout) as target:
        if output:
            target.write(spreadsheet.BYTE_ORDER_MARK)
        spreadsheet.write(target, heads, ([getattr(dealer, name) for name in COLUMNS] for dealer in dealers))
    typer.echo(f"{len(dealers)} dealers", err=True)
