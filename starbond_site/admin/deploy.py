"""``deploy``, ``releases`` and ``rollback``: what is served, without a moment in which nothing is."""

from pathlib import Path
from typing import Annotated

import typer

from starbond_site.admin.session import expected_errors, fail
from starbond_site.operations import deploy as deploying
from starbond_site.operations.releases import Releases
from starbond_site.operations.supervisor import servers
from starbond_site.reflex_adapter.serving import ROOT


def deploy(
    environment: Annotated[
        Path | None, typer.Option(help="Python environment of the release; without it a copy of this one.")
    ] = None,
) -> None:
    """Check and build this working copy beside the running site, then replace what is served in one step."""
    with expected_errors():
        release = deploying.deploy(ROOT, typer.echo, environment)
    typer.echo(f"Deployed: {release.name}")


def list_releases() -> None:
    """List the releases, newest first, what the running servers serve, and what went wrong last."""
    releases = Releases.of(ROOT)
    for release in releases.complete():
        typer.echo(f"{release.name}\tcurrent" if release == releases.current else release.name)
    for state in servers(releases):
        doing = f"serves {state['release']}" if state["release"] else "is starting"
        typer.echo(f"Process {state['pid']} {doing}. {state['problem']}".strip())


def roll_back(name: Annotated[str, typer.Argument(help="As `releases` shows it.")]) -> None:
    """Serve an earlier release again. The database keeps its present schema."""
    releases = Releases.of(ROOT)
    release = next((found for found in releases.complete() if found.name == name), None)
    if release is None:
        fail(f"There is no release {name}.")
    with expected_errors(), releases.locked():
        deploying.switch(releases, release)
    typer.echo(f"Serving {name}")
