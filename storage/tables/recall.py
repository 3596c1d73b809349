"""What is kept of texts so that they are found again (rules RECALL-4 to RECALL-6)."""

from sqlalchemy import CheckConstraint, Column, Double, Index, PrimaryKeyConstraint, Table, Text, text
from sqlalchemy.dialects.postgresql import TSVECTOR

from storage.tables.columns import between, instant, metadata, one_of, owned_reference, required, user_reference

recall_items = Table(
    "recall_items",
    metadata,
    required("user_id", Text),
    required("source", Text),
    required("ref", Text),
    Column("session_id", Text),
    required("target_type", Text),
    required("text", Text),
    instant("mention_at"),
    instant("event_start", nullable=True),
    instant("event_end", nullable=True),
    required("importance", Double),
    required("status", Text),
    required("terms", TSVECTOR),
    PrimaryKeyConstraint("user_id", "source", "ref"),
    user_reference("recall_items"),
    owned_reference("recall_items", "session_id", "sessions"),
    one_of("source", "meinput", "chat", "memory_v2"),
    one_of("target_type", "commitment", "calendar_event", "todo", "decision", "person", "preference", "note"),
    between("importance", 0, 1),
    one_of("status", "open", "done"),
    CheckConstraint("event_start <= event_end", name="event_in_order"),
    Index("ix_recall_items_terms", "terms", postgresql_using="gin", postgresql_with={"fastupdate": "off"}),
    Index("ix_recall_items_mention_at", "user_id", "mention_at"),
    Index("ix_recall_items_event", "user_id", text("coalesce(event_start, event_end)")),
)
"""``terms`` holds the terms of the text and one for owner and source, so that the index serves all at once."""
