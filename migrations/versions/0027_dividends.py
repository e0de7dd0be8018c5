"""Dividends by year, and the hashes of those for whom something waits."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "dividend",
        sa.Column("year_end", sa.Date, primary_key=True),
        sa.Column("cash", sa.String(20), nullable=False),
        sa.Column("stock", sa.String(20), nullable=False),
        sa.Column("record_date", sa.Date, nullable=False),
        sa.Column("meeting", sa.Date),
        sa.Column("paid_on", sa.Date),
        sa.Column("unclaimed", sa.String(20), nullable=False),
    )
    op.create_table("dividend_waiting", sa.Column("digest", sa.String(64), primary_key=True))


def downgrade() -> None:
    """Remove them."""
    op.drop_table("dividend_waiting")
    op.drop_table("dividend")
