"""Every call of a model: what it was asked, what it said, and what it cost."""

from alembic import op

revision = "0005"
down_revision = "0004"

STATEMENTS = (
    """
    CREATE TABLE model_calls (
        user_id TEXT NOT NULL,
        owner_kind TEXT NOT NULL,
        owner_id TEXT NOT NULL,
        step INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        endpoint TEXT NOT NULL,
        model TEXT NOT NULL,
        mode TEXT NOT NULL,
        prompt JSONB NOT NULL,
        answer TEXT NOT NULL,
        reasoning TEXT NOT NULL,
        outcome TEXT NOT NULL,
        problem TEXT NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        completion_tokens INTEGER NOT NULL,
        tokens_estimated BOOLEAN NOT NULL,
        started_at TIMESTAMP WITH TIME ZONE NOT NULL,
        seconds FLOAT NOT NULL,
        wait_seconds FLOAT NOT NULL,
        run_id TEXT GENERATED ALWAYS AS (CASE WHEN owner_kind = 'run' THEN owner_id END) STORED,
        CONSTRAINT pk_model_calls PRIMARY KEY (user_id, owner_kind, owner_id, step, attempt),
        CONSTRAINT fk_model_calls_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT fk_model_calls_run_id FOREIGN KEY(user_id, run_id) REFERENCES runs (user_id, id),
        CONSTRAINT ck_model_calls_owner_kind_known CHECK (owner_kind IN ('run', 'turn', 'preparation')),
        CONSTRAINT ck_model_calls_owner_id_ulid CHECK (owner_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT ck_model_calls_step_range CHECK (step >= 0),
        CONSTRAINT ck_model_calls_attempt_range CHECK (attempt >= 1),
        CONSTRAINT ck_model_calls_endpoint_not_blank CHECK (btrim(endpoint) <> ''),
        CONSTRAINT ck_model_calls_outcome_not_blank CHECK (btrim(outcome) <> ''),
        CONSTRAINT ck_model_calls_prompt_tokens_range CHECK (prompt_tokens >= 0),
        CONSTRAINT ck_model_calls_completion_tokens_range CHECK (completion_tokens >= 0),
        CONSTRAINT ck_model_calls_seconds_range CHECK (seconds >= 0),
        CONSTRAINT ck_model_calls_wait_seconds_range CHECK (wait_seconds >= 0)
    )
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
