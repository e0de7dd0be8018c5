"""``sheets publish``."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import open_archive
from starbond_site.documents.arrived import Arrived
from starbond_site.documents.audit import COMMAND_LINE, recording_refusals
from starbond_site.documents.publish import publish
from starbond_site.features.safety import service

app = typer.Typer(name="sheets", help="Safety data sheets of products.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keep the name of the one command."""


@app.command("publish")
def publish_sheet(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)],
    product: Annotated[str, typer.Option(help="Id of a product, such as super-glue.")],
    language: Annotated[str, typer.Option(help="Of the sheet, such as en.")],
    version: Annotated[str, typer.Option(help="As printed on the sheet, such as 2.1.")],
) -> None:
    """Publish a safety data sheet in the place of the one before, of the same product and language."""
    archive = open_archive()
    with Arrived(archive, file, is_copied=True) as copy:
        with recording_refusals(archive, COMMAND_LINE, "publish", f"sheet/{file.name}"):
            wanted = service.submission(archive, file.name, product, language, version)
            document = publish(archive, wanted, copy, COMMAND_LINE)
        typer.echo(
            f"Published: {document.title}, id {document.id}, at {archive.settings.public_url}/documents/{document.id}"
        )
