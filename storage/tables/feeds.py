"""Feeds of timetables, each stored as the digest of its secret address (rules FEED-1 to FEED-3)."""

from sqlalchemy import CheckConstraint, Column, Integer, Table, Text, UniqueConstraint

from storage.tables.columns import (
    between,
    digest_check,
    identity,
    instant,
    metadata,
    owned_reference,
    required,
    user_reference,
)

feeds = Table(
    "feeds",
    metadata,
    *identity(),
    required("name", Text),
    required("secret_hash", Text),
    Column("term_id", Text),
    Column("alarm_minutes", Integer),
    instant("created_at"),
    user_reference("feeds"),
    owned_reference("feeds", "term_id", "terms"),
    UniqueConstraint("secret_hash"),
    CheckConstraint("length(name) <= 100", name="name_length"),
    digest_check("secret_hash"),
    between("alarm_minutes", 0, 10_080),
)
