"""Preparations of meeting rooms with what happened in them, and keys of services."""

from alembic import op

revision = "0013"
down_revision = "0012"

STATEMENTS = (
    """
    CREATE TABLE prep_sessions (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        meeting_id TEXT NOT NULL,
        room_id TEXT NOT NULL,
        zone TEXT NOT NULL,
        booker_id TEXT NOT NULL,
        booker_name TEXT DEFAULT '' NOT NULL,
        meeting_start TIMESTAMP WITH TIME ZONE NOT NULL,
        meeting_end TIMESTAMP WITH TIME ZONE NOT NULL,
        prep_trigger_at TIMESTAMP WITH TIME ZONE NOT NULL,
        prep_type TEXT NOT NULL,
        weather_temp SMALLINT,
        weather_condition TEXT,
        status TEXT NOT NULL,
        locale TEXT DEFAULT 'zh-CN' NOT NULL,
        last_seq BIGINT DEFAULT '0' NOT NULL,
        forgotten BOOLEAN DEFAULT false NOT NULL,
        ranges JSONB,
        recalled JSONB,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_prep_sessions PRIMARY KEY (id),
        CONSTRAINT uq_prep_sessions_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_prep_sessions_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_prep_sessions_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT uq_prep_sessions_user_id_session_id UNIQUE (user_id, session_id),
        CONSTRAINT ck_prep_sessions_session_id_length CHECK (length(session_id) BETWEEN 1 AND 64),
        CONSTRAINT ck_prep_sessions_meeting_id_length CHECK (length(meeting_id) BETWEEN 1 AND 64),
        CONSTRAINT ck_prep_sessions_room_id_length CHECK (length(room_id) BETWEEN 1 AND 64),
        CONSTRAINT ck_prep_sessions_zone_length CHECK (length(zone) BETWEEN 1 AND 64),
        CONSTRAINT ck_prep_sessions_booker_id_length CHECK (length(booker_id) BETWEEN 1 AND 64),
        CONSTRAINT ck_prep_sessions_booker_name_length CHECK (length(booker_name) BETWEEN 0 AND 64),
        CONSTRAINT ck_prep_sessions_weather_condition_length CHECK (length(weather_condition) BETWEEN 0 AND 64),
        CONSTRAINT ck_prep_sessions_ends_later CHECK (meeting_start < meeting_end),
        CONSTRAINT ck_prep_sessions_trigger_before_end CHECK (prep_trigger_at < meeting_end),
        CONSTRAINT ck_prep_sessions_prep_type_known CHECK (prep_type IN ('auto_notify', 'confirm')),
        CONSTRAINT ck_prep_sessions_status_known
            CHECK (status IN ('waiting', 'preparing', 'unconfirmed', 'prepared', 'ended', 'cancelled')),
        CONSTRAINT ck_prep_sessions_locale_known CHECK (locale IN ('zh-CN', 'en')),
        CONSTRAINT ck_prep_sessions_weather_temp_range CHECK (weather_temp BETWEEN -90 AND 70),
        CONSTRAINT ck_prep_sessions_last_seq_range CHECK (last_seq >= 0),
        CONSTRAINT ck_prep_sessions_ranges_is_object CHECK (jsonb_typeof(ranges) = 'object'),
        CONSTRAINT ck_prep_sessions_recalled_is_list CHECK (jsonb_typeof(recalled) = 'array')
    )
    """,
    """
    CREATE INDEX ix_prep_sessions_open
        ON prep_sessions (meeting_end) WHERE status IN ('waiting', 'preparing', 'unconfirmed', 'prepared')
    """,
    """
    CREATE INDEX ix_prep_sessions_user_id_booker_id_room_id_prep_trigger_at
        ON prep_sessions (user_id, booker_id, room_id, prep_trigger_at)
    """,
    """
    CREATE TABLE prep_snapshots (
        user_id TEXT NOT NULL,
        preparation_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
        source TEXT NOT NULL,
        operator_id TEXT,
        snapshot JSONB NOT NULL,
        clamps JSONB DEFAULT '[]' NOT NULL,
        content_key TEXT NOT NULL,
        stored_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_prep_snapshots PRIMARY KEY (preparation_id, seq),
        CONSTRAINT uq_prep_snapshots_preparation_id_content_key UNIQUE (preparation_id, content_key),
        CONSTRAINT fk_prep_snapshots_preparation_id FOREIGN KEY(user_id, preparation_id)
            REFERENCES prep_sessions (user_id, id),
        CONSTRAINT ck_prep_snapshots_seq_range CHECK (seq >= 1),
        CONSTRAINT ck_prep_snapshots_source_known
            CHECK (source IN ('llm_recommend', 'auto_executed', 'user_confirmed', 'user_adjust', 'user_later_adjust')),
        CONSTRAINT ck_prep_snapshots_operator_id_length CHECK (length(operator_id) BETWEEN 1 AND 64),
        CONSTRAINT ck_prep_snapshots_snapshot_is_object CHECK (jsonb_typeof(snapshot) = 'object' AND snapshot <> '{}'),
        CONSTRAINT ck_prep_snapshots_clamps_is_list CHECK (jsonb_typeof(clamps) = 'array'),
        CONSTRAINT ck_prep_snapshots_content_key_digest CHECK (content_key ~ '^[0-9a-f]{64}$')
    )
    """,
    """
    ALTER TABLE api_keys ADD COLUMN scope TEXT NOT NULL DEFAULT 'person'
    """,
    """
    ALTER TABLE api_keys ADD CONSTRAINT ck_api_keys_scope_known CHECK (scope IN ('person', 'service'))
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
