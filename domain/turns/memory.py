"""What a turn knows from step to step; kept in the ledger, never in a workflow's history (rule TURN-5)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.conversation.facts import Facts
from domain.conversation.open_question import OpenQuestion
from domain.schedule.state import Locale
from domain.turns.context import TurnContext

TurnKind = Literal[
    "plan", "refine", "reminder", "question", "plain", "cancel", "confirm", "answer", "present", "memory"
]
TurnStatus = Literal["completed", "failed", "cancelled"]


class LinkedRun(BaseModel):
    """The run that a turn waits for.

    Attributes:
        is_own: whether this turn started or answered it; else it only stops it.
        status: what its row last said.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: Literal["plan", "refine"]
    is_own: bool = True
    status: str = "queued"


class Reply(BaseModel):
    """What the person will be told.

    Attributes:
        code: stable code of an error; None where the turn did what it could.
        status: how the turn ends with it.
        rows: ids of the rows that an answer rests on.
        asks: what of a reminder is asked, for the next message to tell (rule CHAT-21).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    status: TurnStatus = "completed"
    code: str | None = None
    rows: tuple[str, ...] = ()
    asks: OpenQuestion | None = None


class After(BaseModel):
    """What is to be done once the reply is told.

    Attributes:
        next_turn, next_seq: the turn that runs now, if there is one.
        reminders: ids of the workflows that wait for the session to be idle.
        needs_title: whether a model shall find a title.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    next_turn: str = ""
    next_seq: int = 0
    reminders: tuple[str, ...] = ()
    needs_title: bool = False


class TurnMemory(BaseModel):
    """The memory of a turn.

    Attributes:
        kind: what the message was taken for; ``present`` where a due reminder is told, ``memory`` where something is
            remembered or shall be forgotten.
        message_seq: number of the message in the log.
        endpoint: id of the endpoint whose model may be asked; None where there is none.
        patience_used_seconds: what failed calls and the pauses after them took.
        run: the run that is waited for.
        reply: what will be told as things stand.
        facts: all that a model's wording of an answer may say; None where there is nothing to be worded.
        prompt: what a due reminder says.
        title: a title that a model found.
        context: what was loaded for the message (rule MEMORY-40); None where nothing was to be, and in turns of old.
        noted: what is told below the reply: what was remembered by the way, or said before about what was asked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: TurnKind
    locale: Locale
    message_seq: int
    endpoint: str | None = None
    patience_used_seconds: float = 0.0
    run: LinkedRun | None = None
    reply: Reply | None = None
    facts: Facts | None = None
    prompt: str | None = None
    title: str | None = None
    context: TurnContext | None = None
    noted: str | None = None
    after: After = After()
