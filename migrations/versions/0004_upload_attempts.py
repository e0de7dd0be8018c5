"""Attempts to upload, so that a page that lost its connection learns what became of its file."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "upload_attempt",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("alive_until", moment, nullable=False),
        sa.Column("outcome", sa.String(40), nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id")),
    )
    op.create_index("ix_upload_attempt_at", "upload_attempt", ["at"])


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("upload_attempt")
