"""``shareholding import`` and ``list``."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import open_archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.features.shareholding import service
from starbond_site.features.shareholding.service import COLUMNS

app = typer.Typer(name="shareholding", help="Who owns the company, month by month.", no_args_is_help=True)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help=f"CSV with {', '.join(COLUMNS)}.")],
) -> None:
    """Add the months of a file and change those that are there: all of them, or none where a line is wrong."""
    archive = open_archive()
    months = service.parse(file.read_bytes())
    changed = service.import_all(archive, months, COMMAND_LINE, file.name)
    address = f"{archive.settings.public_url}/shareholding"
    typer.echo(f"New or changed: {changed}, the same as before: {len(months) - changed}; shown at {address}")


@app.command("list")
def list_months() -> None:
    """List all months, the newest first."""
    for month in open_archive().read(service.read):
        typer.echo(f"{month.month_end:%Y-%m}\t" + "\t".join(f"{name} {part:f}" for name, part in month.parts.items()))
