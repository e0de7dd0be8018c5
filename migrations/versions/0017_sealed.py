"""Filings that are sealed until a moment."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "sealed",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("category", sa.String(40), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("media_type", sa.String(100), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("key", sa.String(100), nullable=False, unique=True),
        sa.Column("release_at", moment, nullable=False),
        sa.Column("sealed_at", moment, nullable=False),
        sa.Column("author", sa.String(200), nullable=False),
        sa.Column("author_id", sa.Integer),
        sa.Column("editor", sa.String(200), nullable=False),
        sa.Column("editor_id", sa.Integer),
        sa.Column("needs_approval", sa.Boolean, nullable=False),
        sa.Column("approver", sa.String(200), nullable=False),
        sa.Column("approver_id", sa.Integer),
        sa.Column("approved_at", moment),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("preview_hash", sa.String(64), unique=True),
        sa.Column("problem", sa.String(40), nullable=False),
        sa.Column("problem_values", sa.JSON, nullable=False),
        sa.Column("released_at", moment),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), unique=True),
        sa.Column("cancelled_at", moment),
        sa.Column("cancel_reason", sa.String(500), nullable=False),
        sqlite_autoincrement=True,
    )
    waits = sa.text("state = 'sealed'")
    op.create_index("sealed_waiting", "sealed", ["release_at"], sqlite_where=waits, postgresql_where=waits)


def downgrade() -> None:
    """Remove it."""
    op.drop_table("sealed")
