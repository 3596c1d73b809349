"""What a run asks the person in the middle of its work, and what was answered."""

from alembic import op

revision = "0006"
down_revision = "0005"

STATEMENTS = (
    """
    CREATE TABLE run_questions (
        user_id TEXT NOT NULL,
        run_id TEXT NOT NULL,
        question_id TEXT NOT NULL,
        step INTEGER NOT NULL,
        questions JSONB NOT NULL,
        asked_at TIMESTAMP WITH TIME ZONE NOT NULL,
        answer TEXT,
        answered_at TIMESTAMP WITH TIME ZONE,
        closed_at TIMESTAMP WITH TIME ZONE,
        CONSTRAINT pk_run_questions PRIMARY KEY (run_id, question_id),
        CONSTRAINT uq_run_questions_run_id_step UNIQUE (run_id, step),
        CONSTRAINT fk_run_questions_run_id FOREIGN KEY(user_id, run_id) REFERENCES runs (user_id, id),
        CONSTRAINT ck_run_questions_question_id_not_blank CHECK (btrim(question_id) <> ''),
        CONSTRAINT ck_run_questions_step_range CHECK (step >= 0),
        CONSTRAINT ck_run_questions_questions_count CHECK (
            jsonb_typeof(questions) = 'array' AND jsonb_array_length(questions) BETWEEN 1 AND 3
        ),
        CONSTRAINT ck_run_questions_answer_not_blank CHECK (btrim(answer) <> ''),
        CONSTRAINT ck_run_questions_answer_has_instant CHECK ((answer IS NULL) = (answered_at IS NULL))
    )
    """,
    "CREATE UNIQUE INDEX uq_run_questions_open ON run_questions (run_id) WHERE closed_at IS NULL",
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
