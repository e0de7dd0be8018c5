"""Typed titles of filings that are sealed until a moment."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the default is for the earlier release, which goes on writing rows without it."""
    op.add_column("sealed", sa.Column("title", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove it; what is sealed is released under the name of its file then."""
    op.drop_column("sealed", "title")
