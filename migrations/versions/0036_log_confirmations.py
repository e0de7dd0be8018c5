"""Witnesses of the public log, and what they confirmed."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; the server adds the witnesses of its settings (`witnesses.ask`)."""
    op.create_table(
        "log_witness",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(500), nullable=False, unique=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claims", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("problem", sa.String(200), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "log_confirmation",
        sa.Column("checkpoint", sa.Integer, sa.ForeignKey("log_checkpoint.number"), primary_key=True),
        sa.Column("witness_id", sa.Integer, sa.ForeignKey("log_witness.id"), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("log_confirmation")
    op.drop_table("log_witness")
