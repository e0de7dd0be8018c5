"""Entry point of the command ``starbond``, and of ``python -m starbond_site.admin``."""

import typer

from starbond_site import features
from starbond_site.admin import demo, desk, documents, exports, keys, log, nodes, site
from starbond_site.admin.old_spellings import Group
from starbond_site.admin.session import expected_errors
from starbond_site.shared import logs, processes

app = typer.Typer(cls=Group, help="Administers the site.", no_args_is_help=True, add_completion=False)
app.add_typer(site.app)
app.command("desk")(desk.desk)
app.command("demo")(demo.demo)
app.add_typer(documents.app, name="documents")
app.add_typer(nodes.app, name="nodes")
app.add_typer(exports.messages, name="messages")
app.add_typer(keys.app, name="key")
app.add_typer(log.app, name="log")
for _hooks in features.hooks():
    if _hooks.commands:
        app.add_typer(_hooks.commands)


@app.callback()
def _every_command(context: typer.Context) -> None:
    context.with_resource(expected_errors())


def main() -> None:
    processes.keep_files_private()
    logs.configure("console")
    app(prog_name="starbond")


if __name__ == "__main__":
    main()
