"""Preparations of meeting rooms, and what happened in them (rules PREP-1 to PREP-7 and PREP-22 to PREP-24)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from storage.tables.columns import (
    at_least,
    between,
    digest_check,
    identity,
    instant,
    metadata,
    one_of,
    owned_reference,
    required,
    user_reference,
)

OPEN_PREPARATION = "status IN ('waiting', 'preparing', 'unconfirmed', 'prepared')"
_NAMES = ("session_id", "meeting_id", "room_id", "zone", "booker_id")


def _short(column: str, least: int = 1) -> CheckConstraint:
    return CheckConstraint(f"length({column}) BETWEEN {least} AND 64", name=f"{column}_length")


prep_sessions = Table(
    "prep_sessions",
    metadata,
    *identity(),
    *(required(name, Text) for name in _NAMES),
    required("booker_name", Text, server_default=""),
    instant("meeting_start"),
    instant("meeting_end"),
    instant("prep_trigger_at"),
    required("prep_type", Text),
    Column("weather_temp", SmallInteger),
    Column("weather_condition", Text),
    required("status", Text),
    required("locale", Text, server_default="zh-CN"),
    required("last_seq", BigInteger, server_default="0"),
    required("forgotten", Boolean, server_default=text("false")),
    Column("ranges", JSONB(none_as_null=True)),
    Column("recalled", JSONB(none_as_null=True)),
    instant("created_at"),
    user_reference("prep_sessions"),
    UniqueConstraint("user_id", "session_id"),
    *(_short(name) for name in _NAMES),
    _short("booker_name", 0),
    _short("weather_condition", 0),
    CheckConstraint("meeting_start < meeting_end", name="ends_later"),
    CheckConstraint("prep_trigger_at < meeting_end", name="trigger_before_end"),
    one_of("prep_type", "auto_notify", "confirm"),
    one_of("status", "waiting", "preparing", "unconfirmed", "prepared", "ended", "cancelled"),
    one_of("locale", "zh-CN", "en"),
    between("weather_temp", -90, 70),
    at_least("last_seq", 0),
    CheckConstraint("jsonb_typeof(ranges) = 'object'", name="ranges_is_object"),
    CheckConstraint("jsonb_typeof(recalled) = 'array'", name="recalled_is_list"),
    Index(None, "user_id", "booker_id", "room_id", "prep_trigger_at"),
    Index("ix_prep_sessions_open", "meeting_end", postgresql_where=text(OPEN_PREPARATION)),
)
"""``recalled`` are the decisions that the preparation at hand was told; ``forgotten`` ones count for nothing."""

prep_snapshots = Table(
    "prep_snapshots",
    metadata,
    required("user_id", Text),
    required("preparation_id", Text),
    required("seq", BigInteger),
    instant("recorded_at"),
    required("source", Text),
    Column("operator_id", Text),
    required("snapshot", JSONB),
    required("clamps", JSONB, server_default="[]"),
    required("content_key", Text),
    instant("stored_at"),
    PrimaryKeyConstraint("preparation_id", "seq"),
    UniqueConstraint("preparation_id", "content_key"),
    owned_reference("prep_snapshots", "preparation_id", "prep_sessions"),
    at_least("seq", 1),
    one_of("source", "llm_recommend", "auto_executed", "user_confirmed", "user_adjust", "user_later_adjust"),
    _short("operator_id"),
    CheckConstraint("jsonb_typeof(snapshot) = 'object' AND snapshot <> '{}'", name="snapshot_is_object"),
    CheckConstraint("jsonb_typeof(clamps) = 'array'", name="clamps_is_list"),
    digest_check("content_key"),
)
