"""Product, language and version of safety data sheets, and alerts of those of one product."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

COLUMNS = {"product": 80, "language": 10, "version": 20}
LIST, TOPIC = sa.String(40), sa.String(121)


def upgrade() -> None:
    """Add the columns; the defaults are for the earlier release, which goes on writing rows without them."""
    for name, length in COLUMNS.items():
        op.add_column("document", sa.Column(name, sa.String(length), nullable=False, server_default=""))
    _widen(LIST, TOPIC)


def downgrade() -> None:
    """Remove them, and the choices that the earlier release does not know."""
    op.execute("DELETE FROM alert_choice WHERE category LIKE '%/%'")
    _widen(TOPIC, LIST)
    for name in COLUMNS:
        op.drop_column("document", name)


def _widen(before: sa.String, after: sa.String) -> None:
    """Change the length that a choice may have."""
    with op.batch_alter_table("alert_choice") as table:
        table.alter_column("category", existing_type=before, type_=after, existing_nullable=False)
