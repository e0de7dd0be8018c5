"""``check``: whether records and stored files agree."""

from typing import Annotated

import typer

from starbond_site.admin.session import fail, open_archive
from starbond_site.documents import consistency


def check_archive(
    repair: Annotated[bool, typer.Option("--repair", help="Remove what interrupted uploads left over.")] = False,
    read_bytes: Annotated[bool, typer.Option("--bytes", help="Read every file and compare its SHA-256.")] = False,
) -> None:
    """Compare records with stored files, both ways. Removes nothing that a record names."""
    with open_archive() as archive:
        findings = consistency.check(archive, repair=repair, read_bytes=read_bytes)
    for record in findings.missing:
        typer.echo(f"Missing: the bytes of {record.label}, stored as {record.key}")
    for record in findings.altered:
        typer.echo(f"Altered: the bytes of {record.label}, stored as {record.key}")
    for key in findings.leftover:
        typer.echo(f"{'Removed' if repair else 'Left over from an interrupted upload'}: {key}")
    if findings.in_progress:
        typer.echo(f"Left alone: {findings.in_progress} files that uploads may be working on")
    others = "".join(f", {name}: {number}" for name, number in findings.of_features.items() if number)
    typer.echo(
        f"Records: {findings.documents}{others}, without their bytes: {len(findings.missing)}, "
        f"altered: {len(findings.altered)}, "
        f"left over: {len(findings.leftover)}{', removed' if repair and findings.leftover else ''}"
    )
    if not findings.is_sound:
        fail("Bring the missing and altered files back from a backup, under the names above.")
    if findings.leftover and not repair:
        fail("Run `check --repair` to remove what is left over.")
