"""The newsletter is a choice of mail alerts, and each choice is confirmed by itself: its subscribers and links move."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None
MOVED = (
    # What an address asked for that nobody has confirmed.
    """UPDATE alert_choice SET since_change = NULL
    WHERE subscriber_id IN (SELECT id FROM alert_subscriber WHERE confirmed_at IS NULL)""",
    # A process of the release before deletes what was asked for a week ago and is not confirmed.
    """INSERT INTO alert_subscriber (email, language, requested_at, consent_at, queued_change)
    SELECT email, language, CASE WHEN confirmed_at IS NULL THEN CURRENT_TIMESTAMP ELSE subscribed_at END, consent_at, 0
    FROM newsletter_subscriber WHERE true
    ON CONFLICT (email) DO NOTHING""",
    """UPDATE alert_subscriber
    SET (confirmed_at, consent_at) =
    (SELECT confirmed_at, consent_at FROM newsletter_subscriber WHERE email = alert_subscriber.email)
    WHERE confirmed_at IS NULL
    AND email IN (SELECT email FROM newsletter_subscriber WHERE confirmed_at IS NOT NULL)""",
    """INSERT INTO alert_choice (subscriber_id, category, since_change)
    SELECT alert.id, 'newsletter', CASE WHEN reader.confirmed_at IS NULL THEN NULL ELSE 0 END
    FROM newsletter_subscriber AS reader JOIN alert_subscriber AS alert ON alert.email = reader.email""",
    # Links that end the newsletter go on.
    """INSERT INTO alert_token (hash, subscriber_id, purpose, created_at)
    SELECT link.hash, alert.id, CASE link.purpose WHEN 'unsubscribe' THEN 'manage' ELSE link.purpose END,
    link.created_at
    FROM newsletter_token AS link JOIN newsletter_subscriber AS reader ON reader.id = link.subscriber_id
    JOIN alert_subscriber AS alert ON alert.email = reader.email WHERE true ON CONFLICT (hash) DO NOTHING""",
    """INSERT INTO outgoing_mail (kind, about, message_id, queued_at, due_at, attempts)
    SELECT 'alert-request', alert.id, mail.message_id, mail.queued_at, mail.due_at, mail.attempts
    FROM outgoing_mail AS mail JOIN newsletter_subscriber AS reader ON reader.id = mail.about
    JOIN alert_subscriber AS alert ON alert.email = reader.email WHERE mail.kind = 'confirmation'
    ON CONFLICT (kind, about) DO NOTHING""",
    "DELETE FROM outgoing_mail WHERE kind = 'confirmation'",
)
MOVED_BACK = (
    """INSERT INTO newsletter_subscriber (email, language, subscribed_at, consent_at, confirmed_at)
    SELECT email, language, requested_at, consent_at,
    CASE WHEN since_change IS NULL THEN NULL ELSE confirmed_at END
    FROM alert_subscriber JOIN alert_choice ON subscriber_id = id WHERE category = 'newsletter'""",
    """INSERT INTO newsletter_token (hash, subscriber_id, purpose, created_at)
    SELECT link.hash, reader.id, CASE link.purpose WHEN 'manage' THEN 'unsubscribe' ELSE link.purpose END,
    link.created_at
    FROM alert_token AS link JOIN alert_subscriber AS alert ON alert.id = link.subscriber_id
    JOIN newsletter_subscriber AS reader ON reader.email = alert.email""",
    "DELETE FROM alert_choice WHERE category = 'newsletter'",
    """DELETE FROM alert_choice WHERE since_change IS NULL
    AND subscriber_id IN (SELECT id FROM alert_subscriber WHERE confirmed_at IS NOT NULL)""",
    "DELETE FROM alert_token WHERE subscriber_id NOT IN (SELECT subscriber_id FROM alert_choice)",
    "DELETE FROM alert_subscriber WHERE id NOT IN (SELECT subscriber_id FROM alert_choice)",
    "UPDATE alert_choice SET since_change = 0 WHERE since_change IS NULL",
)


def upgrade() -> None:
    """Move everything: an address that both lists had is one subscriber."""
    _let_be_empty(is_allowed=True)
    for statement in MOVED:
        op.execute(statement)
    for table in ("newsletter_token", "newsletter_subscriber"):
        op.drop_table(table)


def downgrade() -> None:
    """Move the readers of the newsletter back, with all links of theirs."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "newsletter_subscriber",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("email", sa.String(320), nullable=False, unique=True),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("subscribed_at", moment, nullable=False),
        sa.Column("consent_at", moment, nullable=False),
        sa.Column("confirmed_at", moment),
        sqlite_autoincrement=True,
    )
    owner = sa.ForeignKey("newsletter_subscriber.id", ondelete="CASCADE")
    op.create_table(
        "newsletter_token",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("subscriber_id", sa.Integer, owner, nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("created_at", moment, nullable=False),
    )
    op.create_index("ix_newsletter_token_subscriber_id", "newsletter_token", ["subscriber_id"])
    for statement in MOVED_BACK:
        op.execute(statement)
    _let_be_empty(is_allowed=False)


def _let_be_empty(*, is_allowed: bool) -> None:
    with op.batch_alter_table("alert_choice") as table:
        table.alter_column("since_change", existing_type=sa.BigInteger(), nullable=is_allowed)
