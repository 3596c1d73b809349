"""What is known of a person beside the timetable: texts typed elsewhere, memories, profile, names (rules MEMORY)."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import JSONB

from storage.tables.columns import (
    at_least,
    between,
    identity,
    instant,
    metadata,
    one_of,
    owned_reference,
    required,
    user_reference,
)

KINDS = ("commitment", "calendar_event", "todo", "decision", "person", "preference", "note")
"""What a memory may be about, as plans name it."""

memories = Table(
    "memories",
    metadata,
    *identity(),
    required("kind", Text),
    required("said", JSONB),
    required("importance", Float),
    required("origin", Text),
    Column("session_id", Text),
    required("status", Text, server_default="active"),
    required("version", Integer, server_default="1"),
    instant("learned_at"),
    instant("corrected_at", nullable=True),
    Column("corrected_from", JSONB(none_as_null=True)),
    user_reference("memories"),
    owned_reference("memories", "session_id", "sessions"),
    one_of("kind", *KINDS),
    between("importance", 0, 1),
    one_of("origin", "person", "chat", "ingest"),
    one_of("status", "active", "done"),
    at_least("version", 1),
    CheckConstraint("(corrected_at IS NULL) = (corrected_from IS NULL)", name="correction_whole"),
    Index(None, "user_id", "kind", "id"),
)
"""One row a memory; forgetting one removes its row (rule MEMORY-6)."""

inputs = Table(
    "inputs",
    metadata,
    *identity(),
    required("said", JSONB),
    instant("typed_at"),
    instant("received_at"),
    user_reference("inputs"),
)
"""What a person typed elsewhere; ``said`` holds the text and the name of the application."""

profiles = Table(
    "profiles",
    metadata,
    required("user_id", Text),
    required("profile", JSONB),
    required("preferences", JSONB),
    required("commitments", JSONB),
    instant("updated_at"),
    PrimaryKeyConstraint("user_id"),
    user_reference("profiles"),
)
"""By key what programs told of a person, and when; of commitments only the id of the memory each became."""

user_identities = Table(
    "user_identities",
    metadata,
    required("provider", Text),
    required("subject", Text),
    required("user_id", Text),
    instant("linked_at"),
    PrimaryKeyConstraint("provider", "subject"),
    user_reference("user_identities"),
    CheckConstraint("provider ~ '^[a-z0-9][a-z0-9_.-]{0,63}$'", name="provider_form"),
    CheckConstraint("subject ~ '^[!-~]{1,255}$'", name="subject_form"),
    Index(None, "user_id"),
)
"""Under which names other systems know a person; one of these is one person (rule MEMORY-20)."""
