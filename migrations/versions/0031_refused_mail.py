"""Of which filing, and on which day, a mail was refused."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None
COLUMNS = (
    sa.Column("refused_at", sa.DateTime(timezone=True)),
    sa.Column("refused_change", sa.BigInteger, nullable=False, server_default="0"),
)


def upgrade() -> None:
    """Add the columns; an address that was refused once by the earlier release counts as refused on another day."""
    for column in COLUMNS:
        op.add_column("alert_subscriber", column)


def downgrade() -> None:
    """Remove them."""
    for column in COLUMNS:
        op.drop_column("alert_subscriber", column.name)
