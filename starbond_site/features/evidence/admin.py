"""``evidence``: everything that shows what was published as one document, as one ZIP."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import DocumentId, open_archive
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.features.evidence import pack, pack_files

app = typer.Typer()


@app.command("evidence")
def write_evidence(
    number: DocumentId,
    output: Annotated[
        Path | None, typer.Option(help="File to write, which must not exist; without it evidence-ID.zip.")
    ] = None,
) -> None:
    """Write the evidence of a document: bytes, receipt, audit, logs, and how to verify them (docs/evidence.md)."""
    target = output or Path(f"{pack_files.folder(number)}.zip")
    with target.open("x+b") as file:
        try:
            made = pack.write(open_archive(), number, COMMAND_LINE, file)
        except BaseException:
            target.unlink()
            raise
    typer.echo(f"Written: {target}, {made.files} files, {target.stat().st_size} bytes")
