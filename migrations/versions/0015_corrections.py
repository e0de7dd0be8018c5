"""Finding what a document replaced, in every list, and the end of a header line."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index and the column."""
    op.create_index("document_successor", "document", ["replaced_by"])
    op.add_column("node", sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Remove them."""
    op.drop_column("node", "ends_at")
    op.drop_index("document_successor", "document")
