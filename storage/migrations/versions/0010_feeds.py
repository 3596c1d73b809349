"""Feeds: secret addresses under which calendars read a timetable."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE feeds (
            user_id TEXT NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            secret_hash TEXT NOT NULL,
            term_id TEXT,
            alarm_minutes INTEGER,
            created_at TIMESTAMP WITH TIME ZONE NOT NULL,
            CONSTRAINT pk_feeds PRIMARY KEY (id),
            CONSTRAINT uq_feeds_user_id_id UNIQUE (user_id, id),
            CONSTRAINT uq_feeds_secret_hash UNIQUE (secret_hash),
            CONSTRAINT ck_feeds_id_ulid CHECK (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
            CONSTRAINT ck_feeds_name_length CHECK (length(name) <= 100),
            CONSTRAINT ck_feeds_secret_hash_digest CHECK (secret_hash ~ '^[0-9a-f]{64}$'),
            CONSTRAINT ck_feeds_alarm_minutes_range CHECK (alarm_minutes BETWEEN 0 AND 10080),
            CONSTRAINT fk_feeds_user_id FOREIGN KEY(user_id) REFERENCES users (id),
            CONSTRAINT fk_feeds_term_id FOREIGN KEY(user_id, term_id) REFERENCES terms (user_id, id)
        )
        """
    )
