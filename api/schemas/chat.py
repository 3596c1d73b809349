"""Chat as programs see it: a message, and what answers it in the form of chat completions of OpenAI (EDGE-64 to 70).

What a client of such completions does not know stands in the member ``extra``.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from domain.ids import Ulid
from domain.schedule.state import Locale

TurnStatus = Literal["queued", "running", "completed", "failed", "cancelled"]
FinishReason = Literal["stop"]

MODEL = "daywright"
DONE = "[DONE]"

_SESSION = "01K6F0Q2M3N4P5R6S7T8V9W0XA"
_TURN = "01K6F0Q2M3N4P5R6S7T8V9W0XE"


class ChatBody(BaseModel):
    """Something said by a person.

    Attributes:
        message: 1 to 10,000 characters, not all of them space.
        conversation_id: the session in which it is said; without one a new one is opened.
        locale: language of the answer; that of the message if left out.
        stream: whether the answer comes piece by piece as server-sent events, or whole once it is there.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={
            "examples": [{"message": "周五有什么课？", "conversation_id": _SESSION, "locale": "zh-CN", "stream": True}]
        },
    )

    message: Annotated[str, Field(min_length=1, max_length=10_000, pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")]
    conversation_id: Ulid | None = None
    locale: Locale | None = None
    stream: StrictBool = True


class TurnEventView(BaseModel):
    """Something that happened in a turn, or in the run that it follows.

    Attributes:
        event_id: the ``id`` under which it is sent, ``T.R``: send it as ``Last-Event-ID`` to go on behind it.
        run: the run that told it; null for an event of the turn itself.
        seq: its number in the turn, or in the run.
    """

    model_config = ConfigDict(frozen=True)

    event_id: str = Field(examples=["3.0"])
    conversation_id: Ulid
    turn: Ulid = Field(examples=[_TURN])
    run: Ulid | None = None
    seq: int
    at: datetime
    stage: str = Field(examples=["turn.reply"])
    detail: str
    data: dict[str, Any]


class TurnEnd(BaseModel):
    """How a turn ended.

    Attributes:
        kind: what its message was taken for; null where it ended before that was known.
        run: the run that it started or answered.
        code, detail: why it did not end as asked: a stable code and a sentence.
    """

    model_config = ConfigDict(frozen=True)

    conversation_id: Ulid
    turn: Ulid = Field(examples=[_TURN])
    status: TurnStatus = Field(examples=["completed"])
    kind: str | None = Field(default=None, examples=["question"])
    run: Ulid | None = None
    code: str | None = None
    detail: str | None = None


def _is_unsaid(value: object) -> bool:
    return value is None


class TurnLinks(BaseModel):
    """Addresses of what belongs to a turn; ``run`` is the run that it started or answered."""

    model_config = ConfigDict(frozen=True)

    events: str = Field(examples=[f"/api/v1/agent/chat/{_TURN}/events"])
    cancel: str = Field(examples=[f"/api/v1/agent/chat/{_TURN}/cancel"])
    session: str = Field(examples=[f"/api/v1/sessions/{_SESSION}"])
    run: str | None = None


class TurnView(BaseModel):
    """A turn as it stands.

    Attributes:
        seq: its number in the session, from 1.
        origin: who said the message that it answers.
        kind: what the message was taken for; null until that is known.
        run_id: the run that it started or answered.
        code, detail: how it ended, once it has: a stable code and a sentence.
        started_at: when its turn came; null while it is queued.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid = Field(examples=[_TURN])
    conversation_id: Ulid
    seq: int
    origin: Literal["person", "reminder"]
    status: TurnStatus
    kind: str | None = None
    run_id: Ulid | None = None
    code: str | None = None
    detail: str | None = None
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    links: TurnLinks


class Delta(BaseModel):
    """What a chunk adds to the answer; what it does not add is left out."""

    model_config = ConfigDict(frozen=True)

    role: Annotated[Literal["assistant"] | None, Field(exclude_if=_is_unsaid)] = None
    content: Annotated[str | None, Field(exclude_if=_is_unsaid)] = None
    reasoning_content: Annotated[str | None, Field(exclude_if=_is_unsaid)] = None


class ChunkChoice(BaseModel):
    """The only choice of a chunk."""

    model_config = ConfigDict(frozen=True)

    index: Literal[0] = 0
    delta: Delta
    finish_reason: FinishReason | None = None


class ChatChunk(BaseModel):
    """A piece of an answer, with what happened as ``extra``; the last one says how the turn ended.

    Attributes:
        id: id of the turn.
        created: when its message was said, in seconds since 1970.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid = Field(examples=[_TURN])
    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"
    created: int
    model: Literal["daywright"] = "daywright"
    choices: tuple[ChunkChoice]
    extra: TurnEventView | TurnEnd


class ChatMessage(BaseModel):
    """The whole answer."""

    model_config = ConfigDict(frozen=True)

    role: Literal["assistant"] = "assistant"
    content: str = Field(examples=["周五有两门课。"])


class ChatChoice(BaseModel):
    """The only choice of a completion."""

    model_config = ConfigDict(frozen=True)

    index: Literal[0] = 0
    message: ChatMessage
    finish_reason: FinishReason = "stop"


class ChatCompletion(BaseModel):
    """An answer that is whole; the members are those of a chunk."""

    model_config = ConfigDict(frozen=True)

    id: Ulid = Field(examples=[_TURN])
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: Literal["daywright"] = "daywright"
    choices: tuple[ChatChoice]
    extra: TurnEnd
