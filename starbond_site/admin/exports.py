"""``messages export``: whole tables as CSV."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlmodel import select

from starbond_site.admin.session import open_archive
from starbond_site.mail.contact import ContactMessage
from starbond_site.presentation import spreadsheet

messages = typer.Typer(help="What the contact form received.", no_args_is_help=True)
Output = Annotated[Path | None, typer.Option(help="File to write; without it the terminal.")]


@messages.command("export")
def export_messages(output: Output = None) -> None:
    """Write all messages as CSV."""
    found = open_archive().read(lambda session: session.exec(select(ContactMessage)).all())
    export([message.model_dump(mode="json") for message in found], [*ContactMessage.model_fields], output)


def export(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], output: Path | None, named: str = "rows", mark: str = ""
) -> None:
    """Write rows as CSV, in the order of the columns; a file begins with the mark."""
    with output.open("w", newline="", encoding="utf-8") if output else nullcontext(sys.stdout) as target:
        target.write(mark if output else "")
        spreadsheet.write(target, columns, ([row[name] for name in columns] for row in rows))
    typer.echo(f"{len(rows)} {named}", err=True)
