"""``check``: whether records and stored files agree."""

from typing import Annotated

import typer

from starbond_site.admin.session import fail, open_archive
from starbond_site.documents import consistency
from starbond_site.documents.reading import published
from starbond_site.documents.records import Document


def check_archive(
    repair: Annotated[bool, typer.Option("--repair", help="Remove what interrupted uploads left over.")] = False,
    read_bytes: Annotated[bool, typer.Option("--bytes", help="Read every file and compare its SHA-256.")] = False,
) -> None:
    """Compare records with stored files, both ways. Removes nothing that a record names."""
    with open_archive() as archive:
        findings = consistency.check(archive, repair=repair, read_bytes=read_bytes)
    for document in findings.missing:
        typer.echo(f"Missing: the bytes of {_titled(document)}, stored as {document.key}")
    for document in findings.altered:
        typer.echo(f"Altered: the bytes of {_titled(document)}, stored as {document.key}")
    for filing in findings.missing_sealed:
        typer.echo(f"Missing: the bytes of sealed filing {filing.id}, stored as {filing.key}")
    for filing in findings.altered_sealed:
        typer.echo(f"Altered: the bytes of sealed filing {filing.id}, stored as {filing.key}")
    for key in findings.leftover:
        typer.echo(f"{'Removed' if repair else 'Left over from an interrupted upload'}: {key}")
    if findings.in_progress:
        typer.echo(f"Left alone: {findings.in_progress} files that uploads may be working on")
    missing = len(findings.missing) + len(findings.missing_sealed)
    altered = len(findings.altered) + len(findings.altered_sealed)
    sealed = f", sealed: {findings.sealed}" if findings.sealed else ""
    typer.echo(
        f"Records: {findings.documents}{sealed}, without their bytes: {missing}, altered: {altered}, "
        f"left over: {len(findings.leftover)}{', removed' if repair and findings.leftover else ''}"
    )
    if not findings.is_sound:
        fail("Bring the missing and altered files back from a backup, under the names above.")
    if findings.leftover and not repair:
        fail("Run `check --repair` to remove what is left over.")


def _titled(document: Document) -> str:
    return f"{published(document).file_name} (id {document.id}, {document.category})"
