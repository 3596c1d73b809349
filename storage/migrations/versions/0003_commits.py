"""Commits: what was written into timetables, and all it takes to take it back."""

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    """
    CREATE TABLE commits (
        user_id TEXT NOT NULL,
        id TEXT NOT NULL,
        session_id TEXT,
        revision INTEGER,
        term_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        status TEXT NOT NULL,
        actor TEXT NOT NULL,
        locale TEXT NOT NULL,
        summary TEXT NOT NULL,
        changes JSONB NOT NULL,
        images JSONB NOT NULL,
        problem JSONB,
        timetable_version INTEGER,
        created_at TIMESTAMP WITH TIME ZONE NOT NULL,
        undone_at TIMESTAMP WITH TIME ZONE,
        undone_by TEXT,
        undo_refusals JSONB DEFAULT '{}' NOT NULL,
        CONSTRAINT pk_commits PRIMARY KEY (id),
        CONSTRAINT uq_commits_user_id_id UNIQUE (user_id, id),
        CONSTRAINT ck_commits_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
        CONSTRAINT fk_commits_session_id FOREIGN KEY(user_id, session_id) REFERENCES sessions (user_id, id),
        CONSTRAINT fk_commits_revision FOREIGN KEY(user_id, session_id, revision)
            REFERENCES previews (user_id, session_id, revision),
        CONSTRAINT fk_commits_term_id FOREIGN KEY(user_id, term_id) REFERENCES terms (user_id, id),
        CONSTRAINT ck_commits_kind_known CHECK (kind IN ('confirm', 'not_done')),
        CONSTRAINT ck_commits_status_known CHECK (status IN ('applied', 'refused', 'undone')),
        CONSTRAINT ck_commits_locale_known CHECK (locale IN ('zh-CN', 'en')),
        CONSTRAINT ck_commits_actor_not_blank CHECK (btrim(actor) <> ''),
        CONSTRAINT ck_commits_timetable_version_range CHECK (timetable_version >= 1),
        CONSTRAINT ck_commits_revision_of_session CHECK ((session_id IS NULL) = (revision IS NULL)),
        CONSTRAINT ck_commits_confirm_of_session CHECK (kind <> 'confirm' OR session_id IS NOT NULL),
        CONSTRAINT ck_commits_problem_when_refused CHECK ((status = 'refused') = (problem IS NOT NULL)),
        CONSTRAINT ck_commits_version_unless_refused CHECK ((status = 'refused') = (timetable_version IS NULL)),
        CONSTRAINT ck_commits_undone_by_somebody CHECK (
            (status = 'undone') = (undone_at IS NOT NULL) AND (undone_at IS NULL) = (undone_by IS NULL)
        )
    )
    """,
    "CREATE INDEX ix_commits_session_id ON commits (session_id)",
    """
    CREATE UNIQUE INDEX uq_commits_applied ON commits (user_id, session_id, revision)
        WHERE status = 'applied' AND kind = 'confirm'
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
