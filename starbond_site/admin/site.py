"""Commands about the whole site: check and reindex, backups, releases, and the content files."""

from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import col, select

from starbond_site import content
from starbond_site.admin.session import fail, open_archive
from starbond_site.content.checks import missing_pictures
from starbond_site.documents import checkpoints, consistency, database, text_index, witnesses
from starbond_site.documents.archive import Archive
from starbond_site.documents.extraction import NotReadError
from starbond_site.documents.extractor import Extractor, unread_or_failed
from starbond_site.documents.records import Document
from starbond_site.operations import backup
from starbond_site.operations import deploy as deploying
from starbond_site.operations import move as moving
from starbond_site.operations.releases import FAILED, Releases, read_json
from starbond_site.operations.supervisor import servers
from starbond_site.presentation.site_files import typefaces
from starbond_site.reflex_adapter import serving
from starbond_site.shared import processes
from starbond_site.shared.settings import Settings, settings
from starbond_site.web import few_addresses

app = typer.Typer()
NEARLY_ALL_PERCENT = 95
_FEW_ADDRESSES = (
    "Of the last {pages} pages {percent} % were asked for from {addresses} network addresses. If a CDN or another "
    'proxy is in front of the site, its readers share the limits of one address: docs/operating.md, "Behind a CDN".'
)


@app.command("check")
def check_archive(
    repair: Annotated[bool, typer.Option("--repair", help="Remove what interrupted uploads left over.")] = False,
    read_bytes: Annotated[bool, typer.Option("--bytes", help="Read every file and compare its SHA-256.")] = False,
) -> None:
    """Compare records with stored files, both ways. Removes nothing that a record names."""
    archive = open_archive()
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
    if went_back := checkpoints.went_back(archive):
        typer.echo(f"{went_back} Restore a newer backup, or see `log accept`.")
    for sentence in witnesses.silent(archive):
        typer.echo(sentence)
    found = read_json(settings().data_dir / few_addresses.FILE)
    if found.get("percent", 0) >= NEARLY_ALL_PERCENT:
        typer.echo(_FEW_ADDRESSES.format(pages=few_addresses.SAMPLE, **found))
    if not findings.is_sound:
        fail("Bring the missing and altered files back from a backup, under the names above.")
    if findings.leftover and not repair:
        fail("Run `check --repair` to remove what is left over.")


@app.command("reindex")
def reindex(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[ID]...", help="As `documents list` shows it.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every document, and build the index anew.")] = False,
) -> None:
    """Read the text of documents: those that were not read or failed, the given ones, or all; print what was found."""
    archive = open_archive()
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


@app.command("backup")
def back_up(
    target: Annotated[Path, typer.Argument(help="New folder for the backup.")],
    keep: Annotated[
        int | None, typer.Option(min=1, help="Of the backups in the folder above it, leave so many, the newest.")
    ] = None,
) -> None:
    """Back up database and files into a new folder, and verify the copy. The site may run meanwhile."""
    with processes.exit_when_told():
        manifest = backup.create(open_archive(), target)
    size = sum(file.size for file in manifest.files.values())
    typer.echo(f"Backed up and verified: {manifest.documents} documents, {size / 1_000_000:.1f} MB, in {target}")
    if manifest.damaged:
        fail(
            f"{len(manifest.damaged)} files were missing or altered before the backup and are not sound in it: "
            f"{', '.join(manifest.damaged)}. `check --bytes` names their documents."
        )
    for path in backup.rotate(target, keep) if keep else ():
        typer.echo(f"Removed: {path}")


@app.command("restore")
def restore_backup(
    source: Annotated[Path, typer.Argument(help="Folder of the backup.", exists=True, file_okay=False)],
    replace: Annotated[
        bool, typer.Option("--replace", help="Remove what the database holds. Stop the server.")
    ] = False,
) -> None:
    """Verify a backup and restore it into the database and the storage of the settings, which must be unused."""
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


@app.command("move")
def move(
    database: Annotated[
        str, typer.Option(envvar="STARBOND_MOVE_DATABASE_URL", help="postgresql://... of the new database.")
    ],
    storage: Annotated[str, typer.Option(envvar="STARBOND_MOVE_STORAGE", help="s3://bucket/prefix, or local.")],
) -> None:
    """Copy an embedded site (SQLite and a folder) to PostgreSQL and S3 and verify it. Run it again to catch up."""
    target = Settings.model_validate({"STARBOND_DATABASE_URL": database, "storage": storage})
    done = moving.move(settings(), target)
    typer.echo(
        f"Copied and verified: {done.documents} documents ({done.copied} files written, {done.present} were there "
        f"already), {done.rows} rows"
    )
    if not done.is_current:
        fail("The site has changed meanwhile. Stop the server and run `move` once more, before you start the new one.")
    typer.echo("The copy is complete. Set STARBOND_DATABASE_URL and STARBOND_STORAGE, and start the server with them.")


@app.command("deploy")
def deploy(
    environment: Annotated[
        Path | None, typer.Option(help="Python environment of the release; without it a copy of this one.")
    ] = None,
) -> None:
    """Check and build this working copy beside the running site, then replace what is served in one step."""
    release = deploying.deploy(serving.ROOT, typer.echo, environment)
    typer.echo(f"Deployed: {release.name}")


@app.command("releases")
def list_releases() -> None:
    """List the releases, newest first, what is served on which port, and what went wrong last."""
    releases = Releases.of(serving.ROOT)
    for release in releases.complete():
        notes = {"current": release == releases.current, "did not start": (release / FAILED).exists()}
        typer.echo("\t".join([release.name, *(note for note, holds in notes.items() if holds)]))
    for state in servers(releases):
        doing = f"serves {state['release']}" if state["release"] else "is starting"
        typer.echo(f"Process {state['pid']} on port {state.get('port', '?')} {doing}. {state['problem']}".strip())


@app.command("rollback")
def roll_back(name: Annotated[str, typer.Argument(help="As `releases` shows it.")]) -> None:
    """Serve an earlier release again. The database keeps its present schema."""
    releases = Releases.of(serving.ROOT)
    release = next((found for found in releases.complete() if found.name == name), None)
    if release is None:
        fail(f"There is no release {name}.")
    with releases.locked():
        deploying.switch(releases, release)
    typer.echo(f"Serving {name}")


@app.command("content")
def check_content() -> None:
    """Check the content files: fields, references between files, and pictures. Run it before you restart the site."""
    if problems := content.problems():
        fail("\n".join(problems))
    for line in missing_pictures(content.read()):
        typer.echo(f"no picture yet, a placeholder stands for it: {line}")
    letters = typefaces.warnings()
    for sentence in letters:
        typer.echo(sentence)
    for sentence in serving.warnings_of(Releases.of(serving.ROOT).current or serving.ROOT):
        if sentence not in letters:
            typer.echo(f"as last built: {sentence}")
    typer.echo("Content is complete")


@app.command("translations")
def list_translations() -> None:
    """List the texts that readers get in the first language in place of their own, with their files."""
    missing = content.missing_translations()
    for text in missing:
        typer.echo(text)
    typer.echo(f"{len(missing)} texts without a translation", err=True)
    if missing:
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
        state, found = extractor.extract(document)
    except NotReadError as error:
        extractor.fail(document)
        typer.echo(f"{document.id}\t{document.category}\tfailed\t{document.file_name}\t{error}")
        return False
    pages, characters = "" if found.pages is None else f"{found.pages} pages, ", sum(map(len, found.texts))
    typer.echo(f"{document.id}\t{document.category}\t{state}\t{document.file_name}\t{pages}{characters} characters")
    return True
