"""Alembic's entry: upgrades over the connection it is given, or over the configured database."""

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

from starbond_site.documents import database, records  # noqa: F401
from starbond_site.mail import contact  # noqa: F401  the tables register themselves
from starbond_site.shared.settings import settings


def _migrate(connection: Connection) -> None:
    """Run the migrations in one transaction."""
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    _migrate(given)
else:
    with database.create(settings().database_url).execution_options(writes=True).begin() as own:
        _migrate(own)
