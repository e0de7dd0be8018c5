"""Who made the link of a passkey, the domain that passkeys belong to, and addresses that refuse mail."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None
MOMENT = sa.DateTime(timezone=True)
COLUMNS = (
    ("invitation", sa.Column("made_by", sa.Integer)),
    ("person", sa.Column("enrolled_by", sa.Integer)),
    ("person", sa.Column("enrolled_at", MOMENT)),
    ("passkey", sa.Column("domain", sa.String(255), nullable=False, server_default="")),
    ("alert_subscriber", sa.Column("refusals", sa.Integer, nullable=False, server_default="0")),
    ("alert_subscriber", sa.Column("suspended_at", MOMENT)),
)


def upgrade() -> None:
    """Add the columns; the defaults are for the earlier release, which goes on writing rows without them."""
    for table, column in COLUMNS:
        op.add_column(table, column)


def downgrade() -> None:
    """Remove them."""
    for table, column in COLUMNS:
        op.drop_column(table, column.name)
