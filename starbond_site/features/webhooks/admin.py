"""``webhooks add``, ``list``, ``remove``, ``resume``, ``rotate`` and ``test``."""

from datetime import datetime
from typing import Annotated

import typer

from starbond_site.admin.session import fail, open_archive
from starbond_site.features.webhooks import service
from starbond_site.features.webhooks.sending import SendingFailed
from starbond_site.features.webhooks.service import Webhook
from starbond_site.shared import local_time

app = typer.Typer(name="webhooks", help="Addresses that are told of every change of documents.", no_args_is_help=True)
WebhookNumber = Annotated[int, typer.Argument(metavar="ID", help="As `webhooks list` shows it.")]


@app.command("add")
def add_webhook(
    url: Annotated[str, typer.Argument(help="Where to post, such as https://mirror.example.com/filings")],
    after: Annotated[
        int | None,
        typer.Option(help="Begin after the change with this number; 0 begins with the first. Default: with the next."),
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="Allow private networks and this machine.")] = False,
) -> None:
    """Add a webhook, and print the secret with which its receiver verifies what comes."""
    webhook = service.add(open_archive(), url, after, is_private=private)
    typer.echo(f"Webhook {webhook.id} begins after change {webhook.cursor}. The receiver verifies with this secret,")
    typer.echo("which is not shown again:")
    typer.echo(webhook.secret)


@app.command("list")
def list_webhooks() -> None:
    """List all webhooks: how far each has come, and what is wrong."""
    archive = open_archive()
    found, newest = service.webhooks_and_newest_change(archive)
    site = archive.settings.public_url
    for webhook in found:
        typer.echo(f"{webhook.id}\t{webhook.url}\t{webhook.cursor} of {newest}\t{_state(webhook, newest, site)}")
    typer.echo(f"{len(found)} webhooks", err=True)


@app.command("remove")
def remove_webhook(number: WebhookNumber) -> None:
    """Remove a webhook and forget its secret."""
    webhook = service.remove(open_archive(), number)
    typer.echo(f"Removed: {webhook.url}")


@app.command("resume")
def resume_webhook(number: WebhookNumber) -> None:
    """Try at once: after a receiver was repaired, or the address of this site has changed."""
    webhook = service.resume(open_archive(), number)
    typer.echo(f"Webhook {webhook.id} goes on after change {webhook.cursor}")


@app.command("rotate")
def rotate_webhook(number: WebhookNumber) -> None:
    """Make a new secret; for a day every message is signed with both."""
    webhook = service.rotate(open_archive(), number)
    typer.echo(
        f"Both secrets sign until {_written(webhook.old_until)}. The receiver verifies with this one from now on,"
    )
    typer.echo("which is not shown again:")
    typer.echo(webhook.secret)


@app.command("test")
def test_webhook(number: WebhookNumber) -> None:
    """Post a signed message without changes, and say what the receiver answered."""
    try:
        status = service.test(open_archive(), number)
    except SendingFailed as failure:
        fail(f"Not confirmed: {failure}.")
    typer.echo(f"Confirmed with status {status}")


def _state(webhook: Webhook, newest: int, site: str) -> str:
    if webhook.site != site:
        return f"belongs to {webhook.site}, this site is {site}: `webhooks resume {webhook.id}` takes it over"
    if webhook.stopped_at:
        return (
            f"stopped on {_written(webhook.stopped_at)}, not confirmed since {_written(webhook.failing_since)}: "
            f"{webhook.problem}; `webhooks resume {webhook.id}` goes on"
        )
    if webhook.failures:
        return (
            f"not confirmed since {_written(webhook.failing_since)}, {webhook.failures} attempts: {webhook.problem}; "
            f"the next one is at {_written(webhook.due_at)}"
        )
    return "up to date" if webhook.cursor == newest else "being posted"


def _written(moment: datetime | None) -> str:
    return local_time.written(moment) if moment else "?"
