"""Documents, nodes, versions and the audit that can only grow."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

CURRENT = sa.text("withdrawn_at IS NULL AND replaced_at IS NULL")
APPEND_ONLY_SQLITE = """
CREATE TRIGGER audit_no_{action} BEFORE {action} ON audit
BEGIN SELECT RAISE(ABORT, 'the audit can only grow'); END
"""
APPEND_ONLY_POSTGRESQL = (
    """
    CREATE FUNCTION audit_only_grows() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit can only grow'; END $$
    """,
    """
    CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_only_grows()
    """,
)


def upgrade() -> None:
    """Create everything."""
    _create_documents()
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "node",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.JSON),
        sa.Column("updated_at", moment, nullable=False),
    )
    # Its rows follow from the content: `documents.database.upgrade` adds those that are missing.
    op.create_table(
        "listversion",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", moment, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("right", sa.String(20), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("outcome", sa.String(40), nullable=False),
        sa.Column("detail", sa.String(500), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    _let_audit_only_grow()


def _create_documents() -> None:
    """Create the table of documents and its two partial indexes."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "document",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("category", sa.String(40), nullable=False),
        sa.Column("file_name", sa.String(255), nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("media_type", sa.String(100), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("key", sa.String(100), nullable=False, unique=True),
        sa.Column("published_at", moment, nullable=False),
        sa.Column("withdrawn_at", moment),
        sa.Column("replaced_at", moment),
        sqlite_autoincrement=True,
    )
    for name, column, unique in (("document_once", "sha256", True), ("document_newest", "id", False)):
        columns = ["category", column]
        op.create_index(name, "document", columns, unique=unique, sqlite_where=CURRENT, postgresql_where=CURRENT)


def _let_audit_only_grow() -> None:
    """Make the database itself refuse to change or remove a line of the audit."""
    if op.get_bind().dialect.name == "postgresql":
        for statement in APPEND_ONLY_POSTGRESQL:
            op.execute(statement)
    else:
        for action in ("UPDATE", "DELETE"):
            op.execute(APPEND_ONLY_SQLITE.format(action=action))


def downgrade() -> None:
    """Remove everything."""
    for table in ("audit", "listversion", "node", "document"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION audit_only_grows()")
