"""Dealers."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

PLACES = ("division", "district", "upazila")


def upgrade() -> None:
    """Create the table and its version."""
    texts = (("", PLACES), ("_bn", PLACES))
    op.create_table(
        "dealer",
        sa.Column("id", sa.Integer, primary_key=True),
        *(sa.Column(f"{name}{ending}", sa.String(60), nullable=False) for ending, names in texts for name in names),
        *(sa.Column(name, sa.String(120), nullable=False) for name in ("name", "name_bn")),
        *(sa.Column(name, sa.String(200), nullable=False) for name in ("address", "address_bn")),
        *(sa.Column(name, sa.String(16), nullable=False) for name in ("telephone", "whatsapp")),
        *(sa.Column(name, sa.Float(53)) for name in ("latitude", "longitude")),
        sqlite_autoincrement=True,
    )
    versions = sa.table("listversion", sa.column("name", sa.String), sa.column("version", sa.BigInteger))
    op.bulk_insert(versions, [{"name": "dealers", "version": 0}])


def downgrade() -> None:
    """Remove them."""
    op.execute("DELETE FROM listversion WHERE name = 'dealers'")
    op.drop_table("dealer")
