"""Revisions of previews, and the answers remembered for idempotency keys."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from storage.tables.columns import (
    at_least,
    created_at,
    digest_check,
    instant,
    metadata,
    not_blank,
    owned_reference,
    required,
    user_reference,
)

UNTIMED = "timed_at IS NULL AND expired_at IS NULL"
"""Revisions for which nobody has seen to it that a timer runs (rule PREVIEW-20)."""

previews = Table(
    "previews",
    metadata,
    required("user_id", Text),
    required("session_id", Text),
    required("revision", Integer),
    Column("parent_revision", Integer),
    Column("run_id", Text),
    required("term_id", Text),
    required("timetable_version", Integer),
    required("summary", Text),
    required("completed", Boolean),
    required("body", JSONB),
    required("state", Text),
    instant("created_at"),
    instant("timed_at", nullable=True),
    instant("expired_at", nullable=True),
    PrimaryKeyConstraint("user_id", "session_id", "revision"),
    owned_reference("previews", "session_id", "sessions"),
    owned_reference("previews", "run_id", "runs"),
    owned_reference("previews", "term_id", "terms"),
    owned_reference("previews", "parent_revision", "previews", "session_id", key="revision"),
    at_least("revision", 1),
    at_least("timetable_version", 1),
    CheckConstraint("revision = coalesce(parent_revision, 0) + 1", name="follows_parent"),
    Index("ix_previews_untimed", "session_id", postgresql_where=text(UNTIMED)),
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    required("user_id", Text),
    required("operation", Text),
    required("key", Text),
    required("body_hash", Text),
    required("result", JSONB),
    created_at(),
    PrimaryKeyConstraint("user_id", "operation", "key"),
    user_reference("idempotency_keys"),
    not_blank("operation"),
    CheckConstraint("length(key) BETWEEN 1 AND 255", name="key_length"),
    digest_check("body_hash"),
)
