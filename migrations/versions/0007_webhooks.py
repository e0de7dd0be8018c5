"""Webhooks: addresses that are told of every change."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, empty."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "webhook",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("url", sa.String(500), nullable=False, unique=True),
        sa.Column("secret", sa.String(100), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("is_private", sa.Boolean, nullable=False),
        sa.Column("cursor", sa.BigInteger, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("due_at", moment, nullable=False),
        sa.Column("claims", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("failing_since", moment),
        sa.Column("problem", sa.String(200), nullable=False),
        sa.Column("stopped_at", moment),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("webhook")
