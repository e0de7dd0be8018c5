"""``key list``, ``rotate`` and ``revoke``: the keys that sign receipts."""

from typing import Annotated

import typer

from starbond_site.admin.session import fail, open_archive
from starbond_site.documents import signing
from starbond_site.documents.archive import COMMAND_LINE

app = typer.Typer(help="The keys that sign receipts of documents.", no_args_is_help=True)


@app.command("list")
def list_keys() -> None:
    """List the public keys, the one that signs first; the first call makes one."""
    for number, key in enumerate(signing.listed(open_archive())):
        typer.echo(f"{key.id}  {'earlier' if number else 'signs'}")


@app.command("rotate")
def rotate_key(
    *,
    revoke: Annotated[
        bool, typer.Option("--revoke", help="The old key got into other hands: its receipts no longer verify.")
    ] = False,
) -> None:
    """Sign with a fresh key from now on; receipts of the old one still verify, and its private half is erased."""
    key = signing.rotate(open_archive(), COMMAND_LINE, revoke=revoke)
    typer.echo(f"{key.id} signs from now on")


# An id is base64url (RFC 7638), and one in 64 begins with a hyphen, which is no option.
@app.command("revoke", context_settings={"ignore_unknown_options": True})
def revoke_key(key: Annotated[str, typer.Argument(help="Id of an earlier key, as `key list` prints it")]) -> None:
    """Stop listing an earlier key, so that its receipts no longer verify."""
    revoked = signing.revoke(open_archive(), key, COMMAND_LINE)
    if not revoked:
        fail(f"There is no listed key {key}: see `key list`.")
    typer.echo(f"{key} is revoked")
