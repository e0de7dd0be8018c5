"""The outbox: mails that wait to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the outbox, empty: messages that were not mailed yet are queued when the site starts."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "outgoing_mail",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("about", sa.Integer, nullable=False),
        sa.Column("message_id", sa.String(255), nullable=False),
        sa.Column("queued_at", moment, nullable=False),
        sa.Column("due_at", moment, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.UniqueConstraint("kind", "about"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outgoing_mail_due_at", "outgoing_mail", ["due_at"])


def downgrade() -> None:
    """Remove the outbox."""
    op.drop_table("outgoing_mail")
