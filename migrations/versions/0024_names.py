"""One folding for names, titles and text, and an order by name in which "Notice 2" stands before "Notice 10"."""

import sqlalchemy as sa
from alembic import op

from starbond_site.documents import names

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and write both for every document; the earlier release goes on writing rows without it."""
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("document", sa.Column("sort_key", key, nullable=False, server_default=""))
    documents = sa.table("document", *map(sa.column, ("id", "title", "file_name", "search", "sort_key")))
    connection = op.get_bind()
    rows = connection.execute(sa.select(documents.c.id, documents.c.title, documents.c.file_name)).all()
    for number, title, file_name in rows:
        search = names.search_text(title, file_name)
        changed = documents.update().where(documents.c.id == number)
        connection.execute(changed.values(search=search, sort_key=names.sort_key(search)))


def downgrade() -> None:
    """Remove the column."""
    op.drop_column("document", "sort_key")
