"""Contact messages, newsletter subscribers, and the hashes of the links mailed to them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create everything."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "contact_message",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("reference", sa.String(20), nullable=False, unique=True),
        sa.Column("received_at", moment, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("phone", sa.String(60), nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("consent_at", moment, nullable=False),
        sa.Column("mailed_at", moment),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_contact_message_received_at", "contact_message", ["received_at"])
    op.create_table(
        "newsletter_subscriber",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("email", sa.String(320), nullable=False, unique=True),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("subscribed_at", moment, nullable=False),
        sa.Column("consent_at", moment, nullable=False),
        sa.Column("confirmed_at", moment),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "newsletter_token",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column(
            "subscriber_id", sa.Integer, sa.ForeignKey("newsletter_subscriber.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("created_at", moment, nullable=False),
    )
    op.create_index("ix_newsletter_token_subscriber_id", "newsletter_token", ["subscriber_id"])


def downgrade() -> None:
    """Remove everything."""
    for table in ("newsletter_token", "newsletter_subscriber", "contact_message"):
        op.drop_table(table)
