"""The administrator's command line ``starbond``: one module per group of commands.

Exit status of every command: 0 on success, 1 when it refused or found a problem, 2 for wrong usage.
"""

import typer

from starbond_site import features
from starbond_site.admin import (
    backup,
    check,
    content,
    deploy,
    documents,
    exports,
    keys,
    nodes,
    reindex,
)

app = typer.Typer(help="Administers the site.", no_args_is_help=True, add_completion=False)
app.add_typer(documents.app, name="documents")
app.add_typer(nodes.app, name="nodes")
app.add_typer(exports.messages, name="messages")
app.add_typer(keys.app, name="key")
for _module in features.modules("admin"):
    app.add_typer(_module.app)
app.command("check")(check.check_archive)
app.command("reindex")(reindex.reindex)
app.command("backup")(backup.back_up)
app.command("restore")(backup.restore_backup)
app.command("move")(backup.move)
app.command("deploy")(deploy.deploy)
app.command("releases")(deploy.list_releases)
app.command("rollback")(deploy.roll_back)
app.command("content")(content.check_content)
app.command("translations")(content.list_translations)
