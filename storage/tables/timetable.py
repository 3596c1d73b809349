"""Users, terms, what stands in the timetable, and the classes of tasks to be placed in it."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from domain.term.calendar import SECTIONS_PER_DAY
from storage.tables.columns import (
    at_least,
    between,
    created_at,
    identity,
    instant,
    metadata,
    not_blank,
    one_of,
    owned_reference,
    required,
    user_reference,
)


def _numbers_within(column: str, high: int) -> CheckConstraint:
    allowed = ", ".join(str(n) for n in range(1, high + 1))
    return CheckConstraint(f"{column} <@ ARRAY[{allowed}]::smallint[]", name=f"{column}_range")


users = Table(
    "users",
    metadata,
    required("id", Text, primary_key=True),
    created_at(),
    CheckConstraint("id ~ '^[!-~]{1,64}$'", name="id_opaque"),
)

terms = Table(
    "terms",
    metadata,
    *identity(),
    required("first_monday", Date),
    required("weeks", SmallInteger),
    required("zone", Text),
    required("sections", JSONB),
    required("timetable_version", Integer, server_default="1"),
    created_at(),
    user_reference("terms"),
    CheckConstraint("extract(isodow FROM first_monday) = 1", name="first_monday_is_monday"),
    between("weeks", 1, 60),
    not_blank("zone"),
    CheckConstraint(f"jsonb_array_length(sections) = {SECTIONS_PER_DAY}", name="sections_count"),
    at_least("timetable_version", 1),
)

task_classes = Table(
    "task_classes",
    metadata,
    *identity(),
    required("name", Text),
    Column("total_slots", Integer),
    required("strategy", Text),
    required("allow_embed", Boolean),
    required("excluded_sections", ARRAY(SmallInteger)),
    required("excluded_days_of_week", ARRAY(SmallInteger)),
    required("preferred_sections", ARRAY(SmallInteger)),
    created_at(),
    required("version", Integer, server_default="1"),
    user_reference("task_classes"),
    not_blank("name"),
    at_least("total_slots", 1),
    one_of("strategy", "steady", "rapid"),
    _numbers_within("excluded_sections", SECTIONS_PER_DAY),
    _numbers_within("excluded_days_of_week", 7),
    _numbers_within("preferred_sections", SECTIONS_PER_DAY),
    at_least("version", 1),
)

task_items = Table(
    "task_items",
    metadata,
    *identity(),
    required("class_id", Text),
    required("content", Text),
    required("item_order", Integer),
    required("status", Text),
    created_at(),
    owned_reference("task_items", "class_id", "task_classes"),
    not_blank("content"),
    one_of("status", "pending", "arranged"),
    Index(None, "class_id", "item_order", "id"),
)

schedule_events = Table(
    "schedule_events",
    metadata,
    *identity(),
    required("term_id", Text),
    required("type", Text),
    required("name", Text),
    required("location", Text),
    required("teacher", Text),
    required("can_be_embedded", Boolean),
    Column("item_id", Text),
    instant("starts_at", nullable=True),
    instant("ends_at", nullable=True),
    created_at(),
    UniqueConstraint("user_id", "term_id", "id"),
    UniqueConstraint("item_id"),
    owned_reference("schedule_events", "term_id", "terms"),
    owned_reference("schedule_events", "item_id", "task_items"),
    one_of("type", "course", "task"),
    not_blank("name"),
    CheckConstraint("item_id IS NULL OR type = 'task'", name="item_of_task"),
    CheckConstraint("(starts_at IS NULL) = (ends_at IS NULL) AND starts_at < ends_at", name="instants_in_order"),
)

schedules = Table(
    "schedules",
    metadata,
    *identity(),
    required("term_id", Text),
    required("week", SmallInteger),
    required("day_of_week", SmallInteger),
    required("section", SmallInteger),
    required("event_id", Text),
    Column("guest_event_id", Text),
    UniqueConstraint("user_id", "term_id", "week", "day_of_week", "section"),
    owned_reference("schedules", "event_id", "schedule_events", "term_id"),
    owned_reference("schedules", "guest_event_id", "schedule_events", "term_id"),
    between("week", 1, 60),
    between("day_of_week", 1, 7),
    between("section", 1, SECTIONS_PER_DAY),
    CheckConstraint("guest_event_id <> event_id", name="guest_is_another"),
    Index(None, "event_id"),
    Index(None, "guest_event_id", postgresql_where=text("guest_event_id IS NOT NULL")),
)
