"""``holders import``."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import confirm, open_archive, read_table
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.features.holders import service

app = typer.Typer(name="holders", help="The private search of the page /dividends.", no_args_is_help=True)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="One BO number or folio a line.")],
) -> None:
    """Replace the numbers for which a dividend waits: only keyed hashes of them are stored, no name and no amount."""
    numbers = service.parse(read_table(file, service.LARGEST_BYTES).encode())
    confirm("BO numbers: {accounts}, folios: {folios}.".format(**service.counts(numbers)))
    done = service.import_all(open_archive(), numbers, COMMAND_LINE, file.name)
    typer.echo(f"Numbers for which a dividend waits: {done['count']}. Delete the file now; the site does not need it.")
