"""Typed titles of documents, also of uploads that are not finished."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

TABLES = ("document", "unfinished_upload")


def upgrade() -> None:
    """Add the columns; the default is for the earlier release, which goes on writing rows without them."""
    for table in TABLES:
        op.add_column(table, sa.Column("title", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove them, and the titles from what is searched."""
    op.execute("UPDATE document SET search = lower(file_name) WHERE title <> ''")
    for table in TABLES:
        op.drop_column(table, "title")
