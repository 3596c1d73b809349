"""How long previews live: whether a timer runs for a revision, and when it expired."""

from alembic import op

revision = "0004"
down_revision = "0003"

STATEMENTS = (
    """
    ALTER TABLE previews
        ADD COLUMN timed_at TIMESTAMP WITH TIME ZONE,
        ADD COLUMN expired_at TIMESTAMP WITH TIME ZONE
    """,
    """
    CREATE INDEX ix_previews_untimed ON previews (session_id)
        WHERE timed_at IS NULL AND expired_at IS NULL
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
