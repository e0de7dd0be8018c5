"""The person who acted, in the audit."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("audit", sa.Column("person", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("audit", "person")
