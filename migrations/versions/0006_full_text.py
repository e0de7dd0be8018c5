"""The full text of documents, and its index: FTS5 in SQLite, tsvector in PostgreSQL."""

import sqlalchemy as sa
from alembic import op

from starbond_site.documents import text_index

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, empty: documents are read when the site runs."""
    op.create_table(
        "page_text",
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), primary_key=True, autoincrement=False),
        sa.Column("page", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "extraction_claim",
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), primary_key=True, autoincrement=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
    )
    text_index.create(op.get_bind())


def downgrade() -> None:
    """Remove them."""
    text_index.drop(op.get_bind())
    op.drop_table("extraction_claim")
    op.drop_table("page_text")
