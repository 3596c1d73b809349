"""Commits: what was written into a timetable, by whom, and all it takes to take it back."""

from sqlalchemy import CheckConstraint, Column, Index, Integer, Table, Text, text
from sqlalchemy.dialects.postgresql import JSONB

from storage.tables.columns import (
    at_least,
    identity,
    instant,
    metadata,
    not_blank,
    one_of,
    owned_reference,
    required,
)

APPLIED = "status = 'applied' AND kind = 'confirm'"

commits = Table(
    "commits",
    metadata,
    *identity(),
    Column("session_id", Text),
    Column("revision", Integer),
    required("term_id", Text),
    required("kind", Text),
    required("status", Text),
    required("actor", Text),
    required("locale", Text),
    required("summary", Text),
    required("changes", JSONB),
    required("images", JSONB),
    Column("problem", JSONB(none_as_null=True)),
    Column("timetable_version", Integer),
    instant("created_at"),
    instant("undone_at", nullable=True),
    Column("undone_by", Text),
    required("undo_refusals", JSONB, server_default="{}"),
    owned_reference("commits", "session_id", "sessions"),
    owned_reference("commits", "revision", "previews", "session_id", key="revision"),
    owned_reference("commits", "term_id", "terms"),
    one_of("kind", "confirm", "not_done"),
    one_of("status", "applied", "refused", "undone"),
    one_of("locale", "zh-CN", "en"),
    not_blank("actor"),
    at_least("timetable_version", 1),
    CheckConstraint("(session_id IS NULL) = (revision IS NULL)", name="revision_of_session"),
    CheckConstraint("kind <> 'confirm' OR session_id IS NOT NULL", name="confirm_of_session"),
    CheckConstraint("(status = 'refused') = (problem IS NOT NULL)", name="problem_when_refused"),
    CheckConstraint("(status = 'refused') = (timetable_version IS NULL)", name="version_unless_refused"),
    CheckConstraint(
        "(status = 'undone') = (undone_at IS NOT NULL) AND (undone_at IS NULL) = (undone_by IS NULL)",
        name="undone_by_somebody",
    ),
    Index("uq_commits_applied", "user_id", "session_id", "revision", unique=True, postgresql_where=text(APPLIED)),
    Index(None, "session_id"),
)
