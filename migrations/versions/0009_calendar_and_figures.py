"""Announced dates, and the figures of statements."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NAMES = ("calendar", "figures")


def upgrade() -> None:
    """Create both tables and their versions."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "calendar_entry",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("uid", sa.String(36), nullable=False, unique=True),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("starts", sa.Time),
        sa.Column("ends", sa.Time),
        *(sa.Column(name, sa.String(200), nullable=False) for name in ("title", "title_bn", "place", "place_bn")),
        *(sa.Column(name, sa.String(1000), nullable=False) for name in ("note", "note_bn")),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("changed_at", moment, nullable=False),
        sa.Column("cancelled_at", moment),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "figure",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("document_id", sa.Integer, sa.ForeignKey("document.id"), nullable=False),
        sa.Column("period", sa.String(20), nullable=False),
        sa.Column("period_end", sa.Date, nullable=False),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.String(40), nullable=False),
        sa.Column("unit", sa.String(20), nullable=False),
        sa.Column("restated", sa.Boolean, nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("reason_bn", sa.String(500), nullable=False),
        sa.Column("entered_at", moment, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("figure_once", "figure", ["document_id", "period", "period_end", "name"], unique=True)
    versions = sa.table("listversion", sa.column("name", sa.String), sa.column("version", sa.BigInteger))
    op.bulk_insert(versions, [{"name": name, "version": 0} for name in NAMES])


def downgrade() -> None:
    """Remove them."""
    op.execute("DELETE FROM listversion WHERE name IN ('calendar', 'figures')")
    op.drop_table("figure")
    op.drop_table("calendar_entry")
