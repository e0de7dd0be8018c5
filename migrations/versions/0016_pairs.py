"""Documents that are one filing in English and in Bangla."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "language_pair",
        sa.Column("english", sa.Integer, sa.ForeignKey("document.id"), primary_key=True, autoincrement=False),
        sa.Column("bangla", sa.Integer, sa.ForeignKey("document.id"), nullable=False, unique=True),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("language_pair")
