"""What people typed elsewhere, memories, profiles, and names in other systems."""

from alembic import op

revision = "0009"
down_revision = "0008"

STATEMENTS = (
    """
    CREATE TABLE memories (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        said JSONB NOT NULL,
        importance FLOAT NOT NULL,
        origin TEXT NOT NULL,
        session_id TEXT,
        status TEXT DEFAULT 'active' NOT NULL,
        version INTEGER DEFAULT '1' NOT NULL,
        learned_at TIMESTAMP WITH TIME ZONE NOT NULL,
        corrected_at TIMESTAMP WITH TIME ZONE,
        corrected_from JSONB,
        CONSTRAINT pk_memories PRIMARY KEY (id),
        CONSTRAINT uq_memories_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_memories_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_memories_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT fk_memories_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT ck_memories_kind_known CHECK (
            kind IN ('commitment', 'calendar_event', 'todo', 'decision', 'person', 'preference', 'note')
        ),
        CONSTRAINT ck_memories_importance_range CHECK (importance BETWEEN 0 AND 1),
        CONSTRAINT ck_memories_origin_known CHECK (origin IN ('person', 'chat', 'ingest')),
        CONSTRAINT ck_memories_status_known CHECK (status IN ('active', 'done')),
        CONSTRAINT ck_memories_version_range CHECK (version >= 1),
        CONSTRAINT ck_memories_correction_whole CHECK ((corrected_at IS NULL) = (corrected_from IS NULL))
    )
    """,
    "CREATE INDEX ix_memories_user_id_kind_id ON memories (user_id, kind, id)",
    """
    CREATE TABLE inputs (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        said JSONB NOT NULL,
        typed_at TIMESTAMP WITH TIME ZONE NOT NULL,
        received_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_inputs PRIMARY KEY (id),
        CONSTRAINT uq_inputs_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_inputs_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_inputs_user_id FOREIGN KEY(user_id) REFERENCES users (id)
    )
    """,
    """
    CREATE TABLE profiles (
        user_id TEXT NOT NULL,
        profile JSONB NOT NULL,
        preferences JSONB NOT NULL,
        commitments JSONB NOT NULL,
        updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_profiles PRIMARY KEY (user_id),
        CONSTRAINT fk_profiles_user_id FOREIGN KEY(user_id) REFERENCES users (id)
    )
    """,
    """
    CREATE TABLE user_identities (
        provider TEXT NOT NULL,
        subject TEXT NOT NULL,
        user_id TEXT NOT NULL,
        linked_at TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT pk_user_identities PRIMARY KEY (provider, subject),
        CONSTRAINT fk_user_identities_user_id FOREIGN KEY(user_id) REFERENCES users (id),
        CONSTRAINT ck_user_identities_provider_form CHECK (provider ~ '^[a-z0-9][a-z0-9_.-]{0,63}$'),
        CONSTRAINT ck_user_identities_subject_form CHECK (subject ~ '^[!-~]{1,255}$')
    )
    """,
    "CREATE INDEX ix_user_identities_user_id ON user_identities (user_id)",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
