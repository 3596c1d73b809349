"""Which messages of a person something was learned from (rule MEMORY-24)."""

from sqlalchemy import BigInteger, Column, Index, PrimaryKeyConstraint, Table, Text

from storage.tables.columns import at_least, metadata, owned_reference, required

learned_messages = Table(
    "learned_messages",
    metadata,
    required("user_id", Text),
    required("session_id", Text),
    required("seq", BigInteger),
    Column("memory_id", Text),
    PrimaryKeyConstraint("user_id", "session_id", "seq"),
    owned_reference("learned_messages", "session_id", "sessions"),
    owned_reference("learned_messages", "memory_id", "memories"),
    at_least("seq", 1),
    Index(None, "user_id", "memory_id"),
)
"""A message that holds a memory; without one what it told was forgotten or corrected, and recall leaves it out."""
