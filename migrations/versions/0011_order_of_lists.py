"""The order of lists by the own dates of documents, and what can be selected of them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

CURRENT = sa.text("withdrawn_at IS NULL AND replaced_at IS NULL")
DATED = sa.text("coalesce(filed_at, published_at)")
INDEXES = {
    "document_dated": ["category", DATED, "id"],
    "document_dated_all": [DATED, "id"],
    "document_typed": ["category", "media_type"],
}


def upgrade() -> None:
    """Create the indexes."""
    for name, columns in INDEXES.items():
        op.create_index(name, "document", columns, sqlite_where=CURRENT, postgresql_where=CURRENT)


def downgrade() -> None:
    """Remove them."""
    for name in INDEXES:
        op.drop_index(name, "document")
