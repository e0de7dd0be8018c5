"""``messages export`` and ``subscribers export``: whole tables as CSV."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import SQLModel, select

from starbond_site.admin import spreadsheet
from starbond_site.admin.session import open_archive
from starbond_site.contact.records import ContactMessage
from starbond_site.documents import database
from starbond_site.newsletter.records import Subscriber

messages = typer.Typer(help="What the contact form received.", no_args_is_help=True)
subscribers = typer.Typer(help="Subscribers of the newsletter.", no_args_is_help=True)

Output = Annotated[Path | None, typer.Option(help="File to write; without it the terminal.")]


@messages.command("export")
def export_messages(output: Output = None) -> None:
    """Write all messages as CSV."""
    _export(ContactMessage, output)


@subscribers.command("export")
def export_subscribers(output: Output = None) -> None:
    """Write all subscribers as CSV."""
    _export(Subscriber, output)


def _export(table: type[SQLModel], output: Path | None) -> None:
    """Write a whole table as CSV."""
    with open_archive() as archive, database.reading(archive.engine) as session:
        rows = [row.model_dump(mode="json") for row in session.exec(select(table)).all()]
        with output.open("w", newline="", encoding="utf-8") if output else nullcontext(sys.stdout) as target:
            spreadsheet.write(target, list(table.model_fields), rows)
    typer.echo(f"{len(rows)} rows", err=True)
