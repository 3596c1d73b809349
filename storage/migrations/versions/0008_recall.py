"""What is kept of texts so that they are found again."""

from alembic import op

revision = "0008"
down_revision = "0007"

STATEMENTS = (
    "ALTER TABLE sessions ADD COLUMN recalled_seq BIGINT DEFAULT '0' NOT NULL",
    # What a fork copied was said elsewhere and is found there.
    "UPDATE sessions SET recalled_seq = seed_length WHERE seed_length > 0",
    "ALTER TABLE sessions ADD CONSTRAINT ck_sessions_recalled_seq_range CHECK (recalled_seq >= 0)",
    """
    CREATE TABLE recall_items (
        user_id TEXT NOT NULL,
        source TEXT NOT NULL,
        ref TEXT NOT NULL,
        session_id TEXT,
        target_type TEXT NOT NULL,
        text TEXT NOT NULL,
        mention_at TIMESTAMP WITH TIME ZONE NOT NULL,
        event_start TIMESTAMP WITH TIME ZONE,
        event_end TIMESTAMP WITH TIME ZONE,
        importance DOUBLE PRECISION NOT NULL,
        status TEXT NOT NULL,
        terms TSVECTOR NOT NULL,
        CONSTRAINT pk_recall_items PRIMARY KEY (user_id, source, ref),
        CONSTRAINT fk_recall_items_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT fk_recall_items_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT ck_recall_items_source_known CHECK (source IN ('meinput', 'chat', 'memory_v2')),
        CONSTRAINT ck_recall_items_target_type_known CHECK (target_type IN (
            'commitment', 'calendar_event', 'todo', 'decision', 'person', 'preference', 'note'
        )),
        CONSTRAINT ck_recall_items_importance_range CHECK (importance BETWEEN 0 AND 1),
        CONSTRAINT ck_recall_items_status_known CHECK (status IN ('open', 'done')),
        CONSTRAINT ck_recall_items_event_in_order CHECK (event_start <= event_end)
    )
    """,
    # Entries wait in no list, which each search would have to go through.
    "CREATE INDEX ix_recall_items_terms ON recall_items USING gin (terms) WITH (fastupdate = off)",
    "CREATE INDEX ix_recall_items_mention_at ON recall_items (user_id, mention_at)",
    "CREATE INDEX ix_recall_items_event ON recall_items (user_id, coalesce(event_start, event_end))",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
