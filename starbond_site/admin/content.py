"""``content`` and ``translations``: what is wrong or missing in the content files."""

import typer

from starbond_site.admin.session import fail
from starbond_site.content import ContentError, missing_translations, pictures_to_take
from starbond_site.content import problems as content_problems
from starbond_site.operations.releases import Releases
from starbond_site.reflex_adapter import serving


def check_content() -> None:
    """Check the content files: fields, references between files, and pictures. Run it before you restart the site."""
    if problems := content_problems():
        fail("\n".join(problems))
    for line in pictures_to_take():
        typer.echo(f"no picture yet, a placeholder stands for it: {line}")
    for sentence in serving.warnings_of(Releases.of(serving.ROOT).current or serving.ROOT):
        typer.echo(f"as last built: {sentence}")
    typer.echo("Content is complete")


def list_translations() -> None:
    """List the texts that readers get in the first language in place of their own, with their files."""
    try:
        missing = missing_translations()
    except ContentError as mistake:
        fail(str(mistake))
    for text in missing:
        typer.echo(text)
    typer.echo(f"{len(missing)} texts without a translation", err=True)
    if missing:
        raise typer.Exit(1)
