"""The log of changes, what was found in documents, and what a document's own page says of it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create tables and columns, and log what happened before."""
    moment = sa.DateTime(timezone=True)
    op.add_column("document", sa.Column("withdrawn_reason", sa.String(500), nullable=False, server_default=""))
    op.add_column("document", sa.Column("replaced_by", sa.Integer))
    op.add_column("document", sa.Column("filed_at", moment))
    op.create_table(
        "change",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), nullable=False),
        sa.Column("at", moment, nullable=False),
    )
    op.create_index("ix_change_document_id", "change", ["document_id"])
    op.create_table(
        "extraction",
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), primary_key=True, autoincrement=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("pages", sa.Integer),
        sa.Column("picture_key", sa.String(100)),
        sa.Column("at", moment, nullable=False),
    )
    # The successor of a replaced document of a single record is the next one of its category.
    op.execute(
        "UPDATE document SET replaced_by = (SELECT min(later.id) FROM document AS later"
        " WHERE later.category = document.category AND later.id > document.id) WHERE replaced_at IS NOT NULL"
    )
    op.execute(
        "INSERT INTO change (number, kind, document_id, at)"
        " SELECT row_number() OVER (ORDER BY at, rank, document_id), kind, document_id, at FROM ("
        " SELECT 'published' AS kind, 1 AS rank, id AS document_id, published_at AS at FROM document"
        " UNION ALL SELECT 'replaced', 0, id, replaced_at FROM document WHERE replaced_at IS NOT NULL"
        " UNION ALL SELECT 'withdrawn', 2, id, withdrawn_at FROM document WHERE withdrawn_at IS NOT NULL) AS deeds"
    )
    op.execute("INSERT INTO listversion (name, version) SELECT 'changes', count(*) FROM change")


def downgrade() -> None:
    """Remove them."""
    op.execute("DELETE FROM listversion WHERE name = 'changes'")
    op.drop_table("extraction")
    op.drop_table("change")
    for column in ("filed_at", "replaced_by", "withdrawn_reason"):
        op.drop_column("document", column)
