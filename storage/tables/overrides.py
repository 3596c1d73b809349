"""Days of terms that are held as other days, with what they hide (rules OVERRIDE-1 and OVERRIDE-5)."""

from sqlalchemy import CheckConstraint, Column, Date, PrimaryKeyConstraint, SmallInteger, Table, Text
from sqlalchemy.dialects.postgresql import JSONB

from storage.tables.columns import between, metadata, owned_reference, required

term_overrides = Table(
    "term_overrides",
    metadata,
    required("user_id", Text),
    required("term_id", Text),
    required("day", Date),
    Column("as_week", SmallInteger),
    Column("as_day_of_week", SmallInteger),
    required("kept", JSONB),
    PrimaryKeyConstraint("user_id", "term_id", "day"),
    owned_reference("term_overrides", "term_id", "terms"),
    between("as_week", 1, 60),
    between("as_day_of_week", 1, 7),
    CheckConstraint("(as_week IS NULL) = (as_day_of_week IS NULL)", name="whole_day"),
    CheckConstraint("jsonb_typeof(kept) = 'array'", name="kept_is_list"),
)
"""``kept`` are the sections that courses take on the day by the original timetable, with the ids of their rows."""
