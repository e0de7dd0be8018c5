"""Unfinished uploads, which continue where the server has them."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "unfinished_upload",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(80), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("category", sa.String(40), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("pair", sa.Integer, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("ends_at", moment, nullable=False),
    )
    op.create_index("ix_unfinished_upload_network", "unfinished_upload", ["network"])
    op.create_index("ix_unfinished_upload_ends_at", "unfinished_upload", ["ends_at"])


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("unfinished_upload")
