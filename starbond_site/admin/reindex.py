"""``reindex``: reads the text of documents again."""

from typing import Annotated

import typer
from sqlmodel import col, select

from starbond_site.admin.session import fail, open_archive
from starbond_site.documents import database, text_index
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import NotReadError
from starbond_site.documents.extractor import Extractor, unread_or_failed
from starbond_site.documents.records import Document


def reindex(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[ID]...", help="As `documents list` shows it.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every document, and build the index anew.")] = False,
) -> None:
    """Read the text of documents: those that were not read or failed, the given ones, or all; print what was found."""
    with open_archive() as archive:
        found = _wanted(archive, numbers or [], everything=everything)
        if everything:
            with database.writing(archive.engine) as session:
                if archive.engine.dialect.name == "postgresql":
                    database.wait_for_ever(session.connection())
                text_index.rebuild(session.connection())
        extractor = Extractor(archive)
        failed = sum(not _read(extractor, document) for document in found)
    typer.echo(f"{len(found)} documents, {failed} could not be read", err=True)
    if failed:
        raise typer.Exit(1)


def _wanted(archive: Archive, numbers: list[int], *, everything: bool) -> list[Document]:
    """Return the documents to be read; an id that no public document has ends the command."""
    with database.reading(archive.engine) as session:
        if not numbers and not everything:
            return unread_or_failed(session)
        public = select(Document).where(col(Document.withdrawn_at).is_(None)).order_by(col(Document.id))
        found = list(session.exec(public if everything else public.where(col(Document.id).in_(numbers))))
    if missing := set(numbers) - {document.id for document in found}:
        fail(f"There is no public document with the id {min(missing)}.")
    return found


def _read(extractor: Extractor, document: Document) -> bool:
    """Read a document, print what was found, and return whether it could be read."""
    try:
        result = extractor.extract(document)
    except NotReadError as error:
        result = extractor.fail(document)
        typer.echo(f"{document.id}\t{document.category}\t{result.state}\t{document.file_name}\t{error}")
        return False
    pages = "" if result.pages is None else f"{result.pages} pages, "
    typer.echo(
        f"{document.id}\t{document.category}\t{result.state}\t{document.file_name}"
        f"\t{pages}{result.characters} characters"
    )
    return True
