"""``documents``: list, publish, withdraw, pair and unpair; `desk` has what else the desk corrects."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import col, select

from starbond_site import content
from starbond_site.admin.session import DocumentId, day_option, fail, open_archive
from starbond_site.content.addresses import HAS_PAIRS
from starbond_site.documents import corrections, language_pairs, nodes
from starbond_site.documents.archive import COMMAND_LINE, Archive
from starbond_site.documents.audit import recording_refusals
from starbond_site.documents.publish import Submission, publish
from starbond_site.documents.records import IS_PUBLIC, Document
from starbond_site.documents.storage import chunks_of
from starbond_site.documents.uploaded_file import UploadedFile
from starbond_site.shared import local_time
from starbond_site.shared.categories import SINGLES, Category

app = typer.Typer(help="Documents of investors.", no_args_is_help=True)


@app.command("list")
def list_documents(
    category: Annotated[Category | None, typer.Argument(help="Only this list or single record.")] = None,
    withdrawn: Annotated[bool, typer.Option(help="Withdrawn and replaced ones too.")] = False,
) -> None:
    """List documents, last published first, with the id that `withdraw` wants."""
    wanted = select(Document).order_by(col(Document.id).desc())
    if category:
        wanted = wanted.where(Document.category == category.value)
    if not withdrawn:
        wanted = wanted.where(*IS_PUBLIC)
    rows = open_archive().read(lambda session: session.exec(wanted).all())
    for row in rows:
        state = "withdrawn" if row.withdrawn_at else "replaced" if row.replaced_at else "public"
        dated = f"\tdated {local_time.local_date(row.filed_at):%d-%m-%Y}" if row.filed_at else ""
        titled = f"\ttitle: {row.title}" if row.title else ""
        typer.echo(
            f"{row.id}\t{row.category}\t{local_time.written(row.published_at)}\t{row.size}\t{state}\t{row.file_name}{dated}{titled}"
        )
    typer.echo(f"{len(rows)} documents", err=True)


@app.command("publish")
def publish_document(
    category: Annotated[Category, typer.Argument(help="List or single record.")],
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)],
    name: Annotated[str, typer.Option(help="Name to publish it under; without it the file's own.")] = "",
    title: Annotated[str, typer.Option(help="What readers see first, above the name; without it the name alone.")] = "",
    filed: Annotated[
        date | None, day_option("--date", "Own date of a document of an earlier day: entered later.")
    ] = None,
) -> None:
    """Publish a file, checked like every other; one of an earlier day stands in its list at its own date."""
    wanted = Submission(category=category.value, name=name or file.name, title=title, filed_on=filed)
    archive = open_archive()
    with UploadedFile(archive, chunks_of(file)) as copy:
        with recording_refusals(archive, COMMAND_LINE, "publish", f"{category.value}/{wanted.name}"):
            document = publish(archive, wanted, copy, COMMAND_LINE)
        address = archive.settings.public_url + document.download_url
    dated = f", dated {local_time.local_date(document.filed_at):%d-%m-%Y}" if document.filed_at else ""
    typer.echo(f"Published {document.file_name} in {category.value}, id {document.id}, at {address}{dated}")
    if archive.looks.is_scan(document.sha256):
        typer.echo(content.read().interface.upload.scan, err=True)


@app.command("withdraw")
def withdraw_by_id(
    number: DocumentId,
    reason: Annotated[str, typer.Option(help="For the public, at most 500 characters; its page shows it.")] = "",
) -> None:
    """Withdraw a document: its record and its bytes stay, nobody sees the file, and its page says when and why.

    Where it was the current document of a single record (such as the prospectus), the one before is public again.
    """
    archive = open_archive()
    document = corrections.withdraw(archive, number, COMMAND_LINE, reason)
    restored = _current(archive, document.category)
    typer.echo(f"Withdrawn: {document.file_name} from {document.category}")
    if restored:
        typer.echo(f"Public in {document.category}: {restored.file_name}, id {restored.id}")


@app.command("pair", hidden=not HAS_PAIRS)
def pair_documents(
    english: Annotated[int, typer.Argument(metavar="ENGLISH", help="Id of the document in English.")],
    bangla: Annotated[int, typer.Argument(metavar="BANGLA", help="Id of the same document in Bangla.")],
) -> None:
    """Make two documents of one list one filing: each then links to the other language."""
    first, second = language_pairs.pair(open_archive(), english, bangla, COMMAND_LINE)
    typer.echo(f"Paired: {first.file_name} (English) and {second.file_name} (Bangla)")


@app.command("unpair")
def unpair_documents(number: Annotated[int, typer.Argument(metavar="ID", help="Of either document.")]) -> None:
    """End the pair of a document; both stay public."""
    ended = language_pairs.unpair(open_archive(), number, COMMAND_LINE)
    if ended is None:
        fail(f"The document {number} is in no pair.")
    typer.echo(f"No longer paired: {ended[0]} and {ended[1]}")


def _current(archive: Archive, category: str) -> Document | None:
    """Return the current document of a single record; None for a list."""
    if category not in SINGLES:
        return None
    return archive.read(lambda session: nodes.single(session, Category(category)))
