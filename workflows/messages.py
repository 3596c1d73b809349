"""What crosses between clients, workflows and activities: ids and short facts, never a plan or a person's words.

Standard-library dataclasses, so that the workflow sandbox has nothing else to load.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class RunInput:
    """Starts a run. Everything else about it stands in its row.

    Attributes:
        time_limit_seconds: after this much work the run ends as failed with ``run_time_limit``.
        wait_limit_seconds: how long it waits for an answer to a question (rule PAUSE-4).
        turn: id of the workflow that is told when the run pauses and when it has closed; empty for none (rule TURN-6).
    """

    user_id: str
    session_id: str
    run_id: str
    time_limit_seconds: int = 1800
    wait_limit_seconds: int = 86_400
    turn: str = ""


@dataclass(frozen=True)
class AnswerNotice:
    """Says that the question of a run is answered; the answer itself stands in the database.

    Attributes:
        step: the step that asked.
        turn: id of the workflow that is told of the run from now on; empty for the one that was (rule TURN-6).
    """

    step: int
    turn: str = ""


@dataclass(frozen=True)
class RunReport:
    """What a run tells the turn that waits for it.

    Attributes:
        status: that of its row.
        is_open: whether it may still change; one that pauses is open.
    """

    run_id: str
    status: str
    is_open: bool


@dataclass(frozen=True)
class StepInput:
    """Names one ledgered step of a run; steps count from 0."""

    user_id: str
    session_id: str
    run_id: str
    step: int
    node: str


@dataclass(frozen=True)
class StepOutcome:
    """What a step hands back to its workflow (rule RUN-3).

    Attributes:
        verdict: the word on which the workflow branches.
        step, state_hash: where the whole outcome lies in the ledger, and its check sum.
        brief: one line for operators, at most 300 characters.
        decided_by: who gave the answer behind the step.
        budget: what is left of the run's budgets, in a line for operators.
    """

    verdict: str
    step: int
    state_hash: str
    brief: str
    decided_by: str = ""
    budget: str = ""


@dataclass(frozen=True)
class CloseInput:
    """Ends a run otherwise than by saving its preview.

    Attributes:
        status: ``failed``, ``cancelled`` or ``completed_without_preview``.
        code: stable error code, or the status itself.
        detail: one readable line.
    """

    user_id: str
    session_id: str
    run_id: str
    step: int
    status: str
    code: str
    detail: str


@dataclass(frozen=True)
class RunResult:
    """How a run ended, as its row says."""

    status: str
    code: str
    detail: str


@dataclass(frozen=True)
class CommitInput:
    """Confirms one revision of a session's preview, as this commit.

    Attributes:
        actor: the visible prefix of an API key, or ``login``.
    """

    user_id: str
    session_id: str
    revision: int
    commit_id: str
    actor: str


@dataclass(frozen=True)
class NotDoneInput:
    """Takes a task out of the timetable that was not done, as this commit.

    Attributes:
        item_id: the class item that waits again.
        term_id: the term in which it stood when this was asked for.
        actor: the visible prefix of an API key, or ``login``.
    """

    user_id: str
    item_id: str
    term_id: str
    commit_id: str
    actor: str


@dataclass(frozen=True)
class UndoInput:
    """Undoes a commit.

    Attributes:
        attempt: id of the request, under which a refusal is remembered.
        actor: the visible prefix of an API key, or ``login``.
    """

    user_id: str
    commit_id: str
    attempt: str
    actor: str


@dataclass(frozen=True)
class CommitResult:
    """What became of a commit, as its row says: its status, and the code of the refusal where it was refused."""

    status: str
    code: str


@dataclass(frozen=True)
class ExpiryInput:
    """Names the preview of a session, to be expired when it is due."""

    user_id: str
    session_id: str


@dataclass(frozen=True)
class ExpiryLook:
    """How a preview stands.

    Attributes:
        status: ``kept``, ``expired`` or ``gone``.
        wait_seconds: how long it is kept at least; zero unless it is.
    """

    status: str
    wait_seconds: float


@dataclass
class Progress:
    """What a query of a running workflow answers.

    Attributes:
        stage: node at work.
        steps: ledgered steps done.
        rounds: react rounds done.
        last: what the last step did, those that only asked a model apart; ``decided_by`` is who decided it.
        budget: what was left of the budgets then.
    """

    stage: str = "queued"
    steps: int = 0
    rounds: int = 0
    last: str = ""
    verdicts: dict[str, str] = field(default_factory=dict)
    decided_by: str = ""
    budget: str = ""


@dataclass(frozen=True)
class TurnInput:
    """Starts a turn. Everything else about it stands in its row and in the log of its session.

    Attributes:
        seq: number of the turn in its session, which names the workflow.
        wait_limit_seconds: how long a run that the turn starts waits for an answer (rule PAUSE-4).
    """

    user_id: str
    session_id: str
    turn_id: str
    seq: int
    wait_limit_seconds: int = 86_400


@dataclass(frozen=True)
class TurnStep:
    """Names one ledgered step of a turn; steps count from 0, and one that was broken off keeps its number."""

    user_id: str
    session_id: str
    turn_id: str
    step: int
    node: str


@dataclass(frozen=True)
class TurnOutcome:
    """What a step of a turn hands back to its workflow (rule TURN-5).

    Attributes:
        verdict: the word on which the workflow branches.
        step: where the whole outcome lies in the ledger.
        brief: one line for operators, without a word of the person.
        asks: whether a model may be asked next.
        run_id, run_kind: the run that the turn waits for; empty for none.
        next_turn, next_seq: id and number of the turn that is to be started; empty and 0 for none.
        reminders: ids of the workflows that wait for the session to be idle.
    """

    verdict: str
    step: int
    brief: str
    asks: bool = False
    run_id: str = ""
    run_kind: str = ""
    next_turn: str = ""
    next_seq: int = 0
    reminders: tuple[str, ...] = ()


@dataclass(frozen=True)
class TurnEnd:
    """The step that tells the reply of a turn and closes it.

    Attributes:
        status: ``completed`` unless a step says otherwise, ``cancelled`` or ``failed``.
        code: stable code of what made it fail; empty where the step before knows.
    """

    user_id: str
    session_id: str
    turn_id: str
    step: int
    node: str
    status: str
    code: str = ""


@dataclass(frozen=True)
class RunLook:
    """Names the run whose row is looked at."""

    user_id: str
    run_id: str


@dataclass(frozen=True)
class TurnResult:
    """How a turn ended, as its row says."""

    status: str
    kind: str


@dataclass(frozen=True)
class ReminderInput:
    """Starts the workflow of one reminder; what it says stands in the log of its session.

    Attributes:
        schedule_id: its id as compact ASCII JSON, as the tables have it.
    """

    user_id: str
    session_id: str
    schedule_id: str


@dataclass(frozen=True)
class ReminderClaim(ReminderInput):
    """An attempt to deliver; made again, it is the same.

    Attributes:
        claimed_at: when the workflow began, in milliseconds since 1970.
        claim: 32 hexadecimal digits that no other attempt has.
    """

    claimed_at: int
    claim: str


@dataclass(frozen=True)
class ReminderLook:
    """How a reminder stands, and what became of an attempt to deliver one.

    Attributes:
        verdict: ``gone``, ``corrupt``, ``cold``, ``busy``, ``wait`` or ``due``.
        wait_seconds: with ``wait``, how long until the next look.
        is_segment: whether that is only a part of the wait (rule REMIND-21).
        turn_id, turn_seq: the turn that began with a delivery, which may be that of another reminder; empty and 0
            without one.
    """

    verdict: str
    wait_seconds: float = 0.0
    is_segment: bool = False
    turn_id: str = ""
    turn_seq: int = 0
