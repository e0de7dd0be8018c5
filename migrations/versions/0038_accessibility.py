"""What screen readers miss in a PDF, kept with what reading it found."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty: `starbond reindex` fills it for documents that were read before."""
    op.add_column("extraction", sa.Column("accessibility", sa.String(200)))


def downgrade() -> None:
    """Remove it."""
    op.drop_column("extraction", "accessibility")
