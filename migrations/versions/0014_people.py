"""Named people, their passkeys and sessions, and the links that invite them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "person",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("email", sa.String(320), nullable=False, unique=True),
        sa.Column("roles", sa.String(100), nullable=False),
        sa.Column("handle", sa.String(64), nullable=False, unique=True),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("disabled_at", moment),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "passkey",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False, index=True),
        sa.Column("credential", sa.String(1400), nullable=False, unique=True),
        sa.Column("public_key", sa.String(2000), nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("transports", sa.String(100), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("used_at", moment),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "person_session",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False, index=True),
        sa.Column("passkey_id", sa.Integer, sa.ForeignKey("passkey.id")),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("seen_at", moment, nullable=False),
        sa.Column("ends_at", moment, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("agent", sa.String(100), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "invitation",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("person.id"), nullable=False, index=True),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("ends_at", moment, nullable=False),
    )
    op.create_table(
        "passkey_challenge",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("challenge", sa.String(100), nullable=False),
        sa.Column("purpose", sa.String(100), nullable=False),
        sa.Column("ends_at", moment, nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("passkey_challenge", "invitation", "person_session", "passkey", "person"):
        op.drop_table(table)
