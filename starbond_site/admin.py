"""The administrator's command line: ``python -m starbond_site.admin``.

Exit status of every command: 0 on success, 1 when it refused or found a problem, 2 for wrong usage.
"""

import csv
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from pydantic import JsonValue, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel, col, select

from starbond_site import local_time
from starbond_site.categories import Category, NodeName
from starbond_site.contact.records import ContactMessage
from starbond_site.content import ContentError, missing_translations
from starbond_site.content import problems as content_problems
from starbond_site.content.sentences import refusal_sentence
from starbond_site.documents import archive as archives
from starbond_site.documents import bus, consistency, database, nodes
from starbond_site.documents.archive import Archive
from starbond_site.documents.audit import COMMAND_LINE
from starbond_site.documents.reading import published
from starbond_site.documents.records import Document
from starbond_site.documents.refusals import Refusal
from starbond_site.documents.storage import CHUNK
from starbond_site.documents.upload import Upload
from starbond_site.documents.withdraw import withdraw as withdraw_document
from starbond_site.newsletter.records import Subscriber

app = typer.Typer(help="Administers the site.", no_args_is_help=True, add_completion=False)
documents = typer.Typer(help="Documents of investors.", no_args_is_help=True)
node_commands = typer.Typer(help="The header's nodes, Financial and Dividend.", no_args_is_help=True)
messages = typer.Typer(help="What the contact form received.", no_args_is_help=True)
subscribers = typer.Typer(help="Subscribers of the newsletter.", no_args_is_help=True)
app.add_typer(documents, name="documents")
app.add_typer(node_commands, name="nodes")
app.add_typer(messages, name="messages")
app.add_typer(subscribers, name="subscribers")

Output = Annotated[Path | None, typer.Option(help="File to write; without it the terminal.")]


@documents.command("list")
def list_documents(
    category: Annotated[Category | None, typer.Argument(help="Only this list or single record.")] = None,
    withdrawn: Annotated[bool, typer.Option(help="Withdrawn and replaced ones too.")] = False,
) -> None:
    """List documents, newest first, with the id that `withdraw` wants."""
    wanted = select(Document).order_by(col(Document.id).desc())
    if category:
        wanted = wanted.where(Document.category == category.value)
    if not withdrawn:
        wanted = wanted.where(col(Document.withdrawn_at).is_(None), col(Document.replaced_at).is_(None))
    with _archive() as archive, database.reading(archive.engine) as session:
        rows = session.exec(wanted).all()
    for row in rows:
        state = "withdrawn" if row.withdrawn_at else "replaced" if row.replaced_at else "public"
        moment = local_time.in_dhaka(row.published_at)
        typer.echo(f"{row.id}\t{row.category}\t{moment:%d-%m-%Y %H:%M}\t{row.size}\t{state}\t{row.file_name}")
    typer.echo(f"{len(rows)} documents", err=True)


@documents.command("publish")
def publish_document(
    category: Annotated[Category, typer.Argument(help="List or single record.")],
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)],
    name: Annotated[str, typer.Option(help="Name to publish it under; without it the file's own.")] = "",
) -> None:
    """Publish a file, checked like every other."""
    with (
        _archive() as archive,
        Upload(archive, category.value, name or file.name, COMMAND_LINE, file.stat().st_size) as upload,
        file.open("rb") as content,
    ):
        while chunk := content.read(CHUNK):
            upload.write(chunk)
        document = upload.publish()
        address = archive.settings.public_url + document.download_url
    typer.echo(f"Published {document.file_name} in {category.value}, id {document.id}, at {address}")


@documents.command("withdraw")
def withdraw_by_id(number: Annotated[int, typer.Argument(metavar="ID", help="As `documents list` shows it.")]) -> None:
    """Withdraw a document: its record and its bytes stay, and nobody sees either."""
    with _archive() as archive:
        document = withdraw_document(archive, number, COMMAND_LINE)
    if document is None:
        _fail(f"There is no public document with the id {number}.")
    typer.echo(f"Withdrawn: {document.file_name} from {document.category}")


@node_commands.command("list")
def list_nodes() -> None:
    """List all nodes and single records with their values, as JSON."""
    with _archive() as archive:
        typer.echo(json.dumps(nodes.values(archive), ensure_ascii=False, indent=2))


@node_commands.command("set")
def set_node(
    name: NodeName,
    value: Annotated[
        str, typer.Argument(help="""JSON, such as '{"text": "Dividend 2026: 12%", "url": "/AllNotice"}'""")
    ],
) -> None:
    """Set a node. The header shows an object that has a text, and optionally a url."""
    try:
        parsed: JsonValue = json.loads(value)
    except ValueError as error:
        _fail(f"""The value is not JSON: {error}. An example: '{{"text": "Record date: 20-11-2026"}}'""")
    with _archive() as archive:
        nodes.put(archive, name, parsed, COMMAND_LINE)
    shown = "and shown in the header" if nodes.headline(parsed) else "and not shown: it is no object with a text"
    typer.echo(f"{name.value} is set, {shown}")


