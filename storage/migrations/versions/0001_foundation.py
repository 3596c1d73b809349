"""The first tables: users, timetable, classes, sessions, runs, ledger, previews and idempotency keys."""

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = (
    """
    CREATE TABLE users (
        id TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_users PRIMARY KEY (id),
        CONSTRAINT ck_users_id_opaque CHECK (id ~ '^[!-~]{1,64}$')
    )
    """,
    """
    CREATE TABLE idempotency_keys (
        user_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        body_hash TEXT NOT NULL,
        result JSONB NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key),
        CONSTRAINT fk_idempotency_keys_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT ck_idempotency_keys_operation_not_blank CHECK (btrim(operation) <> ''),
        CONSTRAINT ck_idempotency_keys_key_length CHECK (length(key) BETWEEN 1 AND 255),
        CONSTRAINT ck_idempotency_keys_body_hash_digest CHECK (body_hash ~ '^[0-9a-f]{64}$')
    )
    """,
    """
    CREATE TABLE sessions (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        title TEXT NOT NULL,
        parent_id TEXT,
        seed_length INTEGER DEFAULT '0' NOT NULL,
        last_seq BIGINT DEFAULT '0' NOT NULL,
        active_turn TEXT,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        ended_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_sessions PRIMARY KEY (id),
        CONSTRAINT uq_sessions_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_sessions_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_sessions_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT fk_sessions_parent_id FOREIGN KEY(user_id, parent_id) REFERENCES sessions (user_id, id),
        CONSTRAINT ck_sessions_active_turn_ulid CHECK (active_turn ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT ck_sessions_last_seq_range CHECK (last_seq >= 0),
        CONSTRAINT ck_sessions_seed_of_parent
            CHECK (seed_length >= 0 AND (parent_id IS NOT NULL OR seed_length = 0))
    )
    """,
    """
    CREATE INDEX ix_sessions_parent_id ON sessions (parent_id) WHERE parent_id IS NOT NULL
    """,
    """
    CREATE TABLE terms (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        first_monday DATE NOT NULL,
        weeks SMALLINT NOT NULL,
        zone TEXT NOT NULL,
        sections JSONB NOT NULL,
        timetable_version INTEGER DEFAULT '1' NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_terms PRIMARY KEY (id),
        CONSTRAINT uq_terms_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_terms_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_terms_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT ck_terms_first_monday_is_monday CHECK (extract(isodow FROM first_monday) = 1),
        CONSTRAINT ck_terms_weeks_range CHECK (weeks BETWEEN 1 AND 60),
        CONSTRAINT ck_terms_zone_not_blank CHECK (btrim(zone) <> ''),
        CONSTRAINT ck_terms_sections_count CHECK (jsonb_array_length(sections) = 12),
        CONSTRAINT ck_terms_timetable_version_range CHECK (timetable_version >= 1)
    )
    """,
    """
    CREATE TABLE task_classes (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        total_slots INTEGER,
        strategy TEXT NOT NULL,
        allow_embed BOOLEAN NOT NULL,
        excluded_sections SMALLINT[] NOT NULL,
        excluded_days_of_week SMALLINT[] NOT NULL,
        preferred_sections SMALLINT[] NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_task_classes PRIMARY KEY (id),
        CONSTRAINT uq_task_classes_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_task_classes_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_task_classes_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT ck_task_classes_name_not_blank CHECK (btrim(name) <> ''),
        CONSTRAINT ck_task_classes_total_slots_range CHECK (total_slots >= 1),
        CONSTRAINT ck_task_classes_strategy_known CHECK (strategy IN ('steady', 'rapid')),
        CONSTRAINT ck_task_classes_excluded_sections_range
            CHECK (excluded_sections <@ ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
        CONSTRAINT ck_task_classes_excluded_days_of_week_range
            CHECK (excluded_days_of_week <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]),
        CONSTRAINT ck_task_classes_preferred_sections_range
            CHECK (preferred_sections <@ ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[])
    )
    """,
    """
    CREATE TABLE session_events (
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        kind TEXT NOT NULL,
        data JSONB NOT NULL,
        at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_session_events PRIMARY KEY (session_id, seq),
        CONSTRAINT fk_session_events_session_id FOREIGN KEY(user_id, session_id)
            REFERENCES sessions (user_id, id),
        CONSTRAINT ck_session_events_seq_range CHECK (seq >= 1),
        CONSTRAINT ck_session_events_kind_not_blank CHECK (btrim(kind) <> '')
    )
    """,
    """
    CREATE TABLE runs (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        term_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        status TEXT NOT NULL,
        base_revision INTEGER,
        base_timetable_version INTEGER NOT NULL,
        request JSONB NOT NULL,
        last_seq BIGINT DEFAULT '0' NOT NULL,
        outcome_code TEXT,
        outcome_detail TEXT,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        finished_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_runs PRIMARY KEY (id),
        CONSTRAINT uq_runs_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_runs_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_runs_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT fk_runs_term_id FOREIGN KEY(user_id, term_id) REFERENCES terms (user_id, id),
        CONSTRAINT ck_runs_kind_known CHECK (kind IN ('plan', 'refine')),
        CONSTRAINT ck_runs_status_known
            CHECK (status IN ('queued', 'running', 'paused', 'completed', 'completed_without_preview',
                'failed', 'cancelled')),
        CONSTRAINT ck_runs_base_timetable_version_range CHECK (base_timetable_version >= 1),
        CONSTRAINT ck_runs_last_seq_range CHECK (last_seq >= 0),
        CONSTRAINT ck_runs_closed_when_finished
            CHECK ((status IN ('queued', 'running', 'paused')) = (finished_at IS NULL)),
        CONSTRAINT ck_runs_outcome_when_finished CHECK (finished_at IS NOT NULL OR outcome_code IS NULL),
        CONSTRAINT ck_runs_failure_has_code CHECK (status <> 'failed' OR outcome_code IS NOT NULL)
    )
    """,
    """
    CREATE UNIQUE INDEX uq_runs_open_session ON runs (user_id, session_id)
            WHERE status IN ('queued', 'running', 'paused')
    """,
    """
    CREATE INDEX ix_runs_session_id ON runs (session_id)
    """,
    """
    CREATE TABLE task_items (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        class_id TEXT NOT NULL,
        content TEXT NOT NULL,
        item_order INTEGER NOT NULL,
        status TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_task_items PRIMARY KEY (id),
        CONSTRAINT uq_task_items_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_task_items_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_task_items_class_id FOREIGN KEY(user_id, class_id) REFERENCES task_classes (user_id, id),
        CONSTRAINT ck_task_items_content_not_blank CHECK (btrim(content) <> ''),
        CONSTRAINT ck_task_items_status_known CHECK (status IN ('pending', 'arranged'))
    )
    """,
    """
    CREATE INDEX ix_task_items_class_id_item_order_id ON task_items (class_id, item_order, id)
    """,
    """
    CREATE TABLE previews (
        user_id TEXT NOT NULL,
        session_id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        parent_revision INTEGER,
        run_id TEXT,
        term_id TEXT NOT NULL,
        timetable_version INTEGER NOT NULL,
        summary TEXT NOT NULL,
        completed BOOLEAN NOT NULL,
        body JSONB NOT NULL,
        state TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_previews PRIMARY KEY (user_id, session_id, revision),
        CONSTRAINT fk_previews_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT fk_previews_run_id FOREIGN KEY(user_id, run_id) REFERENCES runs (user_id, id),
        CONSTRAINT fk_previews_term_id FOREIGN KEY(user_id, term_id) REFERENCES terms (user_id, id),
        CONSTRAINT ck_previews_revision_range CHECK (revision >= 1),
        CONSTRAINT ck_previews_timetable_version_range CHECK (timetable_version >= 1),
        CONSTRAINT ck_previews_follows_parent CHECK (revision = coalesce(parent_revision, 0) + 1)
    )
    """,
    """
    CREATE TABLE run_events (
        user_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        seq BIGINT NOT NULL,
        step INTEGER NOT NULL,
        stage TEXT NOT NULL,
        ordinal INTEGER NOT NULL,
        detail TEXT NOT NULL,
        data JSONB NOT NULL,
        at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_run_events PRIMARY KEY (run_id, seq),
        CONSTRAINT uq_run_events_run_id_step_stage_ordinal UNIQUE (run_id, step, stage, ordinal),
        CONSTRAINT fk_run_events_run_id FOREIGN KEY(user_id, run_id) REFERENCES runs (user_id, id),
        CONSTRAINT ck_run_events_seq_range CHECK (seq >= 1),
        CONSTRAINT ck_run_events_step_range CHECK (step >= 0),
        CONSTRAINT ck_run_events_ordinal_range CHECK (ordinal >= 1),
        CONSTRAINT ck_run_events_stage_not_blank CHECK (btrim(stage) <> '')
    )
    """,
    """
    CREATE TABLE steps (
        user_id TEXT NOT NULL,
        owner_kind TEXT NOT NULL,
        owner_id TEXT NOT NULL,
        step INTEGER NOT NULL,
        name TEXT NOT NULL,
        tool TEXT,
        arguments JSONB,
        argument_hash TEXT NOT NULL,
        result JSONB,
        memory TEXT NOT NULL,
        state TEXT NOT NULL,
        state_hash TEXT NOT NULL,
        decided_by TEXT NOT NULL,
        verdict TEXT NOT NULL,
        brief TEXT NOT NULL,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        run_id TEXT GENERATED ALWAYS AS (CASE WHEN owner_kind = 'run' THEN owner_id END) STORED,
        CONSTRAINT pk_steps PRIMARY KEY (user_id, owner_kind, owner_id, step),
        CONSTRAINT fk_steps_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT fk_steps_run_id FOREIGN KEY(user_id, run_id) REFERENCES runs (user_id, id),
        CONSTRAINT ck_steps_owner_kind_known CHECK (owner_kind IN ('run', 'turn', 'preparation')),
        CONSTRAINT ck_steps_owner_id_ulid CHECK (owner_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT ck_steps_step_range CHECK (step >= 0),
        CONSTRAINT ck_steps_name_not_blank CHECK (btrim(name) <> ''),
        CONSTRAINT ck_steps_call_of_tool CHECK (tool IS NOT NULL OR (arguments IS NULL AND result IS NULL)),
        CONSTRAINT ck_steps_argument_hash_digest CHECK (argument_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT ck_steps_state_hash_digest CHECK (state_hash ~ '^[0-9a-f]{64}$'),
        CONSTRAINT ck_steps_decided_by_known CHECK (decided_by IN ('rules', 'policy', 'model', 'person')),
        CONSTRAINT ck_steps_brief_length CHECK (length(brief) <= 300)
    )
    """,
    """
    CREATE TABLE schedule_events (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        term_id TEXT NOT NULL,
        type TEXT NOT NULL,
        name TEXT NOT NULL,
        location TEXT NOT NULL,
        teacher TEXT NOT NULL,
        can_be_embedded BOOLEAN NOT NULL,
        item_id TEXT,
        starts_at TIMESTAMP WITH TIME ZONE,
        ends_at TIMESTAMP WITH TIME ZONE,
        created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        CONSTRAINT pk_schedule_events PRIMARY KEY (id),
        CONSTRAINT uq_schedule_events_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_schedule_events_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT uq_schedule_events_user_id_term_id_id UNIQUE (user_id, term_id, id),
        CONSTRAINT uq_schedule_events_item_id UNIQUE (item_id),
        CONSTRAINT fk_schedule_events_term_id FOREIGN KEY(user_id, term_id) REFERENCES terms (user_id, id),
        CONSTRAINT fk_schedule_events_item_id FOREIGN KEY(user_id, item_id) REFERENCES task_items (user_id, id),
        CONSTRAINT ck_schedule_events_type_known CHECK (type IN ('course', 'task')),
        CONSTRAINT ck_schedule_events_name_not_blank CHECK (btrim(name) <> ''),
        CONSTRAINT ck_schedule_events_item_of_task CHECK (item_id IS NULL OR type = 'task'),
        CONSTRAINT ck_schedule_events_instants_in_order
            CHECK ((starts_at IS NULL) = (ends_at IS NULL) AND starts_at < ends_at)
    )
    """,
    """
    CREATE TABLE schedules (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        term_id TEXT NOT NULL,
        week SMALLINT NOT NULL,
        day_of_week SMALLINT NOT NULL,
        section SMALLINT NOT NULL,
        event_id TEXT NOT NULL,
        guest_event_id TEXT,
        CONSTRAINT pk_schedules PRIMARY KEY (id),
        CONSTRAINT uq_schedules_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_schedules_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT uq_schedules_user_id_term_id_week_day_of_week_section
            UNIQUE (user_id, term_id, week, day_of_week, section),
        CONSTRAINT fk_schedules_event_id FOREIGN KEY(user_id, term_id, event_id)
            REFERENCES schedule_events (user_id, term_id, id),
        CONSTRAINT fk_schedules_guest_event_id FOREIGN KEY(user_id, term_id, guest_event_id)
            REFERENCES schedule_events (user_id, term_id, id),
        CONSTRAINT ck_schedules_week_range CHECK (week BETWEEN 1 AND 60),
        CONSTRAINT ck_schedules_day_of_week_range CHECK (day_of_week BETWEEN 1 AND 7),
        CONSTRAINT ck_schedules_section_range CHECK (section BETWEEN 1 AND 12),
        CONSTRAINT ck_schedules_guest_is_another CHECK (guest_event_id <> event_id)
    )
    """,
    """
    CREATE INDEX ix_schedules_guest_event_id ON schedules (guest_event_id) WHERE guest_event_id IS NOT NULL
    """,
    """
    CREATE INDEX ix_schedules_event_id ON schedules (event_id)
    """,
    """
    ALTER TABLE previews ADD CONSTRAINT fk_previews_parent_revision FOREIGN KEY(user_id, session_id, parent_revision)
        REFERENCES previews (user_id, session_id, revision)
    """,
    """
    ALTER TABLE runs ADD CONSTRAINT fk_runs_base_revision FOREIGN KEY(user_id, session_id, base_revision)
        REFERENCES previews (user_id, session_id, revision)
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
