"""The public log: its entries, the hashes of whole subtrees, and signed checkpoints."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; the server enters what was published before (`entries.add_changes`)."""
    op.create_table(
        "log_entry",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("leaf", sa.Text, nullable=False),
        sa.Column("change", sa.BigInteger, unique=True),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id")),
    )
    op.create_index("ix_log_entry_document_id", "log_entry", ["document_id"])
    op.create_table(
        "log_node",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "log_checkpoint",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("key_id", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("ix_log_checkpoint_size", "log_checkpoint", ["size"])
    # Locked by whoever signs, so that publications do not wait for it.
    op.execute("INSERT INTO listversion (name, version) VALUES ('log', 0)")


def downgrade() -> None:
    """Remove them."""
    op.execute("DELETE FROM listversion WHERE name = 'log'")
    for table in ("log_checkpoint", "log_node", "log_entry"):
        op.drop_table(table)