@node_commands.command("clear")
def clear_node(name: NodeName) -> None:
    """Clear a node: it holds nothing, and the header shows nothing."""
    with _archive() as archive:
        nodes.put(archive, name, None, COMMAND_LINE)
    typer.echo(f"{name.value} is cleared")


@messages.command("export")
def export_messages(output: Output = None) -> None:
    """Write all messages as CSV."""
    _export(ContactMessage, output)


@subscribers.command("export")
def export_subscribers(output: Output = None) -> None:
    """Write all subscribers as CSV."""
    _export(Subscriber, output)


@app.command("check")
def check_archive(
    repair: Annotated[bool, typer.Option("--repair", help="Remove what interrupted uploads left over.")] = False,
    read_bytes: Annotated[bool, typer.Option("--bytes", help="Read every file and compare its SHA-256.")] = False,
) -> None:
    """Compare records with stored files, both ways. Removes nothing that a record names."""
    with _archive() as archive:
        findings = consistency.check(archive, repair=repair, read_bytes=read_bytes)
    for document in findings.missing:
        typer.echo(f"Missing: the bytes of {_titled(document)}, stored as {document.key}")
    for document in findings.altered:
        typer.echo(f"Altered: the bytes of {_titled(document)}, stored as {document.key}")
    for key in findings.leftover:
        typer.echo(f"{'Removed' if repair else 'Left over from an interrupted upload'}: {key}")
    if findings.in_progress:
        typer.echo(f"Left alone: {findings.in_progress} files that uploads may be working on")
    typer.echo(
        f"Records: {findings.documents}, without their bytes: {len(findings.missing)}, "
        f"altered: {len(findings.altered)}, left over: {len(findings.leftover)}"
        f"{', removed' if repair and findings.leftover else ''}"
    )
    if not findings.is_sound:
        _fail("Bring the missing and altered files back from a backup, under the names above.")
    if findings.leftover and not repair:
        _fail("Run `check --repair` to remove what is left over.")


@app.command("content")
def check_content() -> None:
    """Check the content files: fields, references between files, and pictures. Run it before you restart the site."""
    if problems := content_problems():
        _fail("\n".join(problems))
    typer.echo("Content is complete")


@app.command("translations")
def list_translations() -> None:
    """List the texts that a reader of Bangla gets in English, with their files."""
    try:
        missing = missing_translations()
    except ContentError as mistake:
        _fail(str(mistake))
    for text in missing:
        typer.echo(text)
    typer.echo(f"{len(missing)} texts without a translation", err=True)
    if missing:
        raise typer.Exit(1)


@contextmanager
def _archive() -> Iterator[Archive]:
    """Provide the site's archive; print expected errors as one sentence and exit with status 1."""
    try:
        archive = archives.default()
        if archive.settings.redis_url and not archive.listeners:
            archive.listeners.append(bus.announcer(archive.settings.redis_url))
        yield archive
    except Refusal as refusal:
        _fail(refusal_sentence(refusal.code, values=refusal.values))
    except ValidationError as error:
        _fail("; ".join(f"{'.'.join(map(str, wrong['loc']))}: {wrong['msg']}" for wrong in error.errors()))
    except SQLAlchemyError as error:
        _fail(f"The database does not answer: {str(error).splitlines()[0]}")
    except OSError as error:
        _fail(f"{error.strerror}: {error.filename}")


def _titled(document: Document) -> str:
    """Return the file name, id and category of a document, for messages."""
    return f"{published(document).file_name} (id {document.id}, {document.category})"


def _export(table: type[SQLModel], output: Path | None) -> None:
    """Write a whole table as CSV."""
    with _archive() as archive, database.reading(archive.engine) as session:
        rows = [row.model_dump(mode="json") for row in session.exec(select(table)).all()]
        with output.open("w", newline="", encoding="utf-8") if output else nullcontext(sys.stdout) as target:
            writer = csv.DictWriter(target, list(table.model_fields))
            writer.writeheader()
            writer.writerows({name: _without_formula(value) for name, value in row.items()} for row in rows)
    typer.echo(f"{len(rows)} rows", err=True)


def _without_formula(value: JsonValue) -> JsonValue:
    """Prevent CSV injection: quote text that a spreadsheet would run as a formula, except telephone numbers."""
    if isinstance(value, str) and re.match(r"[=@\t\r]|[+-](?![\d ()-]+$)", value):
        return f"'{value}"
    return value


def _fail(sentence: str) -> NoReturn:
    """Print an error and exit with status 1."""
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


if __name__ == "__main__":
    app()
