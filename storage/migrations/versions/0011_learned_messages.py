"""Which messages memories were learned from, so that what is forgotten is gone from recall as well."""

from alembic import op

revision = "0011"
down_revision = "0010"

# Of old memories the message is found by its words in the session in which they were said.
_SAID_IN = """
    INSERT INTO learned_messages (user_id, session_id, seq, memory_id)
    SELECT items.user_id, items.session_id, CAST(split_part(items.ref, ':', 2) AS BIGINT), {memory_id}
    FROM memories JOIN recall_items AS items
        ON items.user_id = memories.user_id AND items.session_id = memories.session_id AND items.source = 'chat'
    WHERE memories.origin = 'chat' AND strpos(items.text, memories.{column} ->> 'text') > 0
    ON CONFLICT DO NOTHING
"""

STATEMENTS = (
    """
    CREATE TABLE learned_messages (
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        memory_id TEXT,
        CONSTRAINT pk_learned_messages PRIMARY KEY (user_id, session_id, seq),
        CONSTRAINT fk_learned_messages_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT fk_learned_messages_memory_id FOREIGN KEY(user_id, memory_id) REFERENCES memories (user_id, id),
        CONSTRAINT ck_learned_messages_seq_range CHECK (seq >= 1)
    )
    """,
    "CREATE INDEX ix_learned_messages_user_id_memory_id ON learned_messages (user_id, memory_id)",
    _SAID_IN.format(memory_id="NULL", column="corrected_from"),
    """
    DELETE FROM recall_items AS items USING learned_messages AS learned
    WHERE items.user_id = learned.user_id AND items.source = 'chat'
        AND items.ref = learned.session_id || ':' || learned.seq
    """,
    _SAID_IN.format(memory_id="memories.id", column="said"),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
