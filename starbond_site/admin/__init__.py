"""The administrator's command line ``starbond``: one module per group of commands.

Exit status of every command: 0 on success, 1 when it refused or found a problem, 2 for wrong usage.
"""

import typer

from starbond_site import features
from starbond_site.admin import documents, exports, keys, nodes, site

app = typer.Typer(help="Administers the site.", no_args_is_help=True, add_completion=False)
app.add_typer(site.app)
app.add_typer(documents.app, name="documents")
app.add_typer(nodes.app, name="nodes")
app.add_typer(exports.messages, name="messages")
app.add_typer(keys.app, name="key")
for _module in features.modules("admin"):
    app.add_typer(_module.app)
