"""``backup``, ``restore`` and ``move``: the whole site at once."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import expected_errors, fail, open_archive
from starbond_site.operations import backup
from starbond_site.operations import move as moving
from starbond_site.settings import Settings, settings


def back_up(target: Annotated[Path, typer.Argument(help="New folder for the backup.")]) -> None:
    """Back up database and files into a new folder, and verify the copy. The site may run meanwhile."""
    with open_archive() as archive:
        manifest = backup.create(archive, target)
    size = sum(file.size for file in manifest.files.values())
    typer.echo(f"Backed up and verified: {manifest.documents} documents, {size / 1_000_000:.1f} MB, in {target}")
    if manifest.damaged:
        fail(
            f"{len(manifest.damaged)} files were missing or altered before the backup and are not sound in it: "
            f"{', '.join(manifest.damaged)}. `check --bytes` names their documents."
        )


def restore_backup(
    source: Annotated[Path, typer.Argument(help="Folder of the backup.", exists=True, file_okay=False)],
    replace: Annotated[
        bool, typer.Option("--replace", help="Remove what the database holds. Stop the server.")
    ] = False,
) -> None:
    """Verify a backup and restore it into the database and the storage of the settings, which must be unused."""
    with expected_errors():
        done = backup.restore(settings(), source, replace=replace)
    moment = done.manifest.created_at
    typer.echo(
        f"Restored the backup of {moment:%d-%m-%Y %H:%M} UTC: {done.manifest.documents} documents, "
        f"{done.copied} files written, {done.present} were there already. Start the server, or restart it."
    )
    if done.leftover:
        typer.echo(f"{done.leftover} other files in the storage have no record: `check --repair` removes them.")
    if done.manifest.damaged:
        fail(f"Damaged or missing already when the backup was made: {', '.join(done.manifest.damaged)}")


def move(
    database: Annotated[
        str, typer.Option(envvar="STARBOND_MOVE_DATABASE_URL", help="postgresql://... of the new database.")
    ],
    storage: Annotated[str, typer.Option(envvar="STARBOND_MOVE_STORAGE", help="s3://bucket/prefix, or local.")],
) -> None:
    """Copy an embedded site (SQLite and a folder) to PostgreSQL and S3 and verify it. Run it again to catch up."""
    with expected_errors():
        source = settings()
        target = Settings.model_validate({"STARBOND_DATABASE_URL": database, "storage": storage})
        done = moving.move(source, target)
    typer.echo(
        f"Copied and verified: {done.documents} documents ({done.copied} files written, {done.present} were there "
        f"already), {done.rows} rows"
    )
    if not done.is_current:
        fail("The site has changed meanwhile. Stop the server and run `move` once more, before you start the new one.")
    typer.echo("The copy is complete. Set STARBOND_DATABASE_URL and STARBOND_STORAGE, and start the server with them.")
