"""``messages export``: whole tables as CSV."""

import sys
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import SQLModel, select

from starbond_site.admin.session import open_archive
from starbond_site.documents.archive import Archive
from starbond_site.mail.contact.records import ContactMessage
from starbond_site.presentation import spreadsheet

messages = typer.Typer(help="What the contact form received.", no_args_is_help=True)
Output = Annotated[Path | None, typer.Option(help="File to write; without it the terminal.")]


@messages.command("export")
def export_messages(output: Output = None) -> None:
    """Write all messages as CSV."""
    export(ContactMessage, output)


def export(table: type[SQLModel], output: Path | None, **further: Callable[[Archive], Mapping[int, str]]) -> None:
    """Write a whole table as CSV; ``further`` returns further columns, by name and id."""
    archive = open_archive()
    rows = [row.model_dump(mode="json") for row in archive.read(lambda session: session.exec(select(table)).all())]
    for name, column in further.items():
        values = column(archive)
        rows = [row | {name: values.get(int(row["id"]), "")} for row in rows]
    with output.open("w", newline="", encoding="utf-8") if output else nullcontext(sys.stdout) as target:
        columns = [*table.model_fields, *further]
        # Rows read from the database do not keep the order of the columns.
        spreadsheet.write(target, columns, ([row[name] for name in columns] for row in rows))
    typer.echo(f"{len(rows)} rows", err=True)
