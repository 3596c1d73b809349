"""Runs as programs see them (rules EDGE-10 to EDGE-13)."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.schemas.moments import Day
from domain.ids import Ulid
from domain.requests import PlanRequest, PlanWish, RefineRequest, RunKind
from domain.schedule.state import Locale

RunStatus = Literal["queued", "running", "paused", "completed", "completed_without_preview", "failed", "cancelled"]

_SESSION = "01K6F0Q2M3N4P5R6S7T8V9W0XA"
_TERM = "01K6F0Q2M3N4P5R6S7T8V9W0XB"
_CLASS = "01K6F0Q2M3N4P5R6S7T8V9W0XC"
_RUN = "01K6F0Q2M3N4P5R6S7T8V9W0XD"
_QUESTION = "q3-2f1c9a7b4d5e"


class PlanOrder(PlanWish):
    """Place the tasks of some classes; without a session a new one is opened.

    Days and classes may be left to the message, or to a question that the run asks.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "kind": "plan",
                    "session_id": _SESSION,
                    "term_id": _TERM,
                    "first": "2026-09-28",
                    "last": "2026-10-07",
                    "class_ids": [_CLASS],
                    "locale": "zh-CN",
                },
                {
                    "kind": "plan",
                    "term_id": _TERM,
                    "message": "把英语和概率论排到下周，英语每次两节，周五之前排完，晚上不排",
                    "locale": "zh-CN",
                },
            ]
        }
    )

    kind: Literal["plan"]
    first: Day | None = None
    last: Day | None = None
    session_id: Ulid | None = None

    @property
    def request(self) -> PlanRequest:
        """What the run is asked to do."""
        return PlanRequest(**self.model_dump(exclude={"session_id"}))


class PlanRestOrder(BaseModel):
    """Plan what was not done today again, from now on; all of it may be left out.

    Attributes:
        session_id: the session to plan in; without one a new one is opened.
        last: last day of the plan; six days after today, or the last of the term, if left out.
        locale: language in which the plan speaks of itself.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={"examples": [{"session_id": _SESSION, "last": "2026-10-04", "locale": "zh-CN"}]},
    )

    session_id: Ulid | None = None
    last: Day | None = None
    locale: Locale = "zh-CN"


class RefineOrder(RefineRequest):
    """Change the newest preview of a session as a message says, which is not all space."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"kind": "refine", "session_id": _SESSION, "message": "把第5周周四到周五的任务均匀分散到周一到周三"}
            ]
        }
    )

    kind: Literal["refine"]
    message: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")]
    today: Day | None = None
    session_id: Ulid | None = None

    @property
    def request(self) -> RefineRequest:
        """What the run is asked to do."""
        return RefineRequest(**self.model_dump(exclude={"session_id"}))


RunOrderBody = Annotated[PlanOrder | RefineOrder, Field(discriminator="kind")]


class RunLinks(BaseModel):
    """Addresses of what belongs to a run; ``web_ui`` is its page for operators, where there is one."""

    model_config = ConfigDict(frozen=True)

    self: str = Field(examples=[f"/api/v1/runs/{_RUN}"])
    events: str = Field(examples=[f"/api/v1/runs/{_RUN}/events"])
    cancel: str = Field(examples=[f"/api/v1/runs/{_RUN}/cancel"])
    answer: str = Field(examples=[f"/api/v1/runs/{_RUN}/answer"])
    trace: str = Field(examples=[f"/api/v1/runs/{_RUN}/trace"])
    preview: str = Field(examples=[f"/api/v1/agent/schedule-preview?conversation_id={_SESSION}"])
    web_ui: str | None = None


class RunAccepted(BaseModel):
    """A run that was started; the same order with the same key gives the same answer, whatever became of it since."""

    model_config = ConfigDict(frozen=True)

    id: Ulid
    session_id: Ulid
    kind: RunKind
    created_at: datetime
    links: RunLinks


class RunQuestionView(BaseModel):
    """What a paused run asks; it goes on with an answer, or without one when its wait is over (rule PAUSE-8).

    Attributes:
        questions: one to three short sentences, answered together.
        waits_until: when the run goes on without an answer.
        answered_at: when an answer was stored, on which the run is about to go on; null where none was.
    """

    model_config = ConfigDict(frozen=True)

    question_id: str = Field(examples=[_QUESTION])
    questions: list[str] = Field(examples=[["挪到上午还是下午？"]])
    asked_at: datetime
    waits_until: datetime
    answered_at: datetime | None = None


class AnswerBody(BaseModel):
    """What is said to the question of a run, in one text for all of its sentences."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_extra={"examples": [{"question_id": _QUESTION, "answer": "上午"}]}
    )

    question_id: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[!-~]+$")]
    answer: Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")]


class AnswerTaken(RunAccepted):
    """An answer that was stored; the same answer again is answered alike, whatever became of the run since."""

    question_id: str = Field(examples=[_QUESTION])
    answered_at: datetime


class RunLimitsView(BaseModel):
    """What a run may use up at most.

    Attributes:
        seconds: of work; while it waits for an answer this stands still.
        actions: executed calls of tools one by one; null for a kind of run that counts none.
    """

    model_config = ConfigDict(frozen=True)

    seconds: int = Field(examples=[1800])
    actions: int | None = Field(examples=[24])


class RunView(RunAccepted):
    """A run as it stands.

    Attributes:
        limits: what it may use up; its events and its trace tell what it has.
        question: what it asks while it is paused, else null.
        code, detail: how it ended, once it has: a stable code and a sentence.
        base_revision: the preview revision it starts from; null for the first.
        request: what was asked for.
        last_seq: number of the newest event.
    """

    term_id: Ulid
    status: RunStatus
    code: str | None = None
    detail: str | None = None
    base_revision: int | None = None
    request: dict[str, Any]
    limits: RunLimitsView
    last_seq: int
    finished_at: datetime | None = None
    question: RunQuestionView | None = None

    @property
    def is_open(self) -> bool:
        """Whether it may still change."""
        return self.finished_at is None


class RunEventView(BaseModel):
    """Something that happened in a run; ``seq`` counts from 1 without a gap."""

    model_config = ConfigDict(frozen=True)

    seq: int
    run: Ulid
    at: datetime
    stage: str
    detail: str
    data: dict[str, Any]
