"""``nodes list``, ``set`` and ``clear``."""

import json
from datetime import datetime
from typing import Annotated

import typer
from pydantic import JsonValue

from starbond_site import content
from starbond_site.admin.session import fail, open_archive
from starbond_site.documents import nodes, snapshot
from starbond_site.documents.archive import COMMAND_LINE
from starbond_site.shared import local_time
from starbond_site.shared.categories import NodeName

app = typer.Typer(help="The header's nodes, Financial and Dividend.", no_args_is_help=True)


@app.command("list")
def list_nodes() -> None:
    """List all nodes and single records with their values, as JSON."""
    values = {name: view.value for name, view in snapshot.node_views(open_archive()).items()}
    typer.echo(json.dumps(values, ensure_ascii=False, indent=2))


@app.command("set")
def set_node(
    name: NodeName,
    value: Annotated[str, typer.Argument(help="""JSON, such as '{"text": "Dividend 2026: 12%", "url": "/filings"}'""")],
    until: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"], help="In the company's time: then it is cleared."
        ),
    ] = None,
) -> None:
    """Set a node. The header shows an object that has a text, and optionally a url, until it ends.

    The text is for all languages, or one for each: '{"text": {"en": "Record date", "bn": "রেকর্ড ডেট"}}'.
    """
    ends_at = local_time.moment_of(until) if until else None
    if ends_at and ends_at <= local_time.now():
        fail("That moment is past.")
    try:
        parsed: JsonValue = json.loads(value)
    except ValueError as error:
        fail(f"""The value is not JSON: {error}. An example: '{{"text": "Record date: 20-11-2026"}}'""")
    nodes.put(open_archive(), name, parsed, COMMAND_LINE, ends_at=ends_at)
    shown = "and shown in the header" if nodes.headline(parsed) else "and not shown: it is no object with a text"
    zone = content.read().company.time_zone_name
    ended = f", until {local_time.written(ends_at)} in {zone}" if ends_at else ""
    typer.echo(f"{name.value} is set, {shown}{ended}")


@app.command("clear")
def clear_node(name: NodeName) -> None:
    """Clear a node: it holds nothing, and the header shows nothing."""
    nodes.put(open_archive(), name, None, COMMAND_LINE)
    typer.echo(f"{name.value} is cleared")
