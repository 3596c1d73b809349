"""What the nodes of a refine run hand on; stored with every step (rule RUN-9)."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from domain.refine.calendar import Calendar
from domain.refine.contract import Contract, Plan
from domain.refine.objective import Objective
from domain.refine.slice import Slice
from domain.refine.verdict import Verdict
from domain.schedule.limits import Limits
from domain.schedule.state import Locale
from domain.steps import MoveNote, ToolCall
from domain.tools.results import Code

FROZEN = ConfigDict(frozen=True, extra="forbid")
HISTORY = 12


class Budgets(BaseModel):
    """Upper bounds of a run (rule REACT-2); all are numbers of steps, calls or attempts."""

    model_config = FROZEN

    plan_max: int = 2
    execute_max: int = 24
    per_task: int = 4
    replan_max: int = 2
    composite_retry_max: int = 2
    repair_reserve: int = 1
    max_rounds: int = 25


class Used(BaseModel):
    """How much of the budgets is gone.

    Attributes:
        plans, replans, rounds, actions, repairs: counted against the budgets.
        streak: failures in a row.
        writes: successful writes so far; it numbers the versions of the schedule.
        per_task: writes tried on each task.
    """

    model_config = FROZEN

    plans: int = 0
    replans: int = 0
    rounds: int = 0
    actions: int = 0
    repairs: int = 0
    streak: int = 0
    writes: int = 0
    per_task: dict[int, int] = Field(default_factory=dict)


class Attempt(BaseModel):
    """One run of the composite tool in route."""

    model_config = FROZEN

    arguments: dict[str, Any]
    code: Code
    met: bool


class Route(BaseModel):
    """The composite tool a goal asks for, and how it fared (rules ROUTE-1 to ROUTE-5).

    Attributes:
        enabled: the setting ``refine.composite_route``.
        required: name of the tool, None where none is asked for or the fallback gave it up.
        succeeded: it ran and its result passed the goal's own check.
        composite_disabled: fallback mode; no composite or batch call any more.
        batch_allowed: the plan allows two moves in one call.
    """

    model_config = FROZEN

    enabled: bool = True
    required: str | None = None
    attempts: tuple[Attempt, ...] = ()
    succeeded: bool = False
    composite_disabled: bool = False
    batch_allowed: bool = False


AskedNode = Literal["contract", "plan", "slice", "react", "repair", "review", "summary"]


REASON_LENGTH = 1000


def _shortened(text: object) -> object:
    """What is wrong with an answer may be as long as the answer; only its beginning is of use."""
    return text[:REASON_LENGTH] if isinstance(text, str) else text


Reason = Annotated[str, BeforeValidator(_shortened), Field(max_length=REASON_LENGTH)]


class Answered(BaseModel):
    """What came of asking a model; the node it is for takes it away (rule REACT-9).

    Attributes:
        node: what was asked.
        outcome: ``given``; ``malformed``, no answer of the form asked for; ``away``, the endpoint gave none for now;
            ``refused``, it never will in this run.
        text: the answer as canonical JSON, empty unless given.
        problem: what was wrong, in words for people and for the next prompt.
    """

    model_config = FROZEN

    node: AskedNode
    outcome: Literal["given", "malformed", "away", "refused"]
    text: str = ""
    problem: Reason = ""


class ModelUse(BaseModel):
    """How a run and its model got on.

    Attributes:
        malformed_streak: rounds in a row whose answer was malformed.
        policy_task: the task that the built-in policy took over after two of them.
        problem: what was wrong with the last answer, for the next prompt; empty where nothing was.
        retried: the node that was asked once more because its answer was malformed.
        awaited: the node that found out by itself that a model is needed: slice, or the review of the final check.
        refused: the endpoint will not answer in this run, so it is not asked again.
        patience_used_seconds: time waited for an endpoint that was away.
        away_until: before this instant an endpoint that is away is not asked again; it was left alone
            for ``quiet_seconds``, 0 once it has answered.
        calls, prompt_tokens, completion_tokens: of the answers given, for the prompts' bounds; the trace has the sums.
    """

    model_config = FROZEN

    malformed_streak: int = 0
    policy_task: int | None = None
    problem: Reason = ""
    retried: AskedNode | None = None
    awaited: AskedNode | None = None
    refused: bool = False
    patience_used_seconds: float = 0.0
    away_until: datetime | None = None
    quiet_seconds: float = 0.0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


QuestionLine = Annotated[str, Field(min_length=1, max_length=200)]


class Question(BaseModel):
    """What a run asks the person; ``text`` is what was said, None until then or where nothing came in time.

    Attributes:
        question_id: made from the round and the questions, so the same step asks under the same id.
        questions: one to three short sentences.
        closed: the run goes on, with an answer or without.
        use: who moved a task knowing the answer, or read it as no wish; empty where nobody made anything of it.
    """

    model_config = FROZEN

    question_id: str
    questions: Annotated[tuple[QuestionLine, ...], Field(min_length=1, max_length=3)]
    text: Annotated[str, Field(max_length=2000)] | None = None
    closed: bool = False
    use: Literal["", "model", "rules"] = ""


class Judgement(BaseModel):
    """An answer to: does the plan do what was asked? Asked only where rules cannot tell.

    Attributes:
        met: the request is met.
        reason: one sentence for people.
    """

    model_config = FROZEN

    met: bool
    reason: Annotated[str, Field(min_length=1, max_length=300)]


class AskingMemory(BaseModel):
    """What every run that asks a model keeps of that (rules RUN-12 to RUN-16).

    Attributes:
        endpoint: id of the endpoint whose model is asked; None where the built-in policy answers everything.
        answer: what came of the last ask, until its node takes it.
        models: how the run and its model got on.
    """

    model_config = FROZEN

    endpoint: str | None = None
    answer: Answered | None = None
    models: ModelUse = Field(default_factory=ModelUse)

    @property
    def asks(self) -> bool:
        """Whether a model is there to be asked."""
        return self.endpoint is not None and not self.models.refused

    def with_models(self, **changed: object) -> Self:
        """The same memory with some facts about the model changed."""
        return self.model_copy(update={"models": self.models.model_copy(update=changed)})


class RefineMemory(AskingMemory):
    """Grows from node to node.

    Attributes:
        message: the person's words, spaced to be read; ``locale`` is their language.
        said: the same with the spaces that the person wrote, for telling; empty in runs that began without it.
        current_week: the week in which they were said; ``calendar`` gives dates and clock times their places.
        limits: what each class forbids, by class key.
        origin: day, first and last section of every suggested task before the run.
        unpinned: named tasks whose pin was lifted for this run.
        current: the task that react works on; ``set_aside`` are those it gave up.
        failed: calls that failed or were refused and are not made again; ``queries`` were answered on this version.
        last_result: outcome of the last call word for word; ``history`` has those before it, a line each, newest last.
        notes: why each moved task stands where it stands, by task id.
        locked: the verdict on the goal before order was restored.
        checks: the lines of the last final check, unmet ones in ``unmet``.
        completed: the final arrangement is sound, in order and meets the goal, and no words were left over.
        carried_out: the same, whatever words were left over (HONEST-2).
        question: what the person was asked, and what was said (REACT-14).
        judgement: the verdict on a goal that rules cannot judge (CHECK-8).
    """

    model_config = FROZEN

    message: Annotated[str, Field(max_length=2000)]
    said: Annotated[str, Field(max_length=2000)] = ""
    locale: Locale
    current_week: int | None = None
    calendar: Calendar | None = None
    budgets: Budgets = Field(default_factory=Budgets)
    used: Used = Field(default_factory=Used)
    contract: Contract = Field(default_factory=Contract)
    plan: Plan | None = None
    slice: Slice = Field(default_factory=Slice)
    objective: Objective = Field(default_factory=Objective)
    route: Route = Field(default_factory=Route)
    limits: Limits = Field(default_factory=dict)
    origin: dict[int, tuple[int, int, int]] = Field(default_factory=dict)
    unpinned: tuple[int, ...] = ()
    current: int | None = None
    set_aside: tuple[int, ...] = ()
    failed: tuple[ToolCall, ...] = ()
    queries: tuple[ToolCall, ...] = ()
    last_result: str = ""
    history: Annotated[tuple[str, ...], Field(max_length=HISTORY)] = ()
    notes: dict[int, MoveNote] = Field(default_factory=dict)
    locked: Verdict | None = None
    checks: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    completed: bool = False
    carried_out: bool = False
    summary: str = ""
    question: Question | None = None
    judgement: Judgement | None = None

    @property
    def open_goal(self) -> bool:
        """Whether the goal is one that rules cannot judge and a model works on (REACT-13)."""
        return self.objective.mode == "none" and bool(self.objective.task_ids)

    @property
    def composite_missing(self) -> bool:
        """Whether the composite that the goal asks for has not succeeded yet."""
        return self.route.required is not None and not self.route.succeeded

    @property
    def workset(self) -> tuple[int, ...]:
        """The tasks the request is about."""
        return self.objective.task_ids

    @property
    def keeps_previous_preview(self) -> bool:
        """Whether the result must not be saved: a composite came out, yet the final check failed (RUN-11).

        Where it fails only for words that were left over, the part that was understood is there to be seen.
        """
        return self.route.succeeded and not (self.completed or self.carried_out)

    def with_used(self, **figures: object) -> "RefineMemory":
        """The same memory with some counters changed."""
        return self.model_copy(update={"used": self.used.model_copy(update=figures)})

    def with_result(self, text: str) -> "RefineMemory":
        """The same memory with the outcome of another call; of the one before it the first line is kept (REACT-12)."""
        before = (self.last_result.partition("\n")[0][:200],) if self.last_result else ()
        history = (*self.history, *before)[-HISTORY:]
        return self.model_copy(update={"last_result": text, "history": history})
