"""Keys that sign receipts, and finding documents by their bytes."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and the index."""
    op.create_table(
        "signingkey",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("public", sa.String(64), nullable=False),
        sa.Column("private", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
    )
    op.create_index("document_bytes", "document", ["sha256"])


def downgrade() -> None:
    """Remove them."""
    op.drop_index("document_bytes", "document")
    op.drop_table("signingkey")
