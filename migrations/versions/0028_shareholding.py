"""Who owns the company, month by month."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

GROUPS = ("sponsors", "government", "institutions", "foreign", "public")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "shareholding",
        sa.Column("month_end", sa.Date, primary_key=True),
        *(sa.Column(f"{group}_percent", sa.String(10), nullable=False) for group in GROUPS),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("shareholding")
