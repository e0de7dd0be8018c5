"""Accounts of the company's sign-in, and the sign-ins that are under way."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "company_account",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("issuer", sa.String(500), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("used_at", moment, nullable=False),
        sa.UniqueConstraint("issuer", "subject"),
        sa.UniqueConstraint("person_id", "issuer"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "company_sign_in",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(128), nullable=False),
        sa.Column("next_page", sa.String(200), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("ends_at", moment, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("company_sign_in", "company_account"):
        op.drop_table(table)
