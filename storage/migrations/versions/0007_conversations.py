"""Turns of conversations, reminders, and how sessions live."""

from alembic import op

revision = "0007"
down_revision = "0006"

STATEMENTS = (
    """
    ALTER TABLE sessions
        ADD COLUMN role TEXT DEFAULT 'root' NOT NULL,
        ADD COLUMN active_at TIMESTAMP WITH TIME ZONE
    """,
    "UPDATE sessions SET active_at = created_at",
    """
    ALTER TABLE sessions
        ALTER COLUMN active_at SET NOT NULL,
        ADD CONSTRAINT ck_sessions_role_known CHECK (role IN ('root', 'child')),
        ADD CONSTRAINT ck_sessions_child_has_parent CHECK (role = 'root' OR parent_id IS NOT NULL)
    """,
    """
    CREATE TABLE turns (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        origin TEXT NOT NULL,
        status TEXT NOT NULL,
        locale TEXT NOT NULL,
        kind TEXT,
        run_id TEXT,
        last_seq BIGINT DEFAULT '0' NOT NULL,
        outcome_code TEXT,
        outcome_detail TEXT,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        started_at TIMESTAMP WITH TIME ZONE,
        finished_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_turns PRIMARY KEY (id),
        CONSTRAINT uq_turns_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_turns_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT uq_turns_session_id_seq UNIQUE (session_id, seq),
        CONSTRAINT fk_turns_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT fk_turns_run_id FOREIGN KEY(user_id, run_id) REFERENCES runs (user_id, id),
        CONSTRAINT ck_turns_seq_range CHECK (seq >= 1),
        CONSTRAINT ck_turns_origin_known CHECK (origin IN ('person', 'reminder')),
        CONSTRAINT ck_turns_status_known CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
        CONSTRAINT ck_turns_last_seq_range CHECK (last_seq >= 0),
        CONSTRAINT ck_turns_closed_when_finished CHECK ((status IN ('queued', 'running')) = (finished_at IS NULL)),
        CONSTRAINT ck_turns_failure_has_code CHECK (status <> 'failed' OR outcome_code IS NOT NULL)
    )
    """,
    "CREATE INDEX ix_turns_open ON turns (session_id, seq) WHERE finished_at IS NULL",
    "CREATE UNIQUE INDEX uq_turns_running ON turns (user_id, session_id) WHERE status = 'running'",
    """
    CREATE TABLE turn_events (
        user_id TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        step INTEGER NOT NULL,
        stage TEXT NOT NULL,
        ordinal INTEGER NOT NULL,
        detail TEXT NOT NULL,
        data JSONB NOT NULL,
        at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_turn_events PRIMARY KEY (turn_id, seq),
        CONSTRAINT uq_turn_events_turn_id_step_stage_ordinal UNIQUE (turn_id, step, stage, ordinal),
        CONSTRAINT fk_turn_events_turn_id FOREIGN KEY(user_id, turn_id) REFERENCES turns (user_id, id),
        CONSTRAINT ck_turn_events_seq_range CHECK (seq >= 1),
        CONSTRAINT ck_turn_events_step_range CHECK (step >= 0),
        CONSTRAINT ck_turn_events_ordinal_range CHECK (ordinal >= 1),
        CONSTRAINT ck_turn_events_stage_not_blank CHECK (btrim(stage) <> '')
    )
    """,
    """
    CREATE TABLE pending_reminders (
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        schedule_id TEXT NOT NULL,
        created_seq BIGINT NOT NULL,
        target BIGINT NOT NULL,
        armed_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_pending_reminders PRIMARY KEY (user_id, session_id, schedule_id),
        CONSTRAINT fk_pending_reminders_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT ck_pending_reminders_created_seq_range CHECK (created_seq >= 1)
    )
    """,
    "CREATE INDEX ix_pending_reminders_unarmed ON pending_reminders (session_id) WHERE armed_at IS NULL",
    """
    CREATE TABLE reminder_deliveries (
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        schedule_id TEXT NOT NULL,
        turn_id TEXT NOT NULL,
        followup_seq BIGINT NOT NULL,
        dispatch_seq BIGINT NOT NULL,
        delivered_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_reminder_deliveries PRIMARY KEY (user_id, session_id, schedule_id),
        CONSTRAINT fk_reminder_deliveries_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT fk_reminder_deliveries_turn_id FOREIGN KEY(user_id, turn_id) REFERENCES turns (user_id, id),
        CONSTRAINT ck_reminder_deliveries_followup_seq_range CHECK (followup_seq >= 1),
        CONSTRAINT ck_reminder_deliveries_dispatch_follows CHECK (dispatch_seq > followup_seq)
    )
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
