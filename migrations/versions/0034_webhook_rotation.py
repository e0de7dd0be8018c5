"""The secret of a webhook before the present one, and until when it signs too."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None
COLUMNS = (
    sa.Column("old_secret", sa.String(100), nullable=False, server_default=""),
    sa.Column("old_until", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    """Add the columns."""
    for column in COLUMNS:
        op.add_column("webhook", column)


def downgrade() -> None:
    """Remove them."""
    for column in COLUMNS:
        op.drop_column("webhook", column.name)
