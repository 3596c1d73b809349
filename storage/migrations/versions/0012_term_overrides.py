"""Days of terms that are held as other days, or without classes."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE term_overrides (
            user_id TEXT NOT NULL,
            term_id TEXT NOT NULL,
            day DATE NOT NULL,
            as_week SMALLINT,
            as_day_of_week SMALLINT,
            kept JSONB NOT NULL,
            CONSTRAINT pk_term_overrides PRIMARY KEY (user_id, term_id, day),
            CONSTRAINT fk_term_overrides_term_id FOREIGN KEY(user_id, term_id) REFERENCES terms (user_id, id),
            CONSTRAINT ck_term_overrides_as_week_range CHECK (as_week BETWEEN 1 AND 60),
            CONSTRAINT ck_term_overrides_as_day_of_week_range CHECK (as_day_of_week BETWEEN 1 AND 7),
            CONSTRAINT ck_term_overrides_whole_day CHECK ((as_week IS NULL) = (as_day_of_week IS NULL)),
            CONSTRAINT ck_term_overrides_kept_is_list CHECK (jsonb_typeof(kept) = 'array')
        )
        """
    )
