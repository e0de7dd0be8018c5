"""Disclosure clocks, and which mails and webhooks told of a change."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, empty."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "disclosure_clock",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("label", sa.String(200), nullable=False),
        sa.Column("duty", sa.String(60), nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("source", sa.String(300), nullable=False),
        sa.Column("decided_at", moment, nullable=False),
        sa.Column("exchange_told_at", moment),
        sa.Column("regulator_told_at", moment),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), index=True),
        sa.Column("started_at", moment, nullable=False),
        sa.Column("started_by", sa.String(200), nullable=False),
        sa.Column("closed_at", moment),
        sa.Column("closed_reason", sa.String(500), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "alert_log",
        sa.Column("change", sa.BigInteger, sa.ForeignKey("change.number"), primary_key=True, autoincrement=False),
        sa.Column("queued", sa.Integer, nullable=False),
        sa.Column("first_queued_at", moment, nullable=False),
        sa.Column("last_queued_at", moment, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
        sa.Column("first_sent_at", moment),
        sa.Column("last_sent_at", moment),
    )
    op.create_table(
        "webhook_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("webhook_id", sa.Integer, nullable=False),
        sa.Column("receiver", sa.String(64), nullable=False),
        sa.Column("first_change", sa.BigInteger, nullable=False),
        sa.Column("last_change", sa.BigInteger, nullable=False, index=True),
        sa.Column("confirmed_at", moment, nullable=False),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("webhook_log")
    op.drop_table("alert_log")
    op.drop_table("disclosure_clock")
