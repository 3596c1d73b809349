"""What happened in a run, as programs see it (rule RUN-17)."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from domain.steps import DecidedBy

_FROZEN = ConfigDict(frozen=True)


class ModelCallView(BaseModel):
    """One call of a model.

    Attributes:
        attempt: number of the attempt at the step, from 1.
        endpoint, model, mode: which was called, and how JSON was asked for.
        prompt: what it was asked: ``system``, ``user``, and the name of the form as ``schema``.
        answer, reasoning: what it said, bounded.
        outcome: ``given``, or the kind of the fault, with its sentence as ``problem``.
        prompt_tokens, completion_tokens: as the endpoint counts them, or else ``tokens_estimated``.
        seconds: how long it took.
        wait_seconds: how long the next attempt was put off after it.
    """

    model_config = _FROZEN

    attempt: int
    endpoint: str
    model: str
    mode: str
    prompt: dict[str, Any]
    answer: str
    reasoning: str
    outcome: str
    problem: str
    prompt_tokens: int
    completion_tokens: int
    tokens_estimated: bool
    started_at: datetime
    seconds: float
    wait_seconds: float


class TraceStepView(BaseModel):
    """One step.

    Attributes:
        step: its number, from 0.
        node: the node it belongs to; ``ask.react`` asked a model for react.
        decided_by: who gave the answer behind it.
        tool, arguments: the tool that it called.
        result: what the tool told, as text; ``code`` is its outcome.
        blocked: the code by which the call was refused instead.
        used: what was used up of each budget after it.
        model_calls: in order; those that failed too.
    """

    model_config = _FROZEN

    step: int
    node: str
    verdict: str
    brief: str
    decided_by: DecidedBy
    at: datetime
    tool: str | None = None
    arguments: dict[str, Any] | None = None
    code: str | None = None
    result: str | None = None
    blocked: str | None = None
    used: dict[str, int] = Field(default_factory=dict)
    model_calls: tuple[ModelCallView, ...] = ()


class TraceTotals(BaseModel):
    """Sums over the whole run, whatever page is shown.

    Attributes:
        steps: ledgered steps; ``decided_by`` has them by who decided.
        model_calls: calls of a model that ended; ``outcomes`` has them by what with.
        prompt_tokens, completion_tokens, model_seconds: of all these calls.
        wait_seconds: how long it was waited, in all, before a call that had failed was made again.
    """

    model_config = _FROZEN

    steps: int
    decided_by: dict[DecidedBy, int]
    model_calls: int
    outcomes: dict[str, int]
    prompt_tokens: int
    completion_tokens: int
    model_seconds: float
    wait_seconds: float


class TraceView(BaseModel):
    """A part of what happened in a run, in order.

    Attributes:
        next_cursor: gives the steps that follow, null on the last page.
    """

    model_config = _FROZEN

    run_id: str = Field(examples=["01K6F0Q2M3N4P5R6S7T8V9W0XD"])
    totals: TraceTotals
    items: tuple[TraceStepView, ...]
    next_cursor: str | None = Field(default=None, examples=["NDk"])
