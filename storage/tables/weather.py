"""The last weather that was read at a room (rule DEVICE-14)."""

from sqlalchemy import CheckConstraint, Column, Double, PrimaryKeyConstraint, Table, Text

from storage.tables.columns import between, instant, metadata, required, user_reference

weather_readings = Table(
    "weather_readings",
    metadata,
    required("user_id", Text),
    required("room_id", Text),
    Column("temp", Double),
    Column("condition", Text),
    instant("read_at"),
    PrimaryKeyConstraint("user_id", "room_id"),
    user_reference("weather_readings"),
    CheckConstraint("length(room_id) BETWEEN 1 AND 64", name="room_id_length"),
    CheckConstraint("length(condition) BETWEEN 1 AND 64", name="condition_length"),
    between("temp", -90, 70),
)
