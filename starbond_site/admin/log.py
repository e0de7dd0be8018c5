"""``log verify``, ``log accept`` and ``log witness``: the public log."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import fail, open_archive
from starbond_site.documents import checkpoints, entries, witnesses
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.operations.witness import Witness, server
from starbond_site.shared import local_time

app = typer.Typer(help="The public log of filings, which outsiders check.", no_args_is_help=True)
COMPARED = {
    "unreadable": "{file} is no checkpoint: it should be the text of /log/checkpoint.",
    "foreign": "The checkpoint in {file} is of {origin}, and no listed key of this log signed it.",
    "newer": "The checkpoint in {file} covers {size} entries, and this log has fewer: entries were removed, or a "
    "backup was restored.",
    "other": "The checkpoint in {file} is signed by this log and covers {size} entries, which are not the first "
    "{size} of today: somebody was shown another log, or an entry was changed, left out or put in.",
}


@app.command("verify")
def verify_log(
    kept: Annotated[
        list[Path] | None, typer.Option("--checkpoint", help="A checkpoint that somebody kept.", dir_okay=False)
    ] = None,
) -> None:
    """Compare every entry with records, signatures and hashes, and kept checkpoints with today's log."""
    archive = open_archive()
    found = [*checkpoints.mistakes(archive), *witnesses.mistakes(archive)]
    for file in kept or ():
        given, state = checkpoints.compare(
            archive, file.read_text("utf-8", "replace"), checkpoints.public_keys(archive)
        )
        if state != "held":
            named = {"size": given.size, "origin": given.origin} if given else {}
            found.append(COMPARED[state].format(file=file, **named))
    for sentence in found:
        typer.echo(sentence)
    typer.echo(f"Entries: {archive.read(entries.size)}, mistakes: {len(found)}")
    if found:
        raise typer.Exit(1)


@app.command("accept")
def accept_log() -> None:
    """Go on after a backup was restored: an entry says for ever which checkpoint the log no longer holds."""
    if not checkpoints.accept(open_archive(), COMMAND_LINE):
        fail("The log holds all that was given out: there is nothing to accept.")
    typer.echo(
        "The log goes on, and says so. Empty the caches, which still have tiles of the lost entries: that of nginx "
        "(/var/cache/starbond-pages) and that of the CDN. Run this on every machine whose /_health still fails."
    )


@app.command("witness")
def run_witness(
    file: Annotated[Path, typer.Argument(help="All that the witness keeps; made at its first start.", dir_okay=False)],
    name: Annotated[str, typer.Option(help="Of a new witness, such as auditor.example.com/w1.")] = "",
    logs: Annotated[list[str] | None, typer.Option("--log", help="Key of a log to watch: a line of /log/keys.")] = None,
    host: Annotated[str, typer.Option(help="IPv4 address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8099,
) -> None:
    """Confirm to the logs of others that they have only grown; needs neither a site nor its settings."""
    witness = Witness(file, name, logs or ())
    with server(witness, host, port, lambda said: typer.echo(f"{local_time.written(local_time.now())} {said}")) as own:
        # Only now: another process that runs with the file has the port.
        witness.keep()
        typer.echo(f"Logs: {', '.join(witness.origins) or 'none yet, see --log'}")
        typer.echo(
            f'For the site, with the address of this witness: STARBOND_WITNESSES="{witness.key} https://ADDRESS"'
        )
        own.serve_forever()
