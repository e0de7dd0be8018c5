"""Documents that were named for a duty's period, and the reminders that were queued."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "duty_fulfilment",
        sa.Column("duty", sa.String(60), primary_key=True),
        sa.Column("period", sa.String(20), primary_key=True),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), nullable=False),
        sa.Column("at", moment, nullable=False),
    )
    op.create_table(
        "duty_reminder",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("duty", sa.String(60), nullable=False),
        sa.Column("period", sa.String(20), nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.UniqueConstraint("duty", "period", "stage"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("duty_reminder")
    op.drop_table("duty_fulfilment")
