"""The last weather that was read at each room."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE weather_readings (
            user_id TEXT NOT NULL,
            room_id TEXT NOT NULL,
            temp DOUBLE PRECISION,
            condition TEXT,
            read_at TIMESTAMP WITH TIME ZONE NOT NULL,
            CONSTRAINT pk_weather_readings PRIMARY KEY (user_id, room_id),
            CONSTRAINT fk_weather_readings_user_id FOREIGN KEY(user_id) REFERENCES users (id),
            CONSTRAINT ck_weather_readings_room_id_length CHECK (length(room_id) BETWEEN 1 AND 64),
            CONSTRAINT ck_weather_readings_condition_length CHECK (length(condition) BETWEEN 1 AND 64),
            CONSTRAINT ck_weather_readings_temp_range CHECK (temp BETWEEN -90 AND 70)
        )
        """
    )
