"""Several dividends of a year: their kinds, when they were declared, and what calendar programs need."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None
OWN = (
    sa.Column("year_end", sa.Date, primary_key=True),
    sa.Column("cash", sa.String(20), nullable=False),
    sa.Column("stock", sa.String(20), nullable=False),
    sa.Column("record_date", sa.Date, nullable=False),
    sa.Column("meeting", sa.Date),
    sa.Column("paid_on", sa.Date),
    sa.Column("unclaimed", sa.String(20), nullable=False),
)


def upgrade() -> None:
    """Let the year and the kind name a dividend: those there are final ones, as are those of the earlier release."""
    _replace(
        "INSERT INTO dividend (year_end, cash, stock, record_date, meeting, paid_on, unclaimed)"
        " SELECT year_end, cash, stock, record_date, meeting, paid_on, unclaimed FROM dividend_before",
        sa.Column("kind", sa.String(20), primary_key=True, server_default="final"),
        sa.Column("declared_on", sa.Date),
        sa.Column("sequence", sa.Integer, nullable=False, server_default="0"),
        sa.Column(
            "changed_at", sa.DateTime(timezone=True), nullable=False, server_default="1970-01-01 00:00:00.000000+00:00"
        ),
    )


def downgrade() -> None:
    """Keep the final dividends, which alone the earlier release can have."""
    _replace(
        "INSERT INTO dividend SELECT year_end, cash, stock, record_date, meeting, paid_on, unclaimed"
        " FROM dividend_before WHERE kind = 'final'"
    )


def _replace(copying: str, *more: sa.Column[object]) -> None:
    """Create the table anew, since SQLite cannot change what names a row."""
    op.rename_table("dividend", "dividend_before")
    op.create_table("dividend", *OWN, *more)
    op.execute(copying)
    op.drop_table("dividend_before")
