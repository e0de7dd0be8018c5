"""Mail alerts by list: subscribers, their choices, hashes of mailed links, queued mails."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def _subscriber(**options: bool) -> sa.Column:
    return sa.Column(
        "subscriber_id",
        sa.Integer,
        sa.ForeignKey("alert_subscriber.id", ondelete="CASCADE"),
        nullable=False,
        autoincrement=False,
        **options,
    )


def upgrade() -> None:
    """Create the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "alert_subscriber",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("requested_at", moment, nullable=False),
        sa.Column("consent_at", moment, nullable=False),
        sa.Column("confirmed_at", moment),
        sa.Column("queued_change", sa.BigInteger, nullable=False),
        sa.Column("queued_at", moment),
        sa.UniqueConstraint("email"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "alert_choice",
        _subscriber(primary_key=True),
        sa.Column("category", sa.String(40), primary_key=True),
        sa.Column("since_change", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "alert_token",
        sa.Column("hash", sa.String(64), primary_key=True),
        _subscriber(),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("created_at", moment, nullable=False),
    )
    op.create_index("ix_alert_token_subscriber_id", "alert_token", ["subscriber_id"])
    op.create_table(
        "alert_mail",
        sa.Column("id", sa.Integer, primary_key=True),
        _subscriber(),
        sa.Column("batch", sa.String(32), nullable=False),
        sa.Column("after_change", sa.BigInteger, nullable=False),
        sa.Column("last_change", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_alert_mail_subscriber_id", "alert_mail", ["subscriber_id"])
    op.create_table(
        "alert_cursor",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("change", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("alert_cursor", "alert_mail", "alert_token", "alert_choice", "alert_subscriber"):
        op.drop_table(table)
