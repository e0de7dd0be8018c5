"""Headings and sheets of the parts of documents without pages."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the default is for the earlier release, which goes on writing rows without it."""
    op.add_column("page_text", sa.Column("label", sa.String(120), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("page_text", "label")
